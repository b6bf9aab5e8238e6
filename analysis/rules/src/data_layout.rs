//! Data layouts and descriptions of targets in the spelling that the dialect `dlti` had up to MLIR 17.

use crate::facts::Meant;
use crate::map_text::TextProblem;
use crate::pointer_type::modern_type;
use syntax::{Located, LocatedToken, SyntaxKind, TextRange};

/// Old syntax in an attribute: sizes of types as lists of `i32`, pointers with their element types, a colon after
/// the name of a device.
pub(crate) fn problems(attribute: Located<'_>) -> Vec<TextProblem> {
    let name = attribute.token(SyntaxKind::HASH_ID).map(|it| it.text()).unwrap_or_default();
    let body = attribute.child(SyntaxKind::OPAQUE_ANGLES).filter(|_| name.starts_with("#dlti."));
    let Some(body) = body else { return Vec::new() };
    let tokens: Vec<_> = body.tokens().filter(|it| !it.kind().is_trivia()).collect();
    let mut found = Vec::new();
    let mut say = |range: TextRange, old: &str, today: &str| {
        let facts = Meant {
            sentence: format!("{old} is old here: today it is {}", today.trim()),
            text: today.to_owned(),
        };
        found.push(TextProblem::new("legacy-syntax", range, facts));
    };
    // Whether the value is that of a type, and no number of a name's.
    let mut is_of_type = false;
    for (at, token) in tokens.iter().enumerate() {
        let text = |behind: usize| tokens.get(at + behind).map_or("", |it| it.text());
        let range = token.text_range();
        match token.kind() {
            SyntaxKind::BARE_ID if token.text() == "dense" => {
                let key = tokens.get(..at.saturating_sub(1)).and_then(key);
                is_of_type = key.is_some_and(|it| has_sizes_of_mlir(&it));
            }
            SyntaxKind::COLON if text(1) == "vector" && text(5) == "i32" && is_of_type => {
                if let Some(element) = tokens.get(at + 5) {
                    say(element.text_range(), "i32", "i64");
                }
            }
            SyntaxKind::COLON
                if name == "#dlti.target_system_spec"
                    && text(1).starts_with("#dlti.")
                    && at
                        .checked_sub(1)
                        .and_then(|it| tokens.get(it))
                        .is_some_and(|it| it.kind() == SyntaxKind::STRING) =>
            {
                say(range, ":", " =");
            }
            SyntaxKind::EXCLAMATION_ID if text(1) == "<" => {
                let ty = whole(tokens.get(at..).unwrap_or_default());
                let range = ty.iter().fold(range, |range, it| range.cover(it.text_range()));
                let old: String = ty.iter().map(|it| it.text()).collect();
                if let Some(today) = modern_type(&old) {
                    say(range, &old, &today);
                }
            }
            _ => {}
        }
    }
    found
}

/// The first token of the key at the end of the tokens: after the comma or the bracket before it.
fn key<'a>(tokens: &[LocatedToken<'a>]) -> Option<LocatedToken<'a>> {
    let mut depth = 0_usize;
    let mut first = None;
    for token in tokens.iter().rev() {
        match token.kind() {
            SyntaxKind::R_ANGLE => depth += 1,
            SyntaxKind::L_ANGLE if depth == 0 => break,
            SyntaxKind::L_ANGLE => depth -= 1,
            SyntaxKind::COMMA if depth == 0 => break,
            _ => {}
        }
        first = Some(*token);
    }
    first
}

/// Whether a key is a type whose sizes MLIR reads. Those of another project's types are up to that project.
fn has_sizes_of_mlir(key: &LocatedToken<'_>) -> bool {
    match key.kind() {
        SyntaxKind::STRING => false,
        SyntaxKind::EXCLAMATION_ID => key.text().starts_with("!llvm."),
        _ => true,
    }
}

/// A type of more tokens is left alone.
const MOST_TOKENS: usize = 200;

/// The tokens of the type in angles that tokens begin with; none if it does not end.
fn whole<'a, 'b>(tokens: &'b [LocatedToken<'a>]) -> &'b [LocatedToken<'a>] {
    let mut depth = 0_usize;
    let end = tokens.iter().take(MOST_TOKENS).skip(1).position(|it| {
        match it.kind() {
            SyntaxKind::L_ANGLE => depth += 1,
            SyntaxKind::R_ANGLE => depth = depth.saturating_sub(1),
            _ => {}
        }
        depth == 0
    });
    end.and_then(|it| tokens.get(..it + 2)).unwrap_or_default()
}

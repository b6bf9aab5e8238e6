//! Names that the head of an operation of unknown form binds, as far as its text shows.

use rustc_hash::FxHashMap;
use syntax::{Located, LocatedElement, SyntaxKind, TextRange};

/// A piece of an `OPAQUE_BODY` other than blanks and comments: names, other nodes and tokens.
struct BodyPiece<'a> {
    kind: SyntaxKind,
    /// Of a token, and the number of a result that is used.
    text: &'a str,
    range: TextRange,
    /// Of a name, without the number of a result.
    name: &'a str,
    /// `{ x.y }`, which may be a flag or an operation.
    may_be_region: bool,
}

/// A bracket that is not closed yet.
struct Open {
    first: usize,
    follows_arrow: bool,
}

/// The places of the names that an `OPAQUE_BODY` binds for its regions: `(%a = %b)`, `%i = 0 to 4`, `(%x, %y) in …`, `(%i) = …`, `%i in …`,
/// `(in %a : i1)`, `as %a`, `-> %a`, `-> (%a : i32)`. Others may be bound too.
pub(super) fn bound_names(body: Located<'_>) -> Vec<TextRange> {
    let pieces: Vec<BodyPiece<'_>> = body.children_with_tokens().filter_map(piece).collect();
    let kind = |at: usize| pieces.get(at).map(|it| it.kind);
    let is_word = |at: usize, words: &[&str]| {
        pieces.get(at).is_some_and(|it| it.kind == SyntaxKind::BARE_ID && words.contains(&it.text))
    };
    // A name with the number of a result is a use.
    let is_name = |at: usize| {
        pieces.get(at).is_some_and(|it| it.kind == SyntaxKind::VALUE_USE && !it.text.contains('#'))
    };
    // `=>` is an arrow of some dialects.
    let is_assigned =
        |at: usize| kind(at) == Some(SyntaxKind::EQ) && kind(at + 1) != Some(SyntaxKind::R_ANGLE);
    let mut found = Vec::new();
    let mut open: Vec<Open> = Vec::new();
    for (at, piece) in pieces.iter().enumerate() {
        let before = at.wrapping_sub(1);
        let follows_arrow = kind(before) == Some(SyntaxKind::ARROW);
        match piece.kind {
            SyntaxKind::L_PAREN | SyntaxKind::L_BRACKET | SyntaxKind::L_BRACE => {
                open.push(Open { first: at, follows_arrow });
            }
            SyntaxKind::R_PAREN | SyntaxKind::R_BRACKET | SyntaxKind::R_BRACE => {
                let first = open.pop().map_or(at, |it| it.first);
                if is_word(at + 1, &["in"]) || is_assigned(at + 1) {
                    found.extend((first..at).filter(|it| is_name(*it)));
                }
            }
            SyntaxKind::VALUE_USE if is_name(at) => {
                let starts_entry = matches!(
                    kind(before.wrapping_sub(1)),
                    Some(SyntaxKind::L_PAREN | SyntaxKind::L_BRACKET | SyntaxKind::COMMA)
                );
                let is_bound = follows_arrow
                    || is_assigned(at + 1)
                    || is_word(at + 1, &["in"])
                    || is_word(before, &["as"])
                    || is_word(before, &["in", "out", "inout"]) && starts_entry
                    || open.last().is_some_and(|it| it.follows_arrow);
                found.extend(is_bound.then_some(at));
            }
            _ => {}
        }
    }
    let mut ranges: Vec<TextRange> = found.iter().filter_map(|it| Some(pieces.get(*it)?.range)).collect();
    ranges.sort_by_key(|it| it.start());
    ranges
}

/// Whether the text of an `OPAQUE_BODY` shows that it names something itself, also in ways that leave the kind open:
/// `(%a : i32)` may give an operand its type too, a name inside braces is whatever the braces are, and
/// `(%a) { x.y }` and `(%a) { x : y }` may hold an operation.
pub fn may_bind(body: Located<'_>) -> bool {
    let pieces: Vec<BodyPiece<'_>> = body.children_with_tokens().filter_map(piece).collect();
    let (mut depth, mut braces) = (0_usize, 0_usize);
    let binds = pieces.iter().enumerate().any(|(at, piece)| {
        let next = pieces.get(at + 1).map(|it| it.kind);
        match piece.kind {
            SyntaxKind::L_PAREN | SyntaxKind::L_BRACKET => depth += 1,
            SyntaxKind::R_PAREN | SyntaxKind::R_BRACKET => {
                depth = depth.saturating_sub(1);
                return next == Some(SyntaxKind::L_BRACE);
            }
            SyntaxKind::BLOCK_ARGUMENT_LIST => return true,
            SyntaxKind::DICTIONARY => return piece.may_be_region,
            SyntaxKind::L_BRACE => braces += 1,
            SyntaxKind::R_BRACE => braces = braces.saturating_sub(1),
            SyntaxKind::VALUE_USE => {
                let has_type = next == Some(SyntaxKind::COLON) && depth + braces > 0;
                return has_type || next == Some(SyntaxKind::ARROW) || braces > 0;
            }
            _ => {}
        }
        false
    });
    binds || !bound_names(body).is_empty() || lists_names(&pieces)
}

/// Whether there is a word with names alone in parentheses, one of which is used after it: `over(%i) at %m[%i]`.
fn lists_names(pieces: &[BodyPiece<'_>]) -> bool {
    let is_name = |it: &BodyPiece<'_>| it.kind == SyntaxKind::VALUE_USE;
    let names = pieces.iter().enumerate().filter(|it| is_name(it.1));
    let last_use: FxHashMap<&str, usize> = names.map(|(at, it)| (it.name, at)).collect();
    let mut lists = pieces.windows(2).enumerate().filter(|(_, it)| {
        matches!(it, [word, open] if word.kind == SyntaxKind::BARE_ID && open.kind == SyntaxKind::L_PAREN)
    });
    lists.any(|(at, _)| {
        let rest = pieces.get(at + 2..).unwrap_or_default();
        let len = rest.iter().take_while(|it| is_name(it) || it.kind == SyntaxKind::COMMA).count();
        let (list, rest) = rest.split_at(len);
        rest.first().is_some_and(|it| it.kind == SyntaxKind::R_PAREN)
            && list.iter().any(|it| last_use.get(it.name).is_some_and(|it| *it > at + 2 + len))
    })
}

fn piece(element: LocatedElement<'_>) -> Option<BodyPiece<'_>> {
    match element {
        LocatedElement::Token(token) if token.kind().is_trivia() => None,
        LocatedElement::Token(token) => {
            let (kind, text, range) = (token.kind(), token.text(), token.text_range());
            Some(BodyPiece { kind, text, range, name: "", may_be_region: false })
        }
        LocatedElement::Node(node) => {
            let number = node.token_text(SyntaxKind::HASH_ID).unwrap_or_default();
            let (kind, range) = (node.kind(), node.text_range());
            let name = node.token_text(SyntaxKind::PERCENT_ID).unwrap_or_default();
            Some(BodyPiece { kind, text: number, range, name, may_be_region: holds_one_word(&node) })
        }
    }
}

/// Whether a dictionary has one key without a value, with a dot in it or on a line of its own.
fn holds_one_word(node: &Located<'_>) -> bool {
    let mut entries = node.children().filter(|_| node.kind() == SyntaxKind::DICTIONARY);
    let is_word = |it: &Located<'_>| {
        let spans_lines = || node.tokens().any(|it| it.text().contains('\n'));
        it.token_text(SyntaxKind::BARE_ID).is_some_and(|it| it.contains('.') || spans_lines())
            && it.children().next().is_none()
    };
    entries.next().is_some_and(|it| is_word(&it)) && entries.next().is_none()
}

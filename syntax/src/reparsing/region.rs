//! One region is another text.

use crate::{
    Parse, SyntaxError, SyntaxErrorCode,
    SyntaxKind::*,
    SyntaxNode, TextEdit, TextRange, grammar,
    lexer::{self, Lexed},
    parser::Parser,
    reparsing::{Reparsed, Shift, is_foreign},
    text_of,
};

/// A region can be parsed by itself because nothing outside looks at more than its first tokens, and nothing inside
/// at what is around it, as long as all braces have partners.
pub(super) fn reparse(before: &Parse, region: &SyntaxNode, edit: &TextEdit) -> Option<(Parse, Reparsed)> {
    let range = region.text_range();
    if !is_inside(region, edit.range) {
        return None;
    }
    let mut errors = outer_errors(before, range)?;
    let text = TextEdit { range: edit.range - range.start(), insert: edit.insert.clone() }
        .apply(&text_of(region.green()));
    let lexed = lexer::lex(&text);
    if !is_braced(&lexed) {
        return None;
    }
    // At least as deep as where the region is, so that what is not too deep here is not too deep there.
    let depth = region.ancestors().count() as u32;
    let mut parser = Parser::new(&lexed, &before.registry);
    if !parser.start_region(depth) || !grammar::opaque::is_region(&parser) {
        return None;
    }
    grammar::region::region_of(&mut parser, is_foreign(region));
    if !parser.is_balanced() {
        return None;
    }
    let (green, inner) = parser.finish();
    if inner.iter().any(|it| it.code == SyntaxErrorCode::NestingTooDeep) {
        return None;
    }
    let green = region.replace_with(green);

    let shift = Shift::new(range, &text);
    errors.iter_mut().for_each(|it| *it = shift.error(it));
    errors.extend(inner.into_iter().map(|it| SyntaxError { range: it.range + range.start(), ..it }));
    errors.sort_by_key(|it| (it.range.start(), it.range.end()));
    Some((before.edited(green, errors.into(), &text), Reparsed::Region(range)))
}

/// Whether the edit leaves alone the region's braces and its first tokens, by which it is known as a region.
fn is_inside(region: &SyntaxNode, edit: TextRange) -> bool {
    let range = region.text_range();
    if edit.start() <= range.start() || edit.end() >= range.end() {
        return false;
    }
    let tokens = region.descendants_with_tokens().filter_map(|it| it.into_token());
    let mut tokens = tokens.filter(|it| !it.kind().is_trivia());
    let mut guard = range.start();
    let mut is_results = false;
    for n in 0.. {
        let Some(token) = tokens.next() else { return false };
        is_results |= n == 1 && token.kind() == PERCENT_ID;
        guard = token.text_range().end();
        if guard >= edit.start() {
            return false;
        }
        if n >= 3 && (!is_results || token.kind() == EQ) {
            break;
        }
        if n >= 2 && is_results && token.kind() == EQ {
            break;
        }
    }
    guard < edit.start()
}

/// The errors that are not inside the region; `None` if what is around it knows what is inside.
fn outer_errors(before: &Parse, region: TextRange) -> Option<Vec<SyntaxError>> {
    let mut outer = Vec::new();
    for error in before.errors.iter() {
        let is_within =
            [error.range.start(), error.range.end()].map(|it| region.start() < it && it < region.end());
        match is_within {
            [false, false] => outer.push(error.clone()),
            // Errors about what is around a region may be inside it only with these codes.
            [true, true] => match error.code {
                SyntaxErrorCode::NestingTooDeep | SyntaxErrorCode::LoopBlockLabel => return None,
                _ => {}
            },
            _ => return None,
        }
    }
    Some(outer)
}

/// Whether the text begins and ends with the braces of a region and no part of the file ends in it.
fn is_braced(lexed: &Lexed<'_>) -> bool {
    let (Some(first), Some(last)) = (lexed.tokens.first(), lexed.tokens.last()) else { return false };
    first.kind == L_BRACE
        && last.kind == R_BRACE
        && lexed.tokens.len() > 1
        && first.start == 0
        && last.end as usize == lexed.text.len()
        && lexed.split_markers.is_empty()
        && !lexed.has_markers_in_modules
}

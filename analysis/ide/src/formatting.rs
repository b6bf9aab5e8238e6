//! Formatting: indentation by the depth of regions, single blanks, single empty lines.
//!
//! Line breaks are the author's, and so are comments, names and how far the lines of one statement are from its
//! first. Only white space changes, one gap between two tokens at a time; text that does not parse, and bodies that
//! only a dialect can read, stay as they are.

mod indentation;
mod spacing;
#[cfg(test)]
mod tests;

use base::source_file::SourceFile;
use indentation::Lines;
use spacing::{Spacing, spacing};
use syntax::{Parse, SyntaxKind, SyntaxNode, SyntaxToken, TextEdit, TextRange, TextSize};
use transforms::rewrite::token_after;

/// Blanks per region.
const INDENTATION: usize = 2;

/// The edits that format a file, in text order.
pub(crate) fn formatting(db: &dyn salsa::Database, file: SourceFile) -> Vec<TextEdit> {
    edits(file.parse(db))
}

/// The edits of [`formatting`] in the lines that a range touches.
pub(crate) fn range_formatting(
    db: &dyn salsa::Database,
    file: SourceFile,
    range: TextRange,
) -> Vec<TextEdit> {
    let mut edits = formatting(db, file);
    // A gap that only ends in the range holds the indentation of its first line.
    edits.retain(|it| it.range.end() >= range.start() && it.range.start() <= range.end());
    edits
}

/// The indentation of the line at the offset, where a line break or a closing bracket was just typed.
pub(crate) fn on_type_formatting(
    db: &dyn salsa::Database,
    file: SourceFile,
    offset: TextSize,
) -> Option<TextEdit> {
    let parse = file.parse(db);
    let text = parse.text();
    let before = text.get(..usize::from(offset))?;
    let start = before.rfind(['\n', '\r']).map_or(0, |it| it + 1);
    let line = text.get(start..)?.split(['\n', '\r']).next()?;
    let blanks = line.len() - line.trim_start_matches([' ', '\t']).len();
    let first = TextSize::from(u32::try_from(start + blanks).ok()?);
    let wanted = indentation::at(&parse.syntax_node(), first)?;
    let range = TextRange::new(TextSize::from(u32::try_from(start).ok()?), first);
    let insert = " ".repeat(wanted);
    (text.get(start..start + blanks)? != insert).then(|| TextEdit::replace(range, insert))
}

fn edits(parse: &Parse) -> Vec<TextEdit> {
    let text = parse.text();
    let root = parse.syntax_node();
    let frozen = frozen_ranges(parse, &root);
    let mut lines = Lines::new(&text);
    let mut edits = Vec::new();
    let mut previous: Option<SyntaxToken> = None;
    let mut token = root.token_at_offset(TextSize::new(0)).right_biased();
    while let Some(it) = token {
        token = token_after(&it);
        if it.kind() == SyntaxKind::WHITESPACE || it.text().is_empty() {
            continue;
        }
        let start = previous.as_ref().map_or(TextSize::new(0), |it| it.text_range().end());
        let gap = TextRange::new(start, it.text_range().start());
        let old = text.get(usize::from(gap.start())..usize::from(gap.end())).unwrap_or_default();
        let is_frozen = frozen_before(&frozen, gap.start()).is_some_and(|it| it.contains(gap.start()));
        let new = if is_frozen || !is_blank(old) {
            None
        } else {
            replacement(previous.as_ref(), &it, old, &mut lines)
        };
        match new {
            Some(new) if new != old => edits.push(TextEdit::replace(gap, new)),
            _ => {}
        }
        if new_line(old) || previous.is_none() {
            lines.keep(&it);
        }
        previous = Some(it);
    }
    edits.extend(last_line(previous, &text, &frozen, &lines));
    edits
}

/// White space in which nothing is hidden.
fn is_blank(gap: &str) -> bool {
    gap.bytes().all(|it| matches!(it, b' ' | b'\t' | b'\n' | b'\r'))
}

fn new_line(gap: &str) -> bool {
    gap.contains(['\n', '\r'])
}

/// The white space that should be between two tokens; `None` where it is left as it is.
fn replacement(
    previous: Option<&SyntaxToken>,
    token: &SyntaxToken,
    old: &str,
    lines: &mut Lines<'_>,
) -> Option<String> {
    let Some(previous) = previous else {
        lines.place(token, 0);
        return Some(String::new());
    };
    if spacing::is_verbatim(token) {
        return None;
    }
    if new_line(old) {
        let indentation = lines.indent(token);
        let breaks = if lines.breaks(old) > 1 { 2 } else { 1 };
        return Some(lines.line_end().repeat(breaks) + &" ".repeat(indentation));
    }
    match spacing(previous, token) {
        Spacing::None => Some(String::new()),
        Spacing::One => Some(" ".to_owned()),
        Spacing::Collapsed if old.is_empty() => None,
        Spacing::Collapsed => Some(" ".to_owned()),
        Spacing::AsWritten => None,
    }
}

/// The file ends with one line break.
fn last_line(
    previous: Option<SyntaxToken>,
    text: &str,
    frozen: &[TextRange],
    lines: &Lines<'_>,
) -> Option<TextEdit> {
    let start = previous.map_or(TextSize::new(0), |it| it.text_range().end());
    let range = TextRange::new(start, TextSize::of(text));
    let old = text.get(usize::from(start)..)?;
    let is_frozen = frozen_before(frozen, start).is_some_and(|it| it.contains_inclusive(start));
    let wanted = if usize::from(start) == 0 { "" } else { lines.line_end() };
    (!is_frozen && is_blank(old) && old != wanted).then(|| TextEdit::replace(range, wanted))
}

/// The regions, or statements of the top level, in which something does not parse: apart from each other, in text order.
fn frozen_ranges(parse: &Parse, root: &SyntaxNode) -> Vec<TextRange> {
    let mut frozen: Vec<TextRange> = Vec::new();
    let mut errors: Vec<TextSize> =
        parse.errors().iter().filter(|it| !it.code.is_legacy()).map(|it| it.range.start()).collect();
    errors.sort_unstable();
    for place in errors {
        let place = place.min(root.text_range().end());
        if frozen.last().is_some_and(|it| it.contains_inclusive(place)) {
            continue;
        }
        // To ask for the tokens at an offset goes through all statements.
        let before = place.checked_sub(TextSize::new(1)).map(|start| TextRange::new(start, place));
        let behind = (place < root.text_range().end()).then(|| TextRange::at(place, TextSize::new(1)));
        let sides = before.into_iter().chain(behind);
        for token in sides.filter_map(|it| root.covering_element(it).into_token()) {
            let around = token
                .parent_ancestors()
                .find(|it| it.kind() == SyntaxKind::REGION)
                .or_else(|| token.parent_ancestors().take_while(|it| it.kind() != SyntaxKind::PART).last());
            let range = around.map_or_else(|| token.text_range(), |it| it.text_range());
            // One that begins later is inside, or the other way round.
            while frozen.last().is_some_and(|it| it.start() >= range.start()) {
                frozen.pop();
            }
            if !range.is_empty() && frozen.last().is_none_or(|it| it.end() < range.end()) {
                frozen.push(range);
            }
        }
    }
    frozen
}

/// The last of the ranges that does not begin after an offset.
fn frozen_before(frozen: &[TextRange], offset: TextSize) -> Option<&TextRange> {
    let count = frozen.partition_point(|it| it.start() <= offset);
    frozen.get(count.checked_sub(1)?)
}

//! Where moved text goes, and which lines a nest takes along.

use crate::rewrite::Edits;
use crate::rewrite::{Layout, RootText, indentation, line_end, line_start};
use ir::{Ir, OpId};
use syntax::{TextRange, TextSize};

/// A range of a root's text and its replacement.
pub(crate) type Edit = (TextRange, String);

pub(crate) fn range(from: usize, to: usize) -> Option<TextRange> {
    let size = |it: usize| TextSize::try_from(it).ok();
    (from <= to).then_some(TextRange::new(size(from)?, size(to)?))
}

/// The text that a nest takes along: its lines, the comments right above it, one of two blank lines.
pub(crate) fn removal(text: &str, nest: TextRange) -> TextRange {
    let (start, end) = (usize::from(nest.start()), usize::from(nest.end()));
    let rest = text.get(end..line_end(text, end)).unwrap_or_default().trim();
    let before = text.get(line_start(text, start)..start).unwrap_or_default();
    if !before.trim().is_empty() || !(rest.is_empty() || rest.starts_with("//")) {
        return nest;
    }
    let from = above_comments(text, start);
    let mut to = line_end(text, end);
    let is_blank = |from: usize, to: usize| text.get(from..to).is_some_and(|it| it.trim().is_empty());
    let starts_block = from == 0
        || is_blank(line_start(text, from - 1), from)
        || text.get(..from).is_some_and(|it| it.trim_end().ends_with('{'));
    if starts_block && to < text.len() && is_blank(to, line_end(text, to)) {
        to = line_end(text, to);
    }
    range(from, to).unwrap_or(nest)
}

/// The start of the line that holds the offset, or of the first of the comment lines right above it.
pub(crate) fn above_comments(text: &str, offset: usize) -> usize {
    let mut from = line_start(text, offset);
    while from > 0 {
        let above = line_start(text, from - 1);
        if !text.get(above..from).unwrap_or_default().trim_start().starts_with("//") {
            break;
        }
        from = above;
    }
    from
}

/// The part of the removed text that is to be written again.
pub(crate) fn moved(text: &str, nest: TextRange, removal: TextRange) -> TextRange {
    let end = usize::from(nest.end());
    match removal == nest {
        true => nest,
        false => range(removal.start().into(), line_end(text, end)).unwrap_or(nest),
    }
}

/// Puts lines at the start of a loop's body.
pub(crate) fn at_start(source: &RootText<'_>, ir: &Ir, receiver: OpId, layout: &Layout) -> Option<Edit> {
    let text = source.text.as_str();
    let region = *source.regions(receiver).first()?;
    let (open, close) = (usize::from(region.start()) + 1, usize::from(region.end()).checked_sub(1)?);
    text.get(close..)?.strip_prefix('}')?;
    let inner = source.inner_indentation(receiver);
    let line_break = source.line_break();
    let first = ir.blocks[ir.body(receiver)?].ops.first();
    let first = first.map(|it| usize::from(ir.ops[*it].pointer.range.start()));
    let next = first.unwrap_or(close);
    if line_start(text, next) >= open {
        let at = line_end(text, open);
        let blanks = first.map_or(&*inner, |it| indentation(text, it));
        return Some((range(at, at)?, layout.at(blanks, line_break)));
    }
    let last = match first {
        Some(_) => inner.as_str(),
        None => indentation(text, ir.ops[receiver].pointer.range.start().into()),
    };
    let lines = format!("{line_break}{}{last}", layout.at(&inner, line_break));
    let blanks = text.get(open..next)?.len();
    Some((range(open, open + blanks)?, lines))
}

/// Puts lines in front of an operation and the comments right above it.
pub(crate) fn before(source: &RootText<'_>, ir: &Ir, op: OpId, layout: &Layout) -> Option<Edit> {
    let text = source.text.as_str();
    let start = usize::from(ir.ops[op].pointer.range.start());
    let blanks = indentation(text, start);
    let lines = layout.at(blanks, source.line_break());
    if text.get(line_start(text, start)..start)?.trim().is_empty() {
        let at = above_comments(text, start);
        return Some((range(at, at)?, lines));
    }
    let lines = format!("{}{lines}{blanks}", source.line_break());
    Some((range(start, start)?, lines))
}

/// Puts lines after an operation and the comment on its last line.
pub(crate) fn after(source: &RootText<'_>, ir: &Ir, op: OpId, layout: &Layout) -> Option<Edit> {
    let text = source.text.as_str();
    let span = ir.ops[op].pointer.range;
    let end = usize::from(span.end());
    let blanks = indentation(text, span.start().into());
    let line_break = source.line_break();
    let rest = text.get(end..line_end(text, end))?.trim();
    if rest.is_empty() || rest.starts_with("//") {
        let at = line_end(text, end);
        let lines = layout.at(blanks, line_break);
        let ends_line = text.get(..at)?.ends_with('\n');
        let lines =
            if ends_line { lines } else { format!("{line_break}{}", lines.trim_end_matches(['\r', '\n'])) };
        return Some((range(at, at)?, lines));
    }
    let lines = layout.at(blanks, line_break);
    let rest_start = end + (text.get(end..)?.len() - text.get(end..)?.trim_start_matches([' ', '\t']).len());
    let outer = blanks.strip_suffix("  ").unwrap_or(blanks);
    let next = if rest.starts_with('}') { outer } else { blanks };
    Some((range(end, rest_start)?, format!("{line_break}{lines}{next}")))
}

/// Puts indented lines after a statement and the comment on its last line.
pub(crate) fn lines_behind(source: &RootText<'_>, statement: TextRange, lines: String) -> Option<Edit> {
    let (text, line_break) = (source.text.as_str(), source.line_break());
    let end = usize::from(statement.end());
    let line = text.get(end..line_end(text, end))?;
    if line.trim().is_empty() || line.trim_start().starts_with("//") {
        let at = end + line.trim_end().len();
        return Some((range(at, at)?, format!("{line_break}{lines}")));
    }
    let blanks = source.indentation(statement);
    let next = end + (line.len() - line.trim_start().len());
    Some((range(end, next)?, format!("{line_break}{lines}{line_break}{blanks}")))
}

/// In text order; text inserted at a place comes before a replacement there.
pub(crate) fn in_order(mut edits: Edits) -> Edits {
    edits.sort_by_key(|it| (it.0.root, it.0.range.start(), it.0.range.end()));
    edits
}

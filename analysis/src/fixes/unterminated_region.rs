//! `unterminated-region`: closes the region behind the lines that are indented into it.

use super::{FixContext, fix, insertion};
use crate::diagnostic::Fix;
use crate::rewrite::{indentation, line_end, line_start};
use syntax::TextSize;

pub(super) fn fixes(ctx: &FixContext<'_>) -> Vec<Fix> {
    let text = ctx.whole;
    let brace = usize::from(ctx.range.start());
    let blanks = indentation(text, line_start(text, brace));
    let mut end = line_end(text, brace);
    let mut next = end;
    while next < text.len() {
        let after = line_end(text, next);
        let line = text.get(next..after).unwrap_or_default();
        let is_inside = indentation(text, next).len() > blanks.len();
        if is_inside && !line.trim().is_empty() {
            end = after;
        } else if !line.trim().is_empty() {
            break;
        }
        next = after;
    }
    let Ok(at) = TextSize::try_from(end) else { return Vec::new() };
    let line_break = if text.get(..end).is_some_and(|it| it.ends_with('\n')) { "" } else { "\n" };
    fix("close the region", vec![insertion(at, format!("{line_break}{blanks}}}\n"))])
}

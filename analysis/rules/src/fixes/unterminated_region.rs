//! `unterminated-region`: closes the region after the lines that are indented into it, or before the `return` that
//! cannot be in it.

use super::{FixContext, fix, insertion, last_operation, name_of, trimmed};
use crate::diagnostic::Fix;
use syntax::{SyntaxKind, SyntaxNode, TextRange, TextSize, ast};
use transforms::rewrite::{indentation, line_end, line_start};

pub fn fixes(ctx: &FixContext<'_>) -> Option<Vec<Fix>> {
    let text = ctx.whole;
    if let Some(region) = unclosed_region_at_end(ctx.root, ctx.range) {
        return at_end(ctx, &region);
    }
    if ctx.text() != "{" {
        return before_return(ctx);
    }
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
    let Ok(at) = TextSize::try_from(end) else { return None };
    let line_break = if text.get(..end).is_some_and(|it| it.ends_with('\n')) { "" } else { "\n" };
    fix("close the region", vec![insertion(at, format!("{line_break}{blanks}}}\n"))])
}

/// The innermost region that is open at an empty place, where the text ends.
pub fn unclosed_region_at_end(root: &SyntaxNode, place: TextRange) -> Option<SyntaxNode> {
    let last = root.token_at_offset(place.start()).left_biased().filter(|_| place.is_empty())?;
    let is_open = |it: &SyntaxNode| it.kind() == SyntaxKind::REGION && !is_closed(it);
    last.parent_ancestors().find(is_open)
}

/// Closes the region and those around it that are open.
fn at_end(ctx: &FixContext<'_>, region: &SyntaxNode) -> Option<Vec<Fix>> {
    let open = region.ancestors().filter(|it| it.kind() == SyntaxKind::REGION && !is_closed(it));
    let braces: String = open
        .filter_map(|it| it.parent())
        .map(|it| format!("\n{}}}", indentation(ctx.whole, trimmed(&it).start().into())))
        .collect();
    let title = if braces.matches('}').count() == 1 { "close the region" } else { "close the regions" };
    fix(title, vec![insertion(ctx.range.start(), braces)])
}

/// Closes every region between the `return` and its function, and those before it that the parser has given up.
fn before_return(ctx: &FixContext<'_>) -> Option<Vec<Fix>> {
    let own = ctx.operation()?;
    let around = own.ancestors().skip(1).filter(|it| it.kind() == SyntaxKind::OPERATION);
    let around: Vec<_> = around.take_while(|it| name_of(it) != "func.func").collect();
    let start = line_start(ctx.whole, trimmed(&own).start().into());
    let is_line = ctx.whole.get(start..usize::from(trimmed(&own).start()))?.trim().is_empty();
    let is_in_function = own.ancestors().any(|it| name_of(&it) == "func.func");
    let before =
        own.parent()?.children().take_while(|it| *it != own).filter(|it| it.kind() == SyntaxKind::OPERATION);
    let last = before.last().as_ref().and_then(unclosed);
    let mut open: Vec<_> = std::iter::successors(last, |region| unclosed(&last_operation(region)?))
        .filter_map(|it| it.parent())
        .collect();
    open.reverse();
    open.extend(around);
    if open.is_empty() || !is_line || !is_in_function {
        return None;
    }
    let braces: String =
        open.iter().map(|it| format!("{}}}\n", indentation(ctx.whole, trimmed(it).start().into()))).collect();
    let title = if open.len() == 1 { "close the region" } else { "close the regions" };
    fix(title, vec![insertion(TextSize::try_from(start).ok()?, braces)])
}

/// The last region of an operation, if no brace ends it.
fn unclosed(op: &SyntaxNode) -> Option<SyntaxNode> {
    op.children().filter(|it| it.kind() == SyntaxKind::REGION).last().filter(|it| !is_closed(it))
}

fn is_closed(region: &SyntaxNode) -> bool {
    ast::token(region, SyntaxKind::R_BRACE).is_some()
}

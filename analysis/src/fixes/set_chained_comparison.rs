//! `set-chained-comparison`: joins constraints with a comma.

use super::{FixContext, edit, fix, insertion, trimmed};
use crate::diagnostic::Fix;
use syntax::{SyntaxKind, TextRange};

pub(super) fn fixes(ctx: &FixContext<'_>) -> Vec<Fix> {
    let text = ctx.text();
    if text.starts_with('|') || text.starts_with("or") {
        return Vec::new();
    }
    let joint = if text.starts_with("&&") {
        2
    } else if text.starts_with("and") {
        3
    } else {
        0
    };
    if joint > 0 {
        let Some(before) = ctx.token_before() else { return Vec::new() };
        let end = ctx.range.start() + syntax::TextSize::new(joint);
        let range = TextRange::new(before.text_range().end(), end);
        return fix("join with a comma", vec![edit(range, ",")]);
    }
    // `a <= b <= c`: what stands before the second comparison is compared again.
    let Some(constraint) = ctx
        .token_before()
        .and_then(|it| it.parent_ancestors().find(|it| it.kind() == SyntaxKind::AFFINE_CONSTRAINT))
    else {
        return Vec::new();
    };
    let Some(middle) = constraint.children().filter(|it| it.kind().is_affine_expression()).last() else {
        return Vec::new();
    };
    let middle = ctx.text_of(trimmed(&middle));
    fix("compare twice", vec![insertion(ctx.range.start(), format!(", {middle} "))])
        .into_iter()
        .map(|mut it| {
            // No blank before the comma.
            if let (Some(edit), Some(before)) = (it.edits.first_mut(), ctx.token_before()) {
                edit.range = TextRange::new(before.text_range().end(), ctx.range.start());
            }
            it
        })
        .collect()
}

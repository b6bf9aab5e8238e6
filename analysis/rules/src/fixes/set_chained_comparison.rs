//! `set-chained-comparison`: joins constraints with a comma.

use super::{FixContext, edit, fix, trimmed};
use crate::diagnostic::Fix;
use syntax::{SyntaxKind, TextRange};

pub fn fixes(ctx: &FixContext<'_>) -> Option<Vec<Fix>> {
    let text = ctx.text();
    if text.starts_with('|') || text.starts_with("or") {
        return None;
    }
    let joint = if text.starts_with("&&") {
        2
    } else if text.starts_with("and") {
        3
    } else {
        0
    };
    if joint > 0 {
        let before = ctx.token_before()?;
        let end = ctx.range.start() + syntax::TextSize::new(joint);
        let range = TextRange::new(before.text_range().end(), end);
        return fix("join with a comma", vec![edit(range, ",")]);
    }
    // `a <= b <= c`: the text before the second comparison is compared again.
    let constraint = ctx
        .token_before()
        .and_then(|it| it.parent_ancestors().find(|it| it.kind() == SyntaxKind::AFFINE_CONSTRAINT))?;
    let middle = constraint.children().filter(|it| it.kind().is_affine_expression()).last()?;
    let middle = ctx.text_of(trimmed(&middle));
    // No blank before the comma.
    let blanks = TextRange::new(ctx.token_before()?.text_range().end(), ctx.range.start());
    fix("compare twice", vec![edit(blanks, format!(", {middle} "))])
}

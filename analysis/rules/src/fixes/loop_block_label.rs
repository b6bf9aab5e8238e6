//! `loop-block-label` and `entry-block-label`: deletes the label.

use super::{FixContext, edit, fix, trimmed};
use crate::diagnostic::Fix;
use syntax::SyntaxKind;

pub fn fixes(ctx: &FixContext<'_>) -> Option<Vec<Fix>> {
    let label = ctx.around(SyntaxKind::BLOCK_LABEL)?;
    let range = trimmed(&label);
    let lines = ctx.lines(range);
    let alone = ctx.text_of(lines).trim() == ctx.text_of(range).trim();
    fix("delete the label", vec![if alone { edit(lines, "") } else { ctx.deletion(range) }])
}

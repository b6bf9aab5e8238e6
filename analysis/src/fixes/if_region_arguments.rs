//! `if-region-arguments`: deletes the arguments, if nothing uses them.

use super::{FixContext, edit, fix, tokens, trimmed};
use crate::diagnostic::Fix;
use syntax::SyntaxKind;

pub(crate) fn fixes(ctx: &FixContext<'_>) -> Option<Vec<Fix>> {
    let (label, op) = (ctx.around(SyntaxKind::BLOCK_LABEL)?, ctx.operation()?);
    let arguments: Vec<_> = tokens(&label).filter(|it| it.kind() == SyntaxKind::PERCENT_ID).collect();
    let uses = |name: &str| tokens(&op).filter(|it| it.text() == name).count();
    if arguments.is_empty() || arguments.iter().any(|it| uses(it.text()) > 1) {
        return None;
    }
    let range = trimmed(&label);
    let lines = ctx.lines(range);
    let alone = ctx.text_of(lines).trim() == ctx.text_of(range).trim();
    fix("delete the arguments", vec![if alone { edit(lines, "") } else { ctx.deletion(range) }])
}

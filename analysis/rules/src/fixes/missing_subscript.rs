//! `missing-subscript`: inserts `[]` where the memref has no dimensions, or turns parentheses into brackets.

use super::{FixContext, edit, fix, insertion, tokens};
use crate::diagnostic::Fix;
use ir::types::Type;
use syntax::SyntaxKind;

pub fn fixes(ctx: &FixContext<'_>) -> Option<Vec<Fix>> {
    let (op, before) = (ctx.operation()?, ctx.token_before()?);
    let wrong = op.children().find(|it| it.kind() == SyntaxKind::ERROR);
    if let Some(wrong) = wrong.filter(|it| it.text_range().contains(ctx.range.start())) {
        return match (tokens(&wrong).next(), tokens(&wrong).last()) {
            (Some(first), Some(last)) if first.kind() == SyntaxKind::L_PAREN => fix(
                "write square brackets",
                vec![edit(first.text_range(), "["), edit(last.text_range(), "]")],
            ),
            _ => None,
        };
    }
    let ir = ctx.ir();
    let has_no_dimensions = ir.is_some_and(|ir| {
        ctx.values(ir, before.text())
            .all(|it| matches!(&ir.values[it].ty, Type::MemRef(it) if it.dims.is_empty()))
    });
    if before.kind() == SyntaxKind::PERCENT_ID && has_no_dimensions {
        return fix("insert []", vec![insertion(before.text_range().end(), "[]")]);
    }
    None
}

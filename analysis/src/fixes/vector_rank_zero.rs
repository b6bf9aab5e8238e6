//! `vector-rank-zero`: a vector of one element.

use super::{FixContext, edit, fix, tokens};
use crate::diagnostic::Fix;
use syntax::SyntaxKind;

pub(super) fn fixes(ctx: &FixContext<'_>) -> Vec<Fix> {
    // A stored vector would have to change where it is made.
    let is_load =
        ctx.operation().is_some_and(|it| it.children().any(|it| it.kind() == SyntaxKind::OP_RESULTS));
    if !is_load {
        return Vec::new();
    }
    let ty = ctx.around(SyntaxKind::VECTOR_TYPE);
    let open = ty.as_ref().and_then(|it| tokens(it).find(|it| it.kind() == SyntaxKind::L_ANGLE));
    match open {
        Some(open) => fix("write a vector of one element", vec![edit(open.text_range(), "<1x")]),
        None => Vec::new(),
    }
}

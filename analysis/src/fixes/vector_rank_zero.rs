//! `vector-rank-zero`: a vector of one element.

use super::{FixContext, edit, fix, result_names, tokens};
use crate::diagnostic::Fix;
use syntax::{SyntaxKind, TextRange};

pub(crate) fn fixes(ctx: &FixContext<'_>) -> Option<Vec<Fix>> {
    let op = ctx.operation()?;
    // A stored vector would have to change where it is made, and a loaded one where it is used.
    let is_alone = |(name, ..): &(String, usize, TextRange)| {
        result_names::uses(&op, name).is_some_and(|it| it.is_empty())
    };
    let results = result_names::groups(&op).unwrap_or_default();
    if results.is_empty() || !results.iter().all(is_alone) {
        return None;
    }
    let ty = ctx.around(SyntaxKind::VECTOR_TYPE);
    let open = ty.as_ref().and_then(|it| tokens(it).find(|it| it.kind() == SyntaxKind::L_ANGLE));
    match open {
        Some(open) => fix("write a vector of one element", vec![edit(open.text_range(), "<1x")]),
        None => None,
    }
}

//! `vector-rank-zero`: a vector access with a vector that has no dimension.
//!
//! Quick fix: a vector of one element.

use crate::context::RuleContext;
use crate::diagnostic::Fix;
use crate::finding::Report;
use crate::fixes::{FixContext, edit, fix, result_names, tokens};
use ir::types::Type;
use ir::{AccessOp, Form, OpKind};
use syntax::{SyntaxKind, TextRange};

pub(crate) fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    for (id, op) in ctx.ops() {
        let OpKind::Access(access) = &op.kind else { continue };
        if !matches!(access.op, AccessOp::VectorLoad | AccessOp::VectorStore) || op.form != Form::Custom {
            continue;
        }
        let types = ctx.lowered_types(id);
        if let (Some(Type::Vector { dims, .. }), Some(node)) =
            (types.get(1), ctx.written_types(id).into_iter().nth(1))
            && dims.is_empty()
        {
            report.add(ctx.pointer(id, node), "the vector needs at least one dimension");
        }
    }
}

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
    let open = open?;
    fix("write a vector of one element", vec![edit(open.text_range(), "<1x")])
}

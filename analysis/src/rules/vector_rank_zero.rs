//! `vector-rank-zero`: a vector access with a vector that has no dimension.

use super::Report;
use crate::ir::{AccessOp, Form, OpKind};
use crate::rule_context::RuleContext;
use crate::types::Type;

pub(super) fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
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

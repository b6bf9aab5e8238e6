//! `vector-rank-zero`: a vector access with a vector that has no dimension.

use super::{Report, Rule};
use crate::diagnostic::Severity;
use crate::ir::{AccessOp, Form, OpKind};
use crate::rule_context::RuleContext;
use crate::types::Type;

pub(super) static RULE: Rule =
    Rule { code: "vector-rank-zero", severity: Severity::Error, page: page!("vector-rank-zero"), check };

fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
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

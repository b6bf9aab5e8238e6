//! `vector-type-required`: a vector access whose second type is not a vector.

use crate::context::RuleContext;
use crate::finding::Report;
use ir::types::Type;
use ir::{AccessOp, Form, OpKind};

pub(crate) fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    for (id, op) in ctx.ops() {
        let OpKind::Access(access) = &op.kind else { continue };
        if !matches!(access.op, AccessOp::VectorLoad | AccessOp::VectorStore) {
            continue;
        }
        let (ty, place) = match (op.form, ctx.function_type(id)) {
            (Form::Generic, Some((place, inputs, results))) => {
                let ty = if access.op == AccessOp::VectorLoad { results.first() } else { inputs.first() };
                (ty.cloned(), Some(place))
            }
            _ => {
                let place = ctx.written_types(id).get(1).map(|it| ctx.pointer(id, it));
                (ctx.lowered_types(id).into_iter().nth(1), place)
            }
        };
        if let (Some(ty), Some(place)) = (ty, place)
            && !matches!(ty, Type::Vector { .. } | Type::Unknown)
        {
            report.add(place, format!("{} moves a vector, {ty} is none", op.name));
        }
    }
}

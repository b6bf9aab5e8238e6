//! `vector-element-mismatch`: a vector access with another element type than the memref.

use crate::context::RuleContext;
use crate::finding::Report;
use ir::types::Type;
use ir::{AccessOp, Form, OpKind};

pub(crate) fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    for (id, op) in ctx.ops() {
        let OpKind::Access(access) = &op.kind else { continue };
        if !matches!(access.op, AccessOp::VectorLoad | AccessOp::VectorStore) || op.form != Form::Custom {
            continue;
        }
        let Some((memref, written)) = ctx.accessed_memref(id, access.memref) else { continue };
        if op.operands.get(access.memref).is_some_and(|it| ctx.has_other_type(it, &memref)) {
            continue;
        }
        let types = ctx.lowered_types(id);
        let (Some(Type::Vector { element, .. }), Some(node)) =
            (types.get(1), ctx.written_types(id).into_iter().nth(1))
        else {
            continue;
        };
        if element.differs_from(&memref.element) {
            let message =
                format!("the vector has elements of type {element}, the memref of type {}", memref.element);
            report.add(ctx.pointer(id, node), message).related(written, "the type of the memref");
        }
    }
}

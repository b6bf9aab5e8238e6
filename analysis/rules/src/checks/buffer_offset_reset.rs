//! `buffer-offset-reset`: a reset of an offset that the layout does not give.

use crate::context::RuleContext;
use crate::finding::Report;
use ir::Form;
use ir::types::{Layout, MemRefType};
use syntax::ast;

pub(crate) fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    for (id, op) in ctx.ops().filter(|(_, op)| op.is("amdgpu.fat_raw_buffer_cast") && op.form == Form::Opaque)
    {
        let nodes = ctx.own_nodes(id);
        if !nodes.iter().any(|it| ast::has_keyword(it, "resetOffset")) {
            continue;
        }
        let Some(operand) = op.operands.first() else { continue };
        let Some(ty) = operand.value.map(|it| &ctx.ir.values[it].ty) else { continue };
        if let Some(MemRefType { layout: Layout::Map(_), .. }) = ty.as_memref() {
            report
                .add(
                    op.name_pointer,
                    format!("the layout of {} is a map, whose offset cannot be reset", operand.name),
                )
                .related(operand.pointer, format!("it has type {ty}"));
        }
    }
}

//! The terminators of `affine.for`, `affine.if` and `affine.parallel`, with the operation whose results they give.

use crate::context::RuleContext;
use ir::types::Type;
use ir::{Op, OpId, OpKind, Pointer};
use syntax::SyntaxKind;

/// A written `affine.yield` at the end of a region of its parent.
pub struct Yield<'a> {
    pub op: &'a Op,
    pub id: OpId,
    pub parent: OpId,
    /// Types of the parent's results.
    pub results: Vec<Type>,
}

/// The last operations of affine regions whose parents could be read.
pub fn yields<'a>(ctx: &RuleContext<'a>) -> Vec<Yield<'a>> {
    ctx.ops()
        .filter(|(_, op)| matches!(op.kind, OpKind::Yield))
        .filter_map(|(id, op)| {
            let parent = ctx.ir.parent_op(id)?;
            let is_last = ctx.ir.blocks[op.block].ops.last() == Some(&id);
            let results = affine_results(ctx, parent)?;
            is_last.then_some(Yield { op, id, parent, results })
        })
        .collect()
}

/// The result types of a sound `affine.for`, `affine.if` or `affine.parallel`.
pub fn affine_results(ctx: &RuleContext<'_>, id: OpId) -> Option<Vec<Type>> {
    let op = &ctx.ir.ops[id];
    if op.broken || !is_affine_region_op(op) {
        return None;
    }
    if let Some((_, _, results)) = ctx.function_type(id) {
        return Some(results);
    }
    let types = ctx.result_type_list(id).unwrap_or_default();
    // With another number of types than carried values nothing can be said.
    let carried = ctx.piece(id, SyntaxKind::ITER_ARGS);
    let carried = carried.map(|it| it.children().filter(|it| it.kind() == SyntaxKind::ITER_ARG).count());
    carried.is_none_or(|it| it == types.len()).then_some(types)
}

/// Whether it is an `affine.for`, `affine.if` or `affine.parallel`.
pub fn is_affine_region_op(op: &Op) -> bool {
    op.dialect() == "affine" && op.definition.as_ref().is_some_and(|it| !it.regions.is_empty())
}

/// Where the type of a result is fixed: the carried value of a loop, else the result types.
pub fn result_place(ctx: &RuleContext<'_>, parent: OpId, index: usize) -> (Pointer, String) {
    let op = &ctx.ir.ops[parent];
    if let Some(list) = ctx.piece(parent, SyntaxKind::ITER_ARGS) {
        let carried = list.children().filter(|it| it.kind() == SyntaxKind::ITER_ARG).nth(index);
        let name = ctx
            .ir
            .body(parent)
            .and_then(|it| ctx.ir.blocks[it].arguments.get(index.saturating_add(1)).copied());
        if let (Some(carried), Some(name)) = (carried, name) {
            let ty = &ctx.ir.values[name].ty;
            return (
                ctx.pointer(parent, carried),
                format!("{} carries a value of type {ty}", ctx.name(name)),
            );
        }
    }
    let place = ctx.result_types(parent).or_else(|| Some(ctx.function_type(parent)?.0));
    (place.unwrap_or(op.name_pointer), format!("the result types of {}", op.name))
}

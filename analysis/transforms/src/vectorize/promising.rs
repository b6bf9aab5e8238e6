//! Loops that may plainly be worth vectorizing, judged by their accesses: most are not, and for those the
//! dependences are not needed.

use super::access::{Shape, access_of, lane_strides_of, shape};
use super::carried::carries_floats;
use super::legality::MAX_OPERATIONS;
use ir::memory_effects::subtree;
use ir::{Access, AccessOp, Ir, OpId, OpKind};
use polyhedral::dependence::subscripts::Subscripts;
use rustc_hash::FxHashSet;

/// Every loop in a nest that may be recommended, and all loops inside, in text order.
pub(super) fn promising(ir: &Ir, subscripts: &Subscripts, nest: OpId) -> Vec<OpId> {
    let mut found = FxHashSet::default();
    let inside = subtree(ir, nest);
    for &op in &inside {
        let OpKind::For(header) = &ir.ops[op].kind else { continue };
        let Some(step) = header.step.filter(|it| *it > 0) else { continue };
        let all = subtree(ir, op);
        let mut loops = all.iter().filter(|it| is_for(ir, **it));
        if all.len() <= MAX_OPERATIONS + 1
            && loops.any(|it| may_keep_order(ir, subscripts, *it))
            && has_whole_vectors(ir, subscripts, &all, (op, step))
        {
            found.extend(all.into_iter().filter(|it| is_for(ir, *it)));
        }
    }
    inside.into_iter().filter(|it| found.contains(it)).collect()
}

fn is_for(ir: &Ir, op: OpId) -> bool {
    matches!(ir.ops[op].kind, OpKind::For(_))
}

/// Whether a loop hands on floating-point numbers, or folds into an element that it stores in all iterations.
fn may_keep_order(ir: &Ir, subscripts: &Subscripts, loop_: OpId) -> bool {
    let OpKind::For(header) = &ir.ops[loop_].kind else { return false };
    let body = ir.body(loop_).map(|it| &*ir.blocks[it].ops).unwrap_or_default();
    let stays = |op: &OpId| {
        let written = access_of(ir, *op).filter(|it| may_fold(ir, (*op, it), loop_));
        let shape = written.zip(header.step).map(|it| shape(ir, (*op, it.0), subscripts, loop_, it.1));
        matches!(shape, Some(Ok(Shape::Same)))
    };
    carries_floats(ir, loop_) || body.iter().any(stays)
}

/// Whether an access may store a value that a loop has folded: the loop itself combines it with something, and loads
/// from the memref.
fn may_fold(ir: &Ir, (op, access): (OpId, &Access), loop_: OpId) -> bool {
    let data = &ir.ops[op];
    let operand = |index: usize| data.operands.get(index)?.value;
    let combined = access.stored.and_then(operand).and_then(|it| ir.defining_op(it));
    let is_combined = combined
        .is_some_and(|it| matches!(ir.ops[it].kind, OpKind::For(_)) || ir.ops[it].combining().is_some());
    let is_load = |other: &OpId| {
        let read = access_of(ir, *other).filter(|it| it.op.reads());
        read.is_some_and(|it| {
            ir.ops[*other].operands.get(it.memref).map(|it| it.value) == Some(operand(access.memref))
        })
    };
    ir.body(loop_) == Some(data.block) && is_combined && ir.blocks[data.block].ops.iter().any(is_load)
}

/// Whether all accesses in a loop are whole vectors or one element, as far as they have a shape and need one.
fn has_whole_vectors(ir: &Ir, subscripts: &Subscripts, all: &[OpId], (loop_, step): (OpId, i64)) -> bool {
    // An access without a shape must touch the same element for all lanes.
    let moves = |op: OpId, access: &Access| {
        let strides =
            subscripts.of(ir, op, &access.subscripts).ok().and_then(|it| lane_strides_of(&it, loop_, step));
        strides.is_some_and(|it| it.iter().any(|it| *it != 0))
    };
    let mut is_any_contiguous = false;
    for op in all {
        let Some(access) = access_of(ir, *op) else { continue };
        let is_vector = matches!(access.op, AccessOp::VectorLoad | AccessOp::VectorStore);
        match shape(ir, (*op, access), subscripts, loop_, step) {
            Ok(it) if !it.is_whole() || is_vector && it != Shape::Same => return false,
            Ok(Shape::Same) if access.op.writes() && !may_fold(ir, (*op, access), loop_) => return false,
            Ok(it) => is_any_contiguous |= it == Shape::Contiguous,
            Err(_) if access.op.writes() || moves(*op, access) => return false,
            Err(_) => {}
        }
    }
    is_any_contiguous
}

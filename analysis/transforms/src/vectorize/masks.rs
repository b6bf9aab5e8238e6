//! Conditions that differ from lane to lane: both regions of the `affine.if` run for all lanes, and only the lanes for
//! which the condition holds, or does not, access memory.

use super::access::{Shape, lane_strides_of};
use super::lanes::Lanes;
use crate::reason::Reason;
use ir::affine::{AffineExpr, BinaryOp};
use ir::{AccessOp, Form, Ir, OpId, OpKind, ValueId};
use polyhedral::dependence::constraints_relation;
use rustc_hash::FxHashMap;

/// For each such `affine.if`, the step of each constraint from one lane to the next.
pub(super) type Masks = FxHashMap<OpId, Vec<i64>>;

/// The masks of the conditions among the operations inside a loop, or why one has none.
pub(super) fn masks(
    ir: &Ir,
    inside: &[OpId],
    lanes: &Lanes,
    shapes: &FxHashMap<OpId, Shape>,
    (loop_, step): (OpId, i64),
) -> Result<Masks, Reason> {
    let mut found = Masks::default();
    for op in inside {
        let OpKind::If(conditional) = &ir.ops[*op].kind else { continue };
        if !lanes.differ(ir, *op, conditional.condition.operands.clone()) {
            continue;
        }
        let place = ir.ops[*op].name_pointer;
        let refuse = |text: &str| {
            let what = Reason::new("the condition of `affine.if`").line(place);
            what.text(format!(" differs from lane to lane{text}")).related(place, "this condition")
        };
        let strides = constraints_relation(ir, *op).ok();
        let strides = strides.and_then(|it| lane_strides_of(&it, loop_, step));
        let strides = strides.ok_or_else(|| refuse(", by no constant"))?;
        if ir.ops[*op].form != Form::Custom || ir.ops[*op].results.len() > 1 {
            return Err(refuse(", and it is not written with one result or none"));
        }
        if let Some(inner) = branches(ir, *op).find(|it| !is_maskable(ir, *it, shapes)) {
            let inner = &ir.ops[inner];
            return Err(refuse(&format!(", and `{}`", inner.name))
                .line(inner.name_pointer)
                .text(" has no form that leaves lanes out"));
        }
        found.insert(*op, strides);
    }
    Ok(found)
}

/// The operations directly in the regions.
pub(super) fn branches(ir: &Ir, op: OpId) -> impl Iterator<Item = OpId> + '_ {
    let blocks = ir.ops[op].regions.iter().flat_map(|it| &ir.regions[*it].blocks);
    blocks.flat_map(|it| ir.blocks[*it].ops.iter().copied())
}

/// Whether an operation may run for lanes that the program leaves out, or can leave them out.
fn is_maskable(ir: &Ir, op: OpId, shapes: &FxHashMap<OpId, Shape>) -> bool {
    let data = &ir.ops[op];
    let has_own_name = |it: &ValueId| ir.values[*it].group == 1;
    if !data.regions.is_empty() || !data.results.iter().all(has_own_name) {
        return false;
    }
    match &data.kind {
        OpKind::Access(access) => {
            matches!(access.op, AccessOp::Load | AccessOp::Store)
                && shapes.get(&op) == Some(&Shape::Contiguous)
        }
        OpKind::Apply(applied) => applied.map.as_ref().is_some_and(|it| it.results.iter().all(is_total)),
        OpKind::ConstantInteger(_) | OpKind::Constant => true,
        OpKind::Yield => true,
        OpKind::Other => !may_trap(&data.name),
        _ => false,
    }
}

/// Whether an expression has a value for all values of its inputs.
fn is_total(expr: &AffineExpr) -> bool {
    let mut divides_by_constants = true;
    expr.walk(&mut |it| {
        if let AffineExpr::Binary(BinaryOp::FloorDiv | BinaryOp::CeilDiv | BinaryOp::Mod, _, divisor) = it {
            divides_by_constants &= divisor.as_constant().is_some_and(|it| it > 0);
        }
    });
    divides_by_constants
}

/// Whether an operation on numbers has no result for some operands, which lanes that are left out may have.
fn may_trap(name: &str) -> bool {
    let (_, operation) = name.split_once('.').unwrap_or_default();
    operation.contains("div") && !operation.ends_with("divf")
        || operation.starts_with("rem") && operation != "remf"
        || matches!(operation, "ipowi" | "dim")
}

//! The accesses of one memref inside a loop, and reasons against giving them another memory.

use crate::facts::Facts;
use crate::for_loop::is_defined_inside;
use crate::nest_legality::unknown_effects;
use crate::reason::Reason;
use ir::memory_effects::{Effects, subtree};
use ir::types::Type;
use ir::{AccessOp, Form, Ir, OpId, OpKind, ValueId, value_name};
use polyhedral::dependence::{AccessRelation, enclosing_loops};
use polyhedral::memory::Sharing;
use std::sync::Arc;

pub(super) struct Region<'a> {
    pub(super) ir: &'a Ir,
    pub(super) op: OpId,
    pub(super) memref: ValueId,
    /// The number of loops around the loop.
    pub(super) outside: usize,
    /// In program order.
    pub(super) touches: Vec<Touch>,
}

/// A load or store.
pub(super) struct Touch {
    pub(super) op: OpId,
    pub(super) writes: bool,
    pub(super) relation: Arc<AccessRelation>,
    /// Whether it runs in every iteration of its relation.
    pub(super) is_certain: bool,
    /// Whether it touches one element each time, at a time that its loops determine.
    pub(super) is_scheduled: bool,
}

/// The memrefs from outside that affine accesses in a loop are of, in the order of their first ones.
pub(super) fn memrefs(ir: &Ir, op: OpId) -> Vec<ValueId> {
    let mut found = Vec::new();
    for inner in subtree(ir, op) {
        let OpKind::Access(access) = &ir.ops[inner].kind else { continue };
        let memref = ir.ops[inner].operands.get(access.memref).and_then(|it| it.value);
        let memref = memref.filter(|it| access.op != AccessOp::Prefetch && !is_defined_inside(ir, *it, op));
        found.extend(memref.filter(|it| !found.contains(it)));
    }
    found
}

impl<'a> Region<'a> {
    pub(super) fn of(facts: &Facts<'a>, op: OpId, memref: ValueId) -> Result<Self, Reason> {
        let ir = facts.ir;
        let name = value_name(ir, memref);
        let effects = Effects::of(ir, op);
        if let Some(op) = effects.unknown.first() {
            return Err(unknown_effects(ir, *op));
        }
        let Type::MemRef(ty) = &ir.values[memref].ty else {
            return Err(Reason::new(format!("the type of `{name}` is not known")));
        };
        let rank = ty.dims.len();
        let is_written = effects.known.iter().any(|it| it.writes && it.memref == memref);
        if is_written && facts.memory.may_overlap(memref) {
            return Err(Reason::new(format!("different subscripts of `{name}` may be the same element")));
        }
        let mut touches: Vec<Touch> = Vec::new();
        for effect in &effects.known {
            let data = &ir.ops[effect.op];
            let named = || {
                let other = value_name(ir, effect.memref);
                Reason::new(format!("`{} {other}`", data.name)).line(data.name_pointer)
            };
            if effect.memref == memref {
                let cannot = || {
                    named().text(" cannot be turned to a buffer").related(data.name_pointer, "this access")
                };
                touches.push(touch(facts, effect.op, rank).ok_or_else(cannot)?);
            } else if (is_written || effect.writes)
                && facts.memory.sharing(effect.memref, memref) != Sharing::None
            {
                let text = format!(" may touch the same memory as `{name}`");
                return Err(named().text(text).related(data.name_pointer, "this access"));
            }
        }
        Ok(Self { ir, op, memref, outside: enclosing_loops(ir, op).len(), touches })
    }
}

/// `None` if the operation has no counterpart on a buffer, or the number of its subscripts is wrong.
fn touch(facts: &Facts<'_>, op: OpId, rank: usize) -> Option<Touch> {
    let ir = facts.ir;
    let data = &ir.ops[op];
    let OpKind::Access(access) = &data.kind else { return None };
    let index = facts.found.accesses_of(op).next().filter(|_| data.form == Form::Custom)?;
    let found = facts.found.accesses.get(index)?;
    let relation = found.relation(ir).ok()?;
    if relation.pieces.iter().any(|it| it.subscripts.len() != rank) {
        return None;
    }
    let is_scheduled = matches!(access.op, AccessOp::Load | AccessOp::Store) && !found.is_repeated;
    let is_certain = found.is_certain && relation.left_out.is_nothing();
    Some(Touch { op, writes: access.op.writes(), relation, is_certain, is_scheduled })
}

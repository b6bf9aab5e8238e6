//! Whether the iterations of a loop are independent, and the dependences that forbid it.
//!
//! Exact by the dependences that exist; what is not known forbids.

use super::reduction::{Reduction, Via};
use crate::dependence::{AccessPart, Dependence, Dependences, LoopDim, Unanalysed, is_made_inside};
use ir::memory_effects::subtree;
use ir::{Ir, OpId, ValueId};
use rustc_hash::FxHashMap;

/// How the iterations of a loop depend on each other.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Parallelism {
    /// No iteration depends on another.
    Parallel,
    /// All that iterations hand on is folded by operations that associate and commute.
    Reductions,
    /// They depend on each other through memory or iteration arguments.
    Serial,
    /// With the reason, which names operations without quotes.
    Unknown(String),
}

/// The loop that carries a dependence; `None` for a loop-independent one.
pub fn carrier<'a>(found: &'a Dependences, dependence: &Dependence) -> Option<&'a LoopDim> {
    common_loops(found, dependence).get(dependence.depth.checked_sub(1)?)
}

/// The loops that both ends share, outermost first.
pub fn common_loops<'a>(found: &'a Dependences, dependence: &Dependence) -> &'a [LoopDim] {
    let loops = found.accesses.get(dependence.source).map(|it| &*it.loops).unwrap_or_default();
    loops.get(..dependence.components.len()).unwrap_or(loops)
}

/// The loops that carry a dependence or may carry it: one that is not known stands for all depths from its own.
fn carriers<'a>(found: &'a Dependences, dependence: &Dependence) -> &'a [LoopDim] {
    match dependence.unknown {
        None => carrier(found, dependence).map(std::slice::from_ref).unwrap_or_default(),
        Some(_) => common_loops(found, dependence).get(dependence.depth - 1..).unwrap_or_default(),
    }
}

/// Whether iterations of the loop depend on each other through it, or may. Memory that each iteration makes for
/// itself carries nothing.
pub fn is_carried_by(ir: &Ir, found: &Dependences, dependence: &Dependence, op: OpId) -> bool {
    carriers(found, dependence).iter().any(|it| it.op == op) && !is_private(ir, found, dependence, op)
}

/// Whether each iteration of the loop makes the memory at both ends for itself.
fn is_private(ir: &Ir, found: &Dependences, dependence: &Dependence, op: OpId) -> bool {
    let both_inside = [dependence.source, dependence.sink].iter().all(|index| {
        let memref = found.accesses.get(*index).and_then(|it| it.memref);
        memref.is_some_and(|it| is_made_inside(ir, it, op))
    });
    // Others may be of memrefs that are not made inside.
    both_inside && !found.stands_for_others(dependence)
}

/// For each loop the indices of the dependences that it carries or may carry.
pub fn carried(ir: &Ir, found: &Dependences) -> FxHashMap<OpId, Vec<usize>> {
    let mut carried: FxHashMap<OpId, Vec<usize>> = FxHashMap::default();
    for (index, dependence) in found.dependences.iter().enumerate() {
        // The dimensions of an `affine.parallel` are side by side.
        for dims in carriers(found, dependence).chunk_by(|a, b| a.op == b.op) {
            let Some(op) = dims.first().map(|it| it.op) else { continue };
            if !is_private(ir, found, dependence, op) {
                carried.entry(op).or_default().push(index);
            }
        }
    }
    carried
}

/// The parallelism of a loop, given the dependences that it carries and the reductions among them.
pub(super) fn of_loop(
    ir: &Ir,
    found: &Dependences,
    op: OpId,
    carried: &[usize],
    reductions: &[Reduction],
) -> Parallelism {
    // The load and the store of each reduction by either of them: no access belongs to two.
    let mut ends: FxHashMap<usize, usize> = FxHashMap::default();
    for reduction in reductions {
        if let Via::Memory { load, store } = reduction.via {
            ends.extend([(load, store), (store, store)]);
        }
    }
    let folded = |index: usize| {
        let dependence = &found.dependences[index];
        let source = ends.get(&dependence.source);
        dependence.unknown.is_none() && source.is_some() && source == ends.get(&dependence.sink)
    };
    let open: Vec<_> = carried.iter().filter(|it| !folded(**it)).map(|it| &found.dependences[*it]).collect();
    let arguments = ir.counted_loop(op).map_or(0, |it| it.carried().len());
    let folded_arguments = reductions.iter().filter(|it| matches!(it.via, Via::IterationArgument(_))).count();
    if open.iter().any(|it| it.unknown.is_none()) || folded_arguments < arguments {
        return Parallelism::Serial;
    }
    if let Some(reason) = open.iter().find_map(|it| it.unknown.as_ref()) {
        return Parallelism::Unknown(reason.replace('`', ""));
    }
    if let Some(name) = unanalysed(ir, found, op) {
        return Parallelism::Unknown(format!("{name} is not analysed"));
    }
    if reductions.is_empty() { Parallelism::Parallel } else { Parallelism::Reductions }
}

/// The name of an operation inside the loop that may relate its iterations through memory in a way that is not analysed:
/// it may touch what another access or operation inside writes, or write what that touches.
pub fn unanalysed<'a>(ir: &'a Ir, found: &Dependences, op: OpId) -> Option<&'a str> {
    let name = |it: OpId| &*ir.ops[it].name;
    let is_own = |memref: Option<ValueId>| memref.is_some_and(|it| is_made_inside(ir, it, op));
    let accesses = found.accesses_inside(ir, op);
    // Transfers run on after their statement.
    if let Some(transfer) = accesses.iter().find(|it| it.part != AccessPart::Whole) {
        return Some(name(transfer.op));
    }
    let others = found.unanalysed_inside(ir, op);
    let conflicts = |it: &&Unanalysed| {
        let own = is_own(it.memref);
        let with_itself = it.writes && !own;
        with_itself
            || accesses.iter().any(|access| it.may_conflict(access) && !(own && is_own(access.memref)))
            || others.iter().any(|other| it.may_conflict_with(other) && !(own && is_own(other.memref)))
    };
    if let Some(other) = others.iter().find(conflicts) {
        return Some(name(other.op));
    }
    let frees = |it: &OpId| {
        let memref = ir.ops[*it].operands.first().and_then(|it| it.value);
        ir.ops[*it].is_deallocation() && !is_own(memref)
    };
    subtree(ir, op).into_iter().find(frees).map(name)
}

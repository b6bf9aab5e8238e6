//! Memory that is used after it was freed: after a `memref.dealloc` of its block, so that whenever the use runs, the memory
//! is gone.

use crate::dependence::{System, iteration_domain};
use ir::memory_effects::{Effect, Own, own, subtree};
use ir::{Ir, OpId, ValueId};
use presburger::Budget;
use rustc_hash::FxHashMap;

/// The budget of the question whether one use runs.
const STEPS: u64 = 50_000;

/// Views of views are followed this far.
const MAX_VIEWS: usize = 16;

/// A use of memory that is gone.
pub struct LateUse {
    /// Frees the memory.
    pub dealloc: OpId,
    /// The first of the effects of an operation that need it.
    pub effect: Effect,
}

/// All in an isolated op, block by block; those that free the memory again are among them.
pub fn late_uses(ir: &Ir) -> Vec<LateUse> {
    let mut found = Vec::new();
    for (_, block) in ir.blocks.iter() {
        let mut freed: FxHashMap<ValueId, OpId> = FxHashMap::default();
        for op in &block.ops {
            if !freed.is_empty() {
                let uses = subtree(ir, *op).into_iter().filter_map(|it| late_use(ir, &freed, it));
                found.extend(uses.filter(|it| runs(ir, it.effect.op, *op)));
            }
            let memref = ir.ops[*op].operands.first().and_then(|it| it.value);
            if let Some(memref) = memref.filter(|_| is_dealloc(ir, *op)) {
                freed.entry(viewed(ir, memref)).or_insert(*op);
            }
        }
    }
    found
}

pub fn is_dealloc(ir: &Ir, op: OpId) -> bool {
    ir.ops[op].is_deallocation() && !ir.ops[op].broken
}

fn late_use(ir: &Ir, freed: &FxHashMap<ValueId, OpId>, op: OpId) -> Option<LateUse> {
    let Own::Known(effects) = own(ir, op) else { return None };
    effects.into_iter().find_map(|effect| {
        let dealloc = *freed.get(&viewed(ir, effect.memref))?;
        Some(LateUse { dealloc, effect })
    })
}

/// The memref that a chain of views shows.
fn viewed(ir: &Ir, mut memref: ValueId) -> ValueId {
    for _ in 0..MAX_VIEWS {
        let definition = ir.defining_op(memref).map(|it| &ir.ops[it]).filter(|it| it.is_view_like());
        match definition.and_then(|it| it.operands.first()?.value) {
            Some(source) => memref = source,
            None => break,
        }
    }
    memref
}

/// Whether an operation in another of a block, or that one, runs in some iteration in which the block does.
fn runs(ir: &Ir, op: OpId, root: OpId) -> bool {
    if op == root {
        return true;
    }
    let mut around = ir.ancestors(op).take_while(|it| ir.is_within(*it, root));
    let is_analysed = |it: OpId| ir.is_counted_loop(it) || ir.guard(it).is_some();
    around.all(is_analysed)
        && iteration_domain(ir, op).is_ok_and(|domain| {
            if !domain.left_out.is_nothing() {
                return false;
            }
            let budget = Budget::new(STEPS);
            let system = |piece| System::of(piece, domain.loops.len()).0;
            domain.pieces.iter().any(|it| system(it).is_integer_empty(&budget).is_ok_and(|it| !it))
        })
}

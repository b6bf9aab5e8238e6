//! The loads of a loop that read a value that an earlier access has stored or loaded, and the stores that are never
//! read.
//!
//! The earlier access is in the same block or in one around it, also outside the loop, so that it always runs
//! before; its subscripts are equal as expressions over values; and no operation that may run in between writes the
//! element.

use crate::facts::Facts;
use ir::affine::AffineExpr;
use ir::memory_effects::{Effect, Effects, subtree};
use ir::{Access, AccessOp, BlockId, Ir, OpId, OpKind, ValueId};
use polyhedral::dependence::enclosing_loops;
use polyhedral::memory::Sharing;
use polyhedral::value_expression::{Composer, simplified};
use rustc_hash::{FxHashMap, FxHashSet};

/// The operations that go.
pub(super) struct Replacements {
    /// Loads with the values that they give.
    pub(super) loads: Vec<(OpId, ValueId)>,
    pub(super) dead_stores: Vec<OpId>,
}

impl Replacements {
    /// The operations that go, in no order.
    pub(super) fn ops(&self) -> impl Iterator<Item = OpId> {
        self.loads.iter().map(|it| it.0).chain(self.dead_stores.iter().copied())
    }

    pub(super) fn is_empty(&self) -> bool {
        self.loads.is_empty() && self.dead_stores.is_empty()
    }

    /// Of the accesses that are concerned.
    pub(super) fn of(scope: &Scope<'_>, is_inside: impl Fn(OpId) -> bool) -> Self {
        let facts = scope.facts;
        let mut loads: Vec<(OpId, ValueId)> = Vec::new();
        for (index, load) in scope.accesses.iter().enumerate() {
            let Some(result) = load.loaded(facts.ir).filter(|_| is_inside(load.op)) else { continue };
            let known = scope.accesses[..index].iter().rev().find_map(|it| scope.value_for(it, load));
            if let Some(known) = known.filter(|it| *it != result) {
                // The value of that load may be known itself.
                let definition = facts.ir.defining_op(known);
                let resolved = loads.iter().find(|it| Some(it.0) == definition).map_or(known, |it| it.1);
                loads.push((load.op, resolved));
            }
        }
        let is_gone = |op: OpId| loads.iter().any(|it| it.0 == op);
        let stores = scope.accesses.iter().filter(|it| it.access.op == AccessOp::Store && is_inside(it.op));
        let dead_stores = stores.filter(|it| scope.is_overwritten(it, &is_gone)).map(|it| it.op).collect();
        Self { loads, dead_stores }
    }
}

/// A scalar affine access with its subscripts over values.
struct ScalarAccess<'a> {
    op: OpId,
    access: &'a Access,
    memref: ValueId,
    subscripts: Vec<AffineExpr>,
}

impl ScalarAccess<'_> {
    fn loaded(&self, ir: &Ir) -> Option<ValueId> {
        if self.access.op == AccessOp::Load { ir.ops[self.op].results.first().copied() } else { None }
    }

    /// The value of the element after the access.
    fn value(&self, ir: &Ir) -> Option<ValueId> {
        match self.access.stored {
            Some(stored) => ir.ops[self.op].operands.get(stored)?.value,
            None => self.loaded(ir),
        }
    }

    fn is_equal(&self, other: &ScalarAccess<'_>) -> bool {
        self.memref == other.memref && self.subscripts == other.subscripts
    }
}

/// The accesses of an isolated op that may touch the elements of some of them, and all effects.
pub(super) struct Scope<'a> {
    facts: &'a Facts<'a>,
    /// In program order: those of the same memrefs.
    accesses: Vec<ScalarAccess<'a>>,
    /// By operation.
    effects: FxHashMap<OpId, Vec<Effect>>,
    unknown: FxHashSet<OpId>,
    /// Of each operation in program order.
    positions: FxHashMap<OpId, usize>,
}

impl<'a> Scope<'a> {
    /// For what is asked about accesses.
    pub(super) fn of(facts: &'a Facts<'a>, is_asked: impl Fn(OpId) -> bool) -> Self {
        let ir = facts.ir;
        let ops = ir.walk();
        let scalar = || ops.iter().filter_map(|op| Some((*op, scalar_access(ir, *op)?)));
        let memrefs: FxHashSet<ValueId> = scalar().filter(|it| is_asked(it.0)).map(|it| it.1.1).collect();
        let mut composer = Composer::composing(ir);
        let concerned = scalar().filter(|it| memrefs.contains(&it.1.1));
        let with_subscripts = concerned.filter_map(|(op, (access, memref))| {
            let subscripts = composer.results(op, &access.subscripts)?.iter().map(simplified).collect();
            Some(ScalarAccess { op, access, memref, subscripts })
        });
        let accesses = with_subscripts.collect();
        let mut effects: FxHashMap<OpId, Vec<Effect>> = FxHashMap::default();
        let mut unknown = FxHashSet::default();
        for root in ir.regions[ir.top].blocks.iter().flat_map(|it| &ir.blocks[*it].ops) {
            let found = Effects::of(ir, *root);
            unknown.extend(found.unknown);
            for effect in found.known {
                effects.entry(effect.op).or_default().push(effect);
            }
        }
        let positions = ops.into_iter().enumerate().map(|(position, op)| (op, position)).collect();
        Self { facts, accesses, effects, unknown, positions }
    }

    /// The value that `load` reads, if it is surely the one at `earlier`.
    fn value_for(&self, earlier: &ScalarAccess<'_>, load: &ScalarAccess<'_>) -> Option<ValueId> {
        let ir = self.facts.ir;
        if !earlier.is_equal(load) {
            return None;
        }
        let value = earlier.value(ir)?;
        let block = ir.ops[earlier.op].block;
        let until = ancestor_in(ir, load.op, block)?;
        if self.positions.get(&earlier.op) >= self.positions.get(&until) {
            return None;
        }
        let writes = |it: &Effect| it.writes && self.reaches(it, load, it.op, load.op, block);
        (!self.happens_between(earlier.op, until, &writes)).then_some(value)
    }

    /// Whether the element of a store is always written again before anything that is not gone reads it.
    fn is_overwritten(&self, store: &ScalarAccess<'_>, is_gone: &dyn Fn(OpId) -> bool) -> bool {
        let ir = self.facts.ir;
        let block = ir.ops[store.op].block;
        let position = |it: &ScalarAccess<'_>| self.positions.get(&it.op).copied();
        let later = self.accesses.iter().filter(|it| {
            it.access.op == AccessOp::Store && ir.ops[it.op].block == block && position(it) > position(store)
        });
        later.filter(|it| it.is_equal(store)).any(|later| {
            let reads = |it: &Effect| {
                !it.writes && !is_gone(it.op) && self.reaches(it, store, store.op, it.op, block)
            };
            !self.happens_between(store.op, later.op, &reads)
        })
    }

    /// Whether an effect that matters may come after `from` and before `until` is over, both in one block. All of
    /// `until` counts if it is not the access itself: it may hold loops.
    fn happens_between(&self, from: OpId, until: OpId, matters: &dyn Fn(&Effect) -> bool) -> bool {
        let ir = self.facts.ir;
        let ops = &ir.blocks[ir.ops[from].block].ops;
        let is_after_start = ops.iter().skip_while(|it| **it != from).skip(1);
        let mut between: Vec<OpId> = is_after_start.copied().take_while(|it| *it != until).collect();
        if !ir.ops[until].regions.is_empty() {
            between.push(until);
        }
        between.into_iter().flat_map(|it| subtree(ir, it)).any(|op| {
            self.unknown.contains(&op) || self.effects.get(&op).is_some_and(|it| it.iter().any(matters))
        })
    }

    /// Whether an effect may concern the element of an access in the same iteration of the loops around the block.
    /// `source` and `sink` are their operations in the order in which they would depend.
    fn reaches(
        &self,
        effect: &Effect,
        access: &ScalarAccess<'_>,
        source: OpId,
        sink: OpId,
        block: BlockId,
    ) -> bool {
        let Facts { ir, found, memory, .. } = self.facts;
        match memory.sharing(effect.memref, access.memref) {
            Sharing::None => return false,
            Sharing::Possible => return true,
            Sharing::Same => {}
        }
        if !matches!(ir.ops[effect.op].kind, OpKind::Access(_)) {
            return true;
        }
        let outside = ir.blocks[block].ops.first().map_or(0, |it| enclosing_loops(ir, *it).len());
        found.may_precede(source, sink, outside)
    }
}

/// A load or a store of an element, with its memref.
fn scalar_access(ir: &Ir, op: OpId) -> Option<(&Access, ValueId)> {
    let OpKind::Access(access) = &ir.ops[op].kind else { return None };
    let is_scalar = matches!(access.op, AccessOp::Load | AccessOp::Store);
    let memref = ir.ops[op].operands.get(access.memref)?.value?;
    is_scalar.then_some((access, memref))
}

/// The operation of a block that holds `op`, or is it.
fn ancestor_in(ir: &Ir, op: OpId, block: BlockId) -> Option<OpId> {
    std::iter::once(op).chain(ir.ancestors(op)).find(|it| ir.ops[*it].block == block)
}

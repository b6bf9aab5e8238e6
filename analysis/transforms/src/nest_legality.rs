//! Reasons against running the iterations of a loop nest in another order: its dependences, exactly, and operations
//! whose effects are not known.

use super::assumptions::forbid_reordering;
use super::facts::Facts;
use crate::reason::Reason;
use crate::rounding::Rounding;
use ir::memory_effects::{Effect, Effects};
use ir::value_name;
use ir::{OpId, OpKind, ValueId};
use polyhedral::dependence::Dependence;
use polyhedral::dependence::is_made_inside;
use polyhedral::loops::parallelism::common_loops;
use polyhedral::loops::reduction::{Reduction, Via, links};
use polyhedral::memory::Sharing;
use polyhedral::report::{Component, vector_text};

/// A loop with all inside it.
pub(super) struct Nest<'a> {
    pub(super) facts: &'a Facts<'a>,
    pub(super) effects: Effects,
}

impl<'a> Nest<'a> {
    pub(super) fn of(facts: &'a Facts<'a>, root: OpId) -> Self {
        Self { facts, effects: Effects::of(facts.ir, root) }
    }

    /// Why nothing is known about the order in which its operations may run: one of them may do anything, or touches
    /// elements that are not known and that others touch too. Memory that each iteration of `innermost` makes for itself
    /// is left out.
    pub(super) fn unknown_order(&self, innermost: OpId) -> Option<Reason> {
        let ir = self.facts.ir;
        if let Some(op) = self.effects.unknown.first() {
            return Some(unknown_effects(ir, *op));
        }
        let is_private = |memref: ValueId| is_made_inside(ir, memref, innermost);
        let effects: Vec<&Effect> = self.effects.known.iter().filter(|it| !is_private(it.memref)).collect();
        let opaque = effects.iter().filter(|it| !matches!(ir.ops[it.op].kind, OpKind::Access(_)));
        opaque.into_iter().find_map(|a| {
            let other = effects.iter().find(|b| self.may_conflict(a, b))?;
            Some(self.opaque(a, other))
        })
    }

    /// Whether two effects may touch the same element, one of them writing.
    pub(super) fn may_conflict(&self, a: &Effect, b: &Effect) -> bool {
        (a.writes || b.writes) && self.facts.memory.sharing(a.memref, b.memref) != Sharing::None
    }

    fn opaque(&self, a: &Effect, b: &Effect) -> Reason {
        let ir = self.facts.ir;
        let (first, second) = (&ir.ops[a.op], &ir.ops[b.op]);
        let named = |effect: &Effect, name: &str| format!("`{name} {}`", value_name(ir, effect.memref));
        let text = Reason::new(named(a, &first.name)).line(first.name_pointer);
        if a.op == b.op {
            return text
                .text(" may touch the same element in several iterations")
                .related(first.name_pointer, "its subscripts are not analysed");
        }
        text.text(" may touch what ")
            .text(named(b, &second.name))
            .line(second.name_pointer)
            .text(" touches")
            .related(first.name_pointer, "its subscripts are not analysed")
    }

    /// The dependences that a loop of the nest carries or may carry.
    pub(super) fn carried(&self, op: OpId) -> impl Iterator<Item = &'a Dependence> + use<'a> {
        let Facts { found, loops, .. } = self.facts;
        let carried = loops.of(op).map(|it| it.carried.as_slice()).unwrap_or_default();
        carried.iter().filter_map(|it| found.dependences.get(*it))
    }

    /// Whether a dependence that a loop carries only gives an order to the terms that the loop folds into an element:
    /// nothing else sees the element in between, and any order gives the same up to rounding. `None` if it does more.
    pub(super) fn folded(&self, dependence: &Dependence, op: OpId) -> Option<Rounding> {
        let is_end = |load: usize, store: usize| {
            let is_one = |it: usize| it == load || it == store;
            is_one(dependence.source) && is_one(dependence.sink)
        };
        let reductions = &self.facts.loops.of(op).filter(|_| dependence.unknown.is_none())?.reductions;
        reductions.iter().find_map(|it| match it.via {
            Via::Memory { load, store } if is_end(load, store) && !self.forbids_reordering(op, load, it) => {
                Some(Rounding::of(it))
            }
            _ => None,
        })
    }

    /// Whether an operation that folds the loaded value makes a promise that holds in this order of the terms only.
    fn forbids_reordering(&self, loop_: OpId, load: usize, reduction: &Reduction) -> bool {
        let ir = self.facts.ir;
        let loaded = self.facts.found.accesses.get(load).and_then(|it| ir.ops[it.op].results.first());
        let links = loaded.map(|it| links(ir, loop_, *it, &reduction.operation));
        links.is_none_or(|it| it.into_iter().any(|it| forbid_reordering(self.facts, it)))
    }

    /// How far a dependence goes along a loop; `None` where that is not known.
    pub(super) fn component(&self, dependence: &'a Dependence, op: OpId) -> Option<&'a Component> {
        let index = common_loops(self.facts.found, dependence).iter().position(|it| it.op == op)?;
        dependence.components.get(index).filter(|_| dependence.unknown.is_none())
    }

    /// The operations at both ends.
    pub(super) fn ends(&self, dependence: &Dependence) -> Option<(OpId, OpId)> {
        let op = |index: usize| self.facts.found.accesses.get(index).map(|it| it.op);
        Some((op(dependence.source)?, op(dependence.sink)?))
    }

    /// `text: RAW `affine.store %A` (line 16) → `affine.load %A` (line 14), distance (1, -1)`
    pub(super) fn reason(&self, text: &str, dependence: &Dependence) -> Reason {
        let ir = self.facts.ir;
        let end = |index: usize| self.facts.found.accesses.get(index);
        let (Some(source), Some(sink)) = (end(dependence.source), end(dependence.sink)) else {
            return Reason::new(text);
        };
        let kind = dependence.kind.as_str();
        let named = |it: &polyhedral::dependence::MemrefAccess| {
            let memref = it.memref.map(|it| value_name(ir, it)).unwrap_or_default();
            format!("`{} {memref}`", ir.ops[it.op].name)
        };
        let (first, second) = (ir.ops[source.op].name_pointer, ir.ops[sink.op].name_pointer);
        let distance = match &dependence.unknown {
            Some(reason) => format!(", because {reason}"),
            None => format!(", distance {}", vector_text(&*dependence.components)),
        };
        let perhaps = if dependence.unknown.is_some() { "perhaps " } else { "" };
        Reason::new(format!("{text}: {perhaps}{kind} {}", named(source)))
            .line(first)
            .text(format!(" → {}", named(sink)))
            .line(second)
            .text(distance)
            .related(first, format!("source of the {kind} dependence"))
            .related(second, format!("sink of the {kind} dependence"))
    }
}

/// An operation that may read or write anything.
pub(super) fn unknown_effects(ir: &ir::Ir, op: OpId) -> Reason {
    let data = &ir.ops[op];
    Reason::new(format!("`{}`", data.name))
        .line(data.name_pointer)
        .text(" may read or write anything")
        .related(data.name_pointer, "its effects on memory are not known")
}

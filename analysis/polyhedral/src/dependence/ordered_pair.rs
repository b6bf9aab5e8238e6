//! The dependences from one access to another, given what is known about the two.

use super::pair_problem::{AtDepth, Conflicts, Order};
use super::{Dependence, MemrefAccess, repeats};
use crate::report::{AccessKind, Component, DependenceKind};
use ir::Ir;
use presburger::Integer;
use std::sync::Arc;

/// A source and a sink: indices among the accesses of an isolated op.
pub(super) struct OrderedPair<'a> {
    pub(super) ir: &'a Ir,
    pub(super) accesses: &'a [MemrefAccess],
    pub(super) source: usize,
    pub(super) sink: usize,
    pub(super) kind: DependenceKind,
    /// The number of loops around both.
    pub(super) common: usize,
}

/// The kind of a dependence; `None` where nothing is written.
pub(super) fn dependence_kind(source: AccessKind, sink: AccessKind) -> Option<DependenceKind> {
    match (source, sink) {
        (AccessKind::Write, AccessKind::Read) => Some(DependenceKind::Raw),
        (AccessKind::Read, AccessKind::Write) => Some(DependenceKind::War),
        (AccessKind::Write, AccessKind::Write) => Some(DependenceKind::Waw),
        (AccessKind::Read, AccessKind::Read) => None,
    }
}

/// The number of loops around both accesses.
pub(super) fn common_loops(a: &MemrefAccess, b: &MemrefAccess) -> usize {
    if Arc::ptr_eq(&a.loops, &b.loops) {
        return a.loops.len();
    }
    a.loops.iter().zip(&*b.loops).take_while(|(a, b)| a == b).count()
}

impl OrderedPair<'_> {
    /// Whether the source is before the sink.
    fn textual_order(&self) -> bool {
        self.source < self.sink
    }

    /// The deepest depth at which the source can precede the sink.
    fn depths(&self) -> usize {
        self.common + usize::from(self.textual_order())
    }

    /// All of them, given when the two touch one element.
    pub(super) fn dependences(&self, conflicts: &Conflicts, order: Order) -> Vec<Dependence> {
        let in_one_iteration = conflicts.in_one_iteration().filter(|_| self.textual_order());
        let mut found: Vec<_> =
            conflicts.carried(order).iter().chain(in_one_iteration).map(|it| self.known(it)).collect();
        if conflicts.exist()
            && let Some(reason) = self.repeated_together()
        {
            found.extend(self.unknown(&reason.into(), &Unbounded::default().components(self.common)));
        }
        found
    }

    /// Both accesses run several times in each of their common iterations, in an order that is not analysed.
    fn repeated_together(&self) -> Option<String> {
        let (source, sink) = (&self.accesses[self.source], &self.accesses[self.sink]);
        if !source.is_repeated || !sink.is_repeated {
            return None;
        }
        let innermost = source.loops.get(self.common.wrapping_sub(1)).map(|it| it.op);
        let around = self
            .ir
            .ancestors(source.op)
            .take_while(|it| Some(*it) != innermost)
            .filter(|it| !self.ir.is_counted_loop(*it))
            .find(|it| repeats(self.ir, *it) && self.ir.is_within(sink.op, *it))?;
        Some(format!("the iterations of `{}` are not analysed", self.ir.ops[around].name))
    }

    /// One entry that stands for all depths: the outermost at which the pair can depend.
    pub(super) fn unknown(&self, reason: &Arc<str>, components: &Arc<[Component]>) -> Option<Dependence> {
        if self.depths() == 0 && self.repeated_together().is_none() {
            return None;
        }
        Some(Dependence {
            source: self.source,
            sink: self.sink,
            kind: self.kind,
            depth: 1,
            components: components.clone(),
            distances: None,
            unknown: Some(reason.clone()),
        })
    }

    fn known(&self, it: &AtDepth) -> Dependence {
        Dependence {
            source: self.source,
            sink: self.sink,
            kind: self.kind,
            depth: it.depth,
            components: it.components.clone(),
            distances: it.distances.clone(),
            unknown: None,
        }
    }
}

/// Unbounded components, one list for each number of loops.
#[derive(Default)]
pub(super) struct Unbounded(Vec<Option<Arc<[Component]>>>);

impl Unbounded {
    pub(super) fn components(&mut self, loops: usize) -> Arc<[Component]> {
        if self.0.len() <= loops {
            self.0.resize(loops + 1, None);
        }
        let unbounded = || vec![Component { lower: None, upper: None }; loops].into();
        self.0[loops].get_or_insert_with(unbounded).clone()
    }

    /// Zero for the loops above a depth.
    pub(super) fn at_depth(&mut self, depth: usize, loops: usize) -> Arc<[Component]> {
        let mut components = self.components(loops);
        for component in Arc::make_mut(&mut components).iter_mut().take(depth - 1) {
            *component = Component { lower: Some(Integer::ZERO), upper: Some(Integer::ZERO) };
        }
        components
    }
}

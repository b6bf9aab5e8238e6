//! Cycles that operations wait for each other: recurrences from one iteration to the next, and the longest chain in one.

use super::throughput::{Class, class};
use crate::target::Target;
use base::isolated_op::IsolatedOp;
use ir::memory_effects::subtree;
use ir::{Ir, OpId, OpKind, ValueId, ir_of};
use polyhedral::dependence::dependences;
use polyhedral::loops::loops;
use polyhedral::report::{Component, DependenceKind};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;

/// Cycles from one iteration of a loop to the next, by the values that it carries, and through memory.
pub(super) fn recurrence(db: &dyn salsa::Database, op: IsolatedOp<'_>, of: OpId, target: &Target) -> f64 {
    let ir = ir_of(db, op);
    let mut chains = Chains::new(ir, of, target);
    let mut longest: f64 = 0.0;
    let arguments = ir.body(of).map(|it| &*ir.blocks[it].arguments).unwrap_or_default();
    let yielded = ir.body(of).and_then(|it| ir.blocks[it].ops.last()).map(|it| &*ir.ops[*it].operands);
    for (argument, value) in arguments.iter().skip(1).zip(yielded.unwrap_or_default()) {
        if let Some(value) = value.value {
            longest = longest.max(chains.latency(*argument, value).unwrap_or(0.0));
        }
    }
    let inner = |it: &OpId| *it != of && matches!(ir.ops[*it].kind, OpKind::For(_) | OpKind::Parallel(_));
    // Around other loops the iterations of these hide it.
    if chains.ops.iter().any(inner) {
        return longest;
    }
    let found = dependences(db, op);
    let Some(own) = loops(db, op).of(of) else { return longest };
    for dependence in own.carried.iter().filter_map(|it| found.dependences.get(*it)) {
        if dependence.kind != DependenceKind::Raw || dependence.unknown.is_some() {
            continue;
        }
        let (source, sink) = (&found.accesses[dependence.source], &found.accesses[dependence.sink]);
        let stored = match &ir.ops[source.op].kind {
            OpKind::Access(access) => access.stored.and_then(|it| ir.ops[source.op].operands.get(it)?.value),
            _ => None,
        };
        let loaded = ir.ops[sink.op].results.first().copied();
        let (Some(stored), Some(loaded)) = (stored, loaded) else { continue };
        let Some(cycles) = chains.latency(loaded, stored) else { continue };
        let distance = dependence.depth.checked_sub(1).and_then(|it| dependence.components.get(it));
        let distance = distance.map_or(1.0, least_distance);
        longest = longest.max((cycles + target.forwarding_latency) / distance);
    }
    longest
}

/// This many operations are followed in all chains of a loop; what is longer counts as no chain.
const MOST_FOLLOWED: usize = 200_000;

/// Cycles from one value in the body of a loop to others, each value followed once.
struct Chains<'a> {
    ir: &'a Ir,
    target: &'a Target,
    /// All operations in the loop, in program order.
    ops: Vec<OpId>,
    /// The indices of the operations that use a value.
    users: FxHashMap<ValueId, Vec<usize>>,
    /// From the value that was followed, to those that depend on it.
    known: FxHashMap<ValueId, FxHashMap<ValueId, f64>>,
    left: usize,
}

impl<'a> Chains<'a> {
    fn new(ir: &'a Ir, of: OpId, target: &'a Target) -> Self {
        let ops = subtree(ir, of);
        let mut users: FxHashMap<ValueId, Vec<usize>> = FxHashMap::default();
        for (index, op) in ops.iter().enumerate() {
            for value in ir.ops[*op].operands.iter().filter_map(|it| it.value) {
                users.entry(value).or_default().push(index);
            }
        }
        Self { ir, target, ops, users, known: FxHashMap::default(), left: MOST_FOLLOWED }
    }

    /// `None` where the second does not depend on the first.
    fn latency(&mut self, from: ValueId, to: ValueId) -> Option<f64> {
        if !self.known.contains_key(&from) {
            let found = self.follow(from);
            self.known.insert(from, found);
        }
        self.known.get(&from)?.get(&to).copied()
    }

    fn follow(&mut self, from: ValueId) -> FxHashMap<ValueId, f64> {
        let users = |value: ValueId| self.users.get(&value).into_iter().flatten().copied();
        let mut found: FxHashMap<ValueId, f64> = [(from, 0.0)].into_iter().collect();
        let mut pending: BTreeSet<usize> = users(from).collect();
        while let Some(index) = pending.pop_first() {
            let Some(left) = self.left.checked_sub(1) else { break };
            self.left = left;
            let data = &self.ir.ops[self.ops[index]];
            let operands = data.operands.iter().filter_map(|it| found.get(&it.value?));
            let Some(latest) = operands.copied().reduce(f64::max) else { continue };
            let own = cycles_of(class(data), self.target);
            for result in &data.results {
                found.insert(*result, latest + own);
                pending.extend(users(*result));
            }
        }
        found
    }
}

/// The least distance that a component may be, at least 1.
fn least_distance(component: &Component) -> f64 {
    let lower = component.lower.as_ref().and_then(|it| it.to_i64());
    lower.map_or(1.0, |it| it.max(1) as f64)
}

/// The longest chain of latencies in an iteration of a loop, by values and through memory.
pub(super) fn iteration_latency(
    db: &dyn salsa::Database,
    op: IsolatedOp<'_>,
    of: OpId,
    target: &Target,
) -> f64 {
    let (ir, found) = (ir_of(db, op), dependences(db, op));
    let ops = subtree(ir, of);
    // The accesses of a loop are in a row, and dependences by their sources: those of other nests are many.
    let accesses = ops.iter().map(|it| found.accesses_of(*it)).filter(|it| !it.is_empty());
    let within = accesses.reduce(|a, b| a.start.min(b.start)..a.end.max(b.end)).unwrap_or(0..0);
    let first = found.dependences.partition_point(|it| it.source < within.start);
    let from_within = found.dependences.iter().skip(first).take_while(|it| it.source < within.end);
    let mut stored: FxHashMap<usize, Vec<usize>> = FxHashMap::default();
    for dependence in from_within.filter(|it| within.contains(&it.sink)) {
        let is_flow = dependence.kind == DependenceKind::Raw && dependence.unknown.is_none();
        if is_flow && dependence.depth > dependence.components.len() {
            stored.entry(dependence.sink).or_default().push(dependence.source);
        }
    }
    let mut ready: FxHashMap<ValueId, f64> = FxHashMap::default();
    let mut written: FxHashMap<usize, f64> = FxHashMap::default();
    let mut longest: f64 = 0.0;
    for op in ops.into_iter().skip(1) {
        let data = &ir.ops[op];
        let mut start =
            data.operands.iter().filter_map(|it| ready.get(&it.value?)).copied().fold(0.0, f64::max);
        for access in found.accesses_of(op) {
            for source in stored.get(&access).into_iter().flatten() {
                if let Some(cycles) = written.get(source) {
                    start = start.max(cycles + target.forwarding_latency);
                }
            }
            written.insert(access, start);
        }
        let end = start + cycles_of(class(data), target);
        longest = longest.max(end);
        for result in &data.results {
            ready.insert(*result, end);
        }
    }
    longest
}

fn cycles_of(class: Class, target: &Target) -> f64 {
    match class {
        Class::Arithmetic => target.arithmetic_latency,
        Class::Division | Class::Reduction => target.slow.division_latency * target.arithmetic_latency,
        Class::Library => target.slow.library_latency,
        Class::Move | Class::Transfer | Class::Gather => target.slow.move_latency,
        Class::Call => target.slow.call,
        Class::Nothing => 0.0,
    }
}

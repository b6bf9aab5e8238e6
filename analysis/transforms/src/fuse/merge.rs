//! Fusion of two nests iteration by iteration: the bodies of their outer loops run one after the other.
//!
//! Legal at a depth if the loops have equal iterations down to it, no iteration of the second nest would run before
//! one of the first that it depends on, and the code between the two can move before or after both.

pub(super) mod levels;
pub(super) mod nest_pair;
pub(super) mod shift;

use super::merge::levels::{Level, Levels, levels};
use super::merge::nest_pair::{Conflict, NestPair};
use super::merge::shift::{may_shift, shift};
use super::nests::between::{Passing, blocked, kind, use_of_results};
use super::nests::candidates::Nest;
use super::nests::facts::nest_facts;
use super::nests::joint_system::{Execution, JointSystem};
use super::nests::judged::Judged;
use super::nests::unknown::unknown;
use super::nests::views::written_name;
use super::slice::cost;
use super::slice::execution_within;
use super::slice::refusals::iteration;
use crate::delay::Shift;
use crate::reason::Reason;
use base::at_once::takes_long;
use base::database::stop_if_cancelled;

use base::isolated_op::IsolatedOp;
use ir::memory_effects::Effect;
use ir::{OpId, ValueId, ir_of};
use polyhedral::memory::Sharing;
use polyhedral::report::{DependenceKind, FusionKind};
use presburger::{Budget, GaveUp};

/// Two nests of one block with equal outer loops, or loops that run nearly the same iterations.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Merge {
    /// `Adjacent` if they depend on each other, else `Sibling`.
    pub kind: FusionKind,
    pub first: OpId,
    pub second: OpId,
    /// The memrefs that both access, in the order of the first.
    pub shared: Vec<ValueId>,
    pub first_cost: Option<u128>,
    pub second_cost: Option<u128>,
    pub first_bytes: Option<u128>,
    pub second_bytes: Option<u128>,
    pub fused_bytes: Option<u128>,
    pub written_bytes: Option<u128>,
    pub levels: Vec<Level>,
    /// How many of the operations between the two come before the fused nest.
    pub place: usize,
    /// Deepest first.
    pub depths: Vec<MergeDepth>,
    pub shift: Option<Shift>,
    pub refused: Option<Reason>,
}

impl Merge {
    /// 1 − footprint of the fused nest over the footprints of both nests.
    pub(super) fn storage_reduction(&self) -> Option<f64> {
        let both = self.first_bytes?.checked_add(self.second_bytes?)?;
        let fused = self.fused_bytes?;
        (both > 0).then(|| 1.0 - fused as f64 / both as f64)
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct MergeDepth {
    pub depth: usize,
    pub refused: Option<Reason>,
}

/// The budget for all questions about one pair.
const STEPS: u64 = 10_000_000;

/// The facts about fusing two nests; `None` if their outermost loops have too little in common.
pub(super) fn merge<'db>(
    db: &'db dyn salsa::Database,
    op: IsolatedOp<'db>,
    first: OpId,
    second: OpId,
) -> &'db Option<Merge> {
    &judged_merge(db, op, first, second).found
}

#[salsa::tracked(returns(ref))]
pub fn judged_merge<'db>(
    db: &'db dyn salsa::Database,
    op: IsolatedOp<'db>,
    first: OpId,
    second: OpId,
) -> Judged<Merge> {
    takes_long(db);
    let (ir, facts) = (ir_of(db, op), nest_facts(db, op));
    let stop = stop_if_cancelled(db);
    let budget = Budget::new(STEPS).with_stop(&stop);
    let found = || {
        let (block, first, second) = facts.two(first, second)?;
        let ops = &ir.blocks[block].ops;
        let position = |nest: &Nest| ops.iter().position(|it| *it == nest.root);
        let between = ops.get(position(first)? + 1..position(second)?)?;
        NestPair { ir, facts, first, second, between, budget: &budget }.merge()
    };
    let found = found();
    Judged { found, steps: budget.spent() }
}

impl NestPair<'_> {
    fn merge(&self) -> Option<Merge> {
        let Levels { levels, difference } = levels(self);
        let mut merge = Merge {
            kind: FusionKind::Sibling,
            first: self.first.root,
            second: self.second.root,
            shared: self.shared(),
            first_cost: cost::nest_cost(self.ir, self.first.root),
            second_cost: cost::nest_cost(self.ir, self.second.root),
            first_bytes: self.bytes(self.first.effects.known.iter()),
            second_bytes: self.bytes(self.second.effects.known.iter()),
            fused_bytes: self.bytes(self.first.effects.known.iter().chain(&self.second.effects.known)),
            written_bytes: self.bytes(self.first.effects.known.iter().filter(|it| it.writes)),
            levels,
            place: 0,
            depths: Vec::new(),
            shift: None,
            refused: self.unknown(),
        };
        if merge.levels.is_empty() && !may_shift(self) {
            return None;
        }
        if merge.refused.is_some() {
            return Some(merge);
        }
        let conflicts = match self.conflicts() {
            Ok(conflicts) => conflicts,
            Err(_) => {
                merge.refused = Some(Reason::new("the exact test takes too long"));
                return Some(merge);
            }
        };
        if !conflicts.is_empty() {
            merge.kind = FusionKind::Adjacent;
        }
        match self.place() {
            Ok(place) => merge.place = place,
            Err(reason) => {
                merge.refused = Some(reason);
                return Some(merge);
            }
        }
        for depth in (1..=merge.levels.len()).rev() {
            let refused = self.refusal(merge.levels.get(..depth)?, &conflicts);
            merge.depths.push(MergeDepth { depth, refused });
        }
        let outermost = merge.depths.last().is_some_and(|it| it.refused.is_none());
        if !outermost && merge.place == self.between.len() {
            merge.shift = shift(self, &conflicts);
        }
        if merge.levels.is_empty() {
            // Loops that differ are of interest only where a part of them fits.
            merge.shift.as_ref()?;
            merge.refused = difference;
        }
        Some(merge)
    }

    fn bytes<'a>(&self, effects: impl Iterator<Item = &'a Effect>) -> Option<u128> {
        cost::footprint(self.ir, &self.facts.relations, effects, self.budget)
    }

    fn shared(&self) -> Vec<ValueId> {
        let mut found = Vec::new();
        for effect in &self.first.effects.known {
            let is_shared = || self.second.effects.known.iter().any(|it| it.memref == effect.memref);
            if !found.contains(&effect.memref) && is_shared() {
                found.push(effect.memref);
            }
        }
        found
    }

    /// A gap in the knowledge about the nests, or a known coupling at any depth.
    fn unknown(&self) -> Option<Reason> {
        let ir = self.ir;
        for nest in [self.first, self.second] {
            if let Some(reason) = unknown(ir, nest, &self.facts.relations) {
                return Some(reason);
            }
        }
        let using = use_of_results(ir, self.second.root, self.first.root)?;
        let (place, definition) = (ir.ops[using].name_pointer, ir.ops[self.first.root].name_pointer);
        Some(
            Reason::new("the second nest uses a result of the first")
                .line(place)
                .related(definition, "the result is complete only after the last iteration")
                .related(place, "and used here"),
        )
    }

    /// All pairs of accesses that touch the same element, one of them writing.
    fn conflicts(&self) -> Result<Vec<Conflict<'_>>, GaveUp> {
        let mut found = Vec::new();
        for source in &self.first.effects.known {
            for sink in &self.second.effects.known {
                let sharing = self.facts.memory.sharing(source.memref, sink.memref);
                if sharing == Sharing::None || !(source.writes || sink.writes) {
                    continue;
                }
                let relations = &self.facts.relations;
                let (Some(left), Some(right)) = (relations.get(source.op), relations.get(sink.op)) else {
                    return Err(GaveUp { reason: presburger::Reason::OutOfBudget });
                };
                for (a, b) in left.pieces.iter().flat_map(|a| right.pieces.iter().map(move |b| (a, b))) {
                    let mut joint = JointSystem::default();
                    let a =
                        joint.add(left, a, &execution_within(self.ir, self.first.root, Execution::Source));
                    let b =
                        joint.add(right, b, &execution_within(self.ir, self.second.root, Execution::Sink));
                    if sharing == Sharing::Same {
                        joint.equate(&a, &b);
                    }
                    if !joint.is_empty(self.budget)? {
                        found.push(Conflict { source, sink, joint });
                    }
                }
            }
        }
        Ok(found)
    }

    /// How far the first nest can move down; the second must be able to move up as far as that.
    fn place(&self) -> Result<usize, Reason> {
        let blocked =
            |nest, passing| move |op: &OpId| blocked(self.ir, self.facts, nest, *op, passing, self.budget);
        let down = blocked(self.first, Passing::First);
        let Some((place, reason)) =
            self.between.iter().enumerate().find_map(|(index, op)| Some((index, down(op)?)))
        else {
            return Ok(self.between.len());
        };
        let up = blocked(self.second, Passing::Second);
        match self.between.iter().skip(place).find_map(&up) {
            // Where all of it can be passed, only one of the nests moves.
            None if self.between.iter().take(place).all(|it| up(it).is_none()) => Ok(0),
            None => Ok(place),
            // The first reason alone would be only half of it.
            Some(other) => Err(reason.text(", and ").followed_by(other)),
        }
    }

    /// The dependence that fusing these levels would turn round.
    fn refusal(&self, levels: &[Level], conflicts: &[Conflict<'_>]) -> Option<Reason> {
        for conflict in conflicts {
            match self.turned_round(levels, conflict) {
                Err(_) => return Some(Reason::new("the exact test takes too long")),
                Ok(None) => {}
                Ok(Some(witness)) => return Some(self.prevented(levels.len(), conflict, &witness)),
            }
        }
        None
    }

    fn turned_round(&self, levels: &[Level], conflict: &Conflict<'_>) -> Result<Option<JointSystem>, GaveUp> {
        let ir = self.ir;
        let inside = |op: OpId, loop_: &dyn Fn(&Level) -> OpId| {
            levels.iter().take_while(|it| ir.is_within(op, loop_(it))).count()
        };
        let around_source = inside(conflict.source.op, &|it| it.first);
        let around_sink = inside(conflict.sink.op, &|it| it.second);
        let common = around_source.min(around_sink);
        let mut joint = conflict.joint.clone();
        for level in levels.iter().take(common) {
            let distance = level.distance(&mut joint);
            // The sink's iteration comes first.
            let earlier = joint.with(distance.times(&presburger::Integer::from(-1)).plus_constant(-1));
            if !earlier.is_empty(self.budget)? {
                return Ok(Some(earlier));
            }
            joint.system.equalities.push(distance);
        }
        let Some(inner) = levels.get(common) else { return Ok(None) };
        let start = |op: OpId| ir.ops[op].pointer.range.start();
        let source_after = around_source == common && start(conflict.source.op) > start(inner.first);
        let sink_before = around_sink == common && start(conflict.sink.op) < start(inner.second);
        // The order at this level: code before the inner loops, both inner loops, code after them.
        let wrong = match (around_source > common, around_sink > common) {
            (true, _) => sink_before,
            (_, true) => source_after,
            _ => source_after && sink_before,
        };
        Ok(if wrong && !joint.is_empty(self.budget)? { Some(joint) } else { None })
    }

    fn prevented(&self, depth: usize, conflict: &Conflict<'_>, joint: &JointSystem) -> Reason {
        let ir = self.ir;
        let (a, b) = (conflict.source, conflict.sink);
        let text = match kind(a, b) {
            DependenceKind::Raw => "an element would be read before it is written",
            DependenceKind::Waw => "an element would be written in the wrong order",
            DependenceKind::War => "an element would be overwritten before it is read",
        };
        let kind = kind(a, b).as_str();
        let named = |it: &Effect| format!("`{} {}`", ir.ops[it.op].name, written_name(ir, it));
        let (first, second) = (ir.ops[a.op].name_pointer, ir.ops[b.op].name_pointer);
        let reason = Reason::new(format!("at depth {depth}, {text}: {kind} {}", named(a)))
            .line(first)
            .text(format!(" → {}", named(b)))
            .line(second);
        let point = joint.sample(self.budget).ok().flatten().unwrap_or_default();
        let list = |execution: Execution| iteration(ir, &point, execution);
        reason
            .text(format!(", for example from ({}) to ({})", list(Execution::Source), list(Execution::Sink)))
            .related(first, format!("source of the {kind} dependence"))
            .related(second, format!("sink of the {kind} dependence"))
    }
}

//! Which statements of a loop may run later than the others so that its iterations no longer depend on each other.
//!
//! A statement that later iterations need is delayed by the distance to them. It then comes before those
//! that need it; nothing may lead from one side to the other within an iteration, or at another distance.

use crate::facts::Facts;
use crate::for_loop::{for_loop, statements, variable_name};
use crate::nest_legality::Nest;
use crate::reason::Reason;
use ir::OpId;
use ir::memory_effects::subtree;
use polyhedral::dependence::{Dependence, enclosing_loops};
use rustc_hash::FxHashMap;

/// The statements of a loop on both sides, in program order.
pub(super) struct Retiming {
    /// In values of the loop's variable.
    pub(super) delay: i64,
    pub(super) late: Vec<OpId>,
    pub(super) early: Vec<OpId>,
}

/// `None` where the iterations do not depend on each other through different statements.
pub(super) fn retiming(facts: &Facts<'_>, op: OpId) -> Option<Result<Retiming, Reason>> {
    let ir = facts.ir;
    let statements = statements(ir, op);
    let mut groups = Groups::of(facts, &statements);
    let nest = Nest::of(facts, op);
    let carried: Vec<&Dependence> = nest.carried(op).filter(|it| nest.folded(it, op).is_none()).collect();
    let crosses = |groups: &mut Groups, it: &Dependence| {
        nest.ends(it).and_then(|it| groups.of_ends(it)).is_some_and(|(a, b)| a != b)
    };
    if !carried.iter().any(|it| crosses(&mut groups, it)) {
        return None;
    }
    Some(sides(&nest, op, &statements, groups, &carried))
}

fn sides<'a>(
    nest: &Nest<'a>,
    op: OpId,
    statements: &[OpId],
    mut groups: Groups,
    carried: &[&'a Dependence],
) -> Result<Retiming, Reason> {
    let ir = nest.facts.ir;
    if for_loop(ir, op).is_none_or(|it| !it.inits.is_empty()) {
        let text = format!("{} carries values from one iteration to the next", variable_name(ir, op));
        return Err(Reason::new(text).related(ir.ops[op].name_pointer, "this loop has `iter_args`"));
    }
    if let Some(reason) = nest.unknown_order(op) {
        return Err(reason);
    }
    let stays = |dependence: &Dependence| {
        let text = format!("no shift makes the iterations of {} independent", variable_name(ir, op));
        nest.reason(&text, dependence)
    };
    let depth = enclosing_loops(ir, op).len() + 1;
    for dependence in &nest.facts.found.dependences {
        let Some((source, sink)) = nest.ends(dependence).and_then(|it| groups.of_ends(it)) else { continue };
        if dependence.unknown.is_some() {
            return Err(stays(dependence));
        }
        if dependence.depth > depth {
            groups.join(source, sink);
        }
    }
    let mut delay: Option<i64> = None;
    let mut is_late: FxHashMap<usize, bool> = FxHashMap::default();
    for dependence in carried.iter().copied() {
        let ends = nest.ends(dependence).and_then(|it| groups.of_ends(it)).filter(|(a, b)| a != b);
        let Some(((source, sink), distance)) = ends.zip(exact_distance(nest, dependence, op)) else {
            return Err(stays(dependence));
        };
        let agrees = delay.is_none_or(|it| it == distance)
            && *is_late.entry(source).or_insert(true)
            && !*is_late.entry(sink).or_insert(false);
        if !agrees {
            return Err(stays(dependence));
        }
        delay = Some(distance);
    }
    let (late, early) = statements
        .iter()
        .partition(|it| groups.of_op(**it).is_some_and(|it| is_late.get(&it) == Some(&true)));
    let delay = delay.ok_or_else(|| Reason::new("nothing is carried"))?;
    Ok(Retiming { delay, late, early })
}

/// How far a dependence goes along a loop, where that is always the same.
fn exact_distance<'a>(nest: &Nest<'a>, dependence: &'a Dependence, op: OpId) -> Option<i64> {
    let component = nest.component(dependence, op)?;
    let distance = component.lower.as_ref().filter(|it| Some(*it) == component.upper.as_ref())?;
    distance.to_i64().filter(|it| *it > 0)
}

/// The statements of a loop that have to stay together.
struct Groups {
    /// Of each operation, the statement that it belongs to.
    statement: FxHashMap<OpId, usize>,
    /// Of each statement another one of its group, or itself.
    parents: Vec<usize>,
}

impl Groups {
    /// Statements stay together if one uses values of the other.
    fn of(facts: &Facts<'_>, statements: &[OpId]) -> Self {
        let ir = facts.ir;
        let mut statement = FxHashMap::default();
        for (index, it) in statements.iter().enumerate() {
            statement.extend(subtree(ir, *it).into_iter().map(|it| (it, index)));
        }
        let mut groups = Self { statement, parents: (0..statements.len()).collect() };
        for (index, it) in statements.iter().enumerate() {
            for user in subtree(ir, *it) {
                let values = ir.ops[user].operands.iter().filter_map(|it| it.value);
                let definitions = values.filter_map(|it| ir.defining_op(it));
                for definition in
                    definitions.filter_map(|it| groups.statement.get(&it).copied()).collect::<Vec<_>>()
                {
                    groups.join(index, definition);
                }
            }
        }
        groups
    }

    fn find(&mut self, statement: usize) -> usize {
        let mut at = statement;
        while self.parents[at] != at {
            self.parents[at] = self.parents[self.parents[at]];
            at = self.parents[at];
        }
        at
    }

    fn join(&mut self, one: usize, other: usize) {
        let (one, other) = (self.find(one), self.find(other));
        self.parents[one.max(other)] = one.min(other);
    }

    fn of_op(&mut self, op: OpId) -> Option<usize> {
        let statement = *self.statement.get(&op)?;
        Some(self.find(statement))
    }

    /// The groups at both ends of a dependence inside the loop.
    fn of_ends(&mut self, (source, sink): (OpId, OpId)) -> Option<(usize, usize)> {
        Some((self.of_op(source)?, self.of_op(sink)?))
    }
}

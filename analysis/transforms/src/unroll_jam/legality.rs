//! Copies of iterations that run at once must not exchange the two ends of a dependence.
//!
//! Between two iterations of one group the order is that of the shared loops inside, then that of the units of the
//! innermost shared block, and only then that of the iterations. So a dependence of the outer loop breaks if, within
//! one group, it points backwards in the first shared loop in which it points anywhere, or if it points nowhere and
//! its sink is in an earlier unit. Exact over the integers.

use super::structure::Structure;
use crate::facts::Facts;
use crate::for_loop::{for_loop, step};
use crate::nest_legality::Nest;
use crate::reason::Reason;
use crate::rounding::Rounding;
use ir::OpId;
use polyhedral::dependence::pairs::{Pair, pairs_at};
use polyhedral::dependence::{Dependence, Linear, Variable, enclosing_loops, relation_of};
use polyhedral::loops::bounds::constant_lower;
use presburger::{Budget, GaveUp, Integer};

/// The budget for the questions about one dependence, and the least that they cost.
const STEPS: u64 = 2_000_000;
const LEAST_STEPS: u64 = 2_000;

/// The effect of the other order on the values that are folded.
pub(super) fn rounding(
    facts: &Facts<'_>,
    structure: &Structure,
    factor: i64,
    budget: &Budget<'_>,
) -> Result<Rounding, Reason> {
    let nest = Nest::of(facts, structure.op);
    if let Some(reason) = nest.unknown_order(structure.op) {
        return Err(reason);
    }
    let mut rounding = Rounding::Same;
    let group = Group { facts, structure, factor };
    for dependence in nest.carried(structure.op) {
        let breaks = match (dependence.unknown.is_some(), nest.ends(dependence)) {
            (false, Some(ends)) => group.breaks(dependence, ends, &budget.part(STEPS)),
            _ => Ok(true),
        };
        let text = match breaks {
            Ok(false) => continue,
            Ok(true) => "iterations that run at once would exchange the two ends of a dependence",
            Err(_) => {
                "to find out whether iterations that run at once keep the order of a dependence takes too long"
            }
        };
        // A copy folds its terms in one go if no loop is between the load and the store.
        let in_one_run = |(source, sink)| structure.in_one_run(facts.ir, source, sink);
        let folded = nest.folded(dependence, structure.op);
        match folded.filter(|_| nest.ends(dependence).is_some_and(in_one_run)) {
            Some(folded) => rounding = rounding.max(folded),
            None => return Err(nest.reason(text, dependence)),
        }
    }
    Ok(rounding)
}

struct Group<'a> {
    facts: &'a Facts<'a>,
    structure: &'a Structure,
    factor: i64,
}

impl Group<'_> {
    fn breaks(
        &self,
        dependence: &Dependence,
        (source, sink): (OpId, OpId),
        budget: &Budget<'_>,
    ) -> Result<bool, GaveUp> {
        let ir = self.facts.ir;
        budget.spend(LEAST_STEPS)?;
        let (Ok(from), Ok(to)) = (relation_of(ir, source), relation_of(ir, sink)) else { return Ok(true) };
        let depth = enclosing_loops(ir, self.structure.op).len();
        // The shared loops around both ends, and the block in which they part.
        let mut shared = Vec::new();
        let mut block = self.structure;
        for index in depth + 1..dependence.components.len() {
            let Some(inner) = from.loops.get(index).and_then(|it| block.inner(it.op)) else { break };
            shared.push(index);
            block = inner;
        }
        let is_earlier_unit = block.unit_of(ir, sink) < block.unit_of(ir, source);
        for mut pair in pairs_at(&from, &to, depth + 1) {
            if !self.restrict_to_group(&mut pair, depth) {
                return Ok(true);
            }
            for index in &shared {
                let along = distance(&pair, *index);
                let backwards = Linear::constant(-1).minus(&along);
                if !pair.system.with(backwards).is_integer_empty(budget)? {
                    return Ok(true);
                }
                pair.system.equalities.push(along);
            }
            if is_earlier_unit && !pair.system.is_integer_empty(budget)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Adds that both iterations belong to one group, if the bounds show where groups start. `false` if the
    /// numbers are too large.
    fn restrict_to_group(&self, pair: &mut Pair, depth: usize) -> bool {
        let (ir, op) = (self.facts.ir, self.structure.op);
        let Some(stride) = step(ir, op).checked_mul(self.factor) else { return false };
        let along = distance(pair, depth);
        pair.system.inequalities.push(Linear::constant(stride - step(ir, op)).minus(&along));
        let lower = for_loop(ir, op).and_then(|it| constant_lower(ir, op, it));
        if let (Some(lower), Some(source), Some(sink)) =
            (lower, pair.source.get(depth).copied(), pair.sink.get(depth).copied())
        {
            let start = pair.system.new_local().times(&Integer::from(stride));
            let start = start.plus(&Linear::constant(lower));
            let last = start.clone().plus_constant(stride - 1);
            pair.system.inequalities.push(Linear::variable(source).minus(&start));
            pair.system.inequalities.push(last.minus(&Linear::variable(sink)));
        }
        true
    }
}

/// How far a pair is apart in one of the common loops.
fn distance(pair: &Pair, index: usize) -> Linear {
    let variable =
        |side: &[Variable]| side.get(index).map_or_else(Linear::default, |it| Linear::variable(*it));
    variable(&pair.sink).minus(&variable(&pair.source))
}

//! Every dependence that a loop of the band carries has to point forwards in the new order: the first component that is
//! not zero is positive. One that only orders the terms of a reduction may turn, and so may values that all loops fold.

use crate::facts::Facts;
use crate::for_loop::variable_name;
use crate::interchange::carried_values;
use crate::loop_bounds::LoopBounds;
use crate::nest_legality::Nest;
use crate::reason::Reason;
use crate::rewrite::Leaves;
use crate::rounding::Rounding;
use ir::OpId;
use polyhedral::dependence::Dependence;
use polyhedral::loops::parallelism::common_loops;

pub(super) struct Legality<'a> {
    facts: &'a Facts<'a>,
    band: Vec<OpId>,
    nest: Nest<'a>,
    /// The obstacle to every other order, or the condition of carried values.
    any: Result<Rounding, Reason>,
    /// Loops by their numbers: the bounds of the second one depend on the variable of the first.
    around: Vec<(usize, usize)>,
}

/// An obstacle to an order.
enum Obstacle<'a> {
    /// An obstacle to every other order.
    Any(&'a Reason),
    /// The bounds of the second loop depend on the variable of the first.
    Bounds(OpId, OpId),
    Dependence(&'a Dependence),
}

impl<'a> Legality<'a> {
    pub(super) fn of(facts: &'a Facts<'a>, band: &[OpId]) -> Self {
        let nest = Nest::of(facts, band[0]);
        let carried = || {
            let pairs = band.windows(2);
            pairs
                .map(|it| carried_values(facts, it[0], it[1]))
                .try_fold(Rounding::Same, |all, it| Ok(all.max(it?)))
        };
        let any = band.last().and_then(|it| nest.unknown_order(*it)).map_or_else(carried, Err);
        let mut leaves = Leaves::default();
        let mut around = Vec::new();
        for (inner, op) in band.iter().enumerate() {
            let bounds = LoopBounds::of(facts.ir, *op, &mut leaves);
            for (outer, other) in band.iter().enumerate().take(inner) {
                let variable = leaves.dim(&variable_name(facts.ir, *other));
                if bounds.as_ref().is_none_or(|it| it.mention(&variable)) {
                    around.push((outer, inner));
                }
            }
        }
        Self { facts, band: band.to_vec(), nest, any, around }
    }

    /// Whether the outermost loops of the band may run in an order: `order[i]` is the number of the loop that moves
    /// to level `i`.
    pub(super) fn allows(&self, order: &[usize]) -> bool {
        self.turned(order).is_ok()
    }

    /// The effect of such an order on the values that are folded.
    pub(super) fn rounding(&self, order: &[usize]) -> Result<Rounding, Reason> {
        let ir = self.facts.ir;
        self.turned(order).map_err(|it| match it {
            Obstacle::Any(reason) => reason.clone(),
            Obstacle::Bounds(outer, inner) => {
                let (variable, other) = (variable_name(ir, outer), variable_name(ir, inner));
                let text = format!("the bounds of {other} depend on {variable}, which would run inside it");
                Reason::new(text).related(ir.ops[inner].name_pointer, "this loop")
            }
            Obstacle::Dependence(dependence) => {
                self.nest.reason("the two ends of a dependence would run in the opposite order", dependence)
            }
        })
    }

    fn turned(&self, order: &[usize]) -> Result<Rounding, Obstacle<'_>> {
        let place = |number: usize| order.iter().position(|it| *it == number).unwrap_or(number);
        if let Some((outer, inner)) = self.around.iter().find(|it| place(it.0) > place(it.1)) {
            return Err(Obstacle::Bounds(self.band[*outer], self.band[*inner]));
        }
        let mut rounding = *self.any.as_ref().map_err(Obstacle::Any)?;
        for op in &self.band[..order.len()] {
            for dependence in self.nest.carried(*op).filter(|it| self.may_turn(it, order)) {
                let folded = self.nest.folded(dependence, *op).ok_or(Obstacle::Dependence(dependence))?;
                rounding = rounding.max(folded);
            }
        }
        Ok(rounding)
    }

    fn may_turn(&self, dependence: &Dependence, order: &[usize]) -> bool {
        if dependence.unknown.is_some() {
            return true;
        }
        let loops = common_loops(self.facts.found, dependence);
        let index = |number: &usize| loops.iter().position(|it| it.op == self.band[*number]);
        let Some(order) = order.iter().map(index).collect::<Option<Vec<usize>>>() else { return true };
        if let Some(distances) = &dependence.distances {
            let first = |vector: &Vec<presburger::Integer>| {
                order
                    .iter()
                    .filter_map(|it| vector.get(*it))
                    .map(presburger::Integer::signum)
                    .find(|it| *it != 0)
            };
            return distances.iter().any(|it| first(it) == Some(-1));
        }
        for component in order.iter().filter_map(|it| dependence.components.get(*it)) {
            match component.lower.as_ref().map(presburger::Integer::signum) {
                Some(1) => return false,
                Some(0) => {}
                _ => return true,
            }
        }
        false
    }
}

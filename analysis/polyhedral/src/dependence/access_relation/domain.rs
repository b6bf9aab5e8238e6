//! The iterations in which an operation runs: the loops and conditions around it.

use super::{Build, Choice, Stop, unknown};
use crate::dependence::linear::{Linear, Variable};
use ir::loops::{CountedLoop, LoopBounds, Step};
use ir::{OpId, OpKind};
use presburger::Integer;

impl Build<'_> {
    /// Constrains the iterations to those in which the operation runs.
    pub(super) fn domain(&mut self, op: OpId) -> Result<(), Stop> {
        let mut path: Vec<OpId> = self.ir.ancestors(op).collect();
        path.reverse();
        path.push(op);
        for pair in path.windows(2) {
            let [ancestor, inner] = *pair else { continue };
            if let Some(counted) = self.ir.counted_loop(ancestor) {
                self.counted_domain(ancestor, &counted)?;
            } else if let Some(guard) = self.ir.guard(ancestor) {
                let region = self.ir.blocks[self.ir.ops[inner].block].parent;
                self.guarded(ancestor, guard, self.ir.ops[ancestor].regions.first() == Some(&region))?;
            }
        }
        Ok(())
    }

    /// A loop without an induction variable, which is a mistake, is none of those around.
    pub(super) fn loop_variable(&self, op: OpId, dim: usize) -> Result<Linear, Stop> {
        if let Some(numbered) = self.known.variables.get(&(op, dim)) {
            return Ok(numbered.clone());
        }
        match self.loops.iter().position(|it| it.op == op && it.dim == dim) {
            Some(index) => Ok(Linear::variable(Variable::Loop(index))),
            None => unknown("an induction variable is missing, or used outside its loop"),
        }
    }

    fn counted_domain(&mut self, op: OpId, counted: &CountedLoop<'_>) -> Result<(), Stop> {
        for (dim, bounds) in counted.dims.iter().enumerate() {
            let lower = self.map_results(op, bounds.lower, 0);
            let upper = self.map_results(op, bounds.upper, 0);
            // What the dialect demands of its own bounds holds, or is an error.
            if self.ir.ops[op].kind != OpKind::Other && self.known.products.is_none() {
                self.loop_domain(op, dim, &lower?, &upper?, bounds.step)?;
                continue;
            }
            let (lower, upper) = (self.known_bound(lower)?, self.known_bound(upper)?);
            self.value_domain(op, dim, bounds, lower, upper)?;
        }
        Ok(())
    }

    /// Leaves a bound out that is not known.
    fn known_bound(&mut self, bound: Result<Vec<Linear>, Stop>) -> Result<Option<Vec<Linear>>, Stop> {
        match bound {
            Ok(bound) => Ok(Some(bound)),
            Err(Stop::Unknown(unknown)) => {
                self.leave_out_bound(&unknown.reason);
                Ok(None)
            }
            Err(stop) => Err(stop),
        }
    }

    pub(super) fn leave_out_bound(&mut self, reason: &str) {
        self.known.left_out.bounds.get_or_insert_with(|| reason.into());
    }

    /// The iterations of a loop whose bounds are any values.
    fn value_domain(
        &mut self,
        op: OpId,
        dim: usize,
        bounds: &LoopBounds<'_>,
        lower: Option<Vec<Linear>>,
        upper: Option<Vec<Linear>>,
    ) -> Result<(), Stop> {
        let (mut lower, mut upper) = (lower.unwrap_or_default(), upper.unwrap_or_default());
        if bounds.is_unsigned && !lower.iter().chain(&upper).all(|it| self.is_nonnegative(it)) {
            self.leave_out_bound("its bounds may be negative and are compared as unsigned numbers");
            (lower, upper) = Default::default();
        }
        if let Some(step) = bounds.step.positive()
            && !lower.is_empty()
        {
            return self.stepped(op, dim, (&lower, &upper), step);
        }
        match bounds.step {
            Step::Value(step) => {
                let name = &self.ir.values[step].name;
                self.leave_out_bound(&format!("the step `{name}` is not a constant"));
                if self.known.products.is_some()
                    && let Ok(step) = self.value(step, 0)
                {
                    self.divides(&step);
                    if let Some(variable) = self.counted_variable((op, dim), &lower, &step)? {
                        self.between(&[], &variable, &upper);
                        return Ok(());
                    }
                }
            }
            Step::Constant(step) if step <= 0 => self.leave_out_bound("its step is not positive"),
            Step::Constant(_) => {}
            Step::Unknown => self.leave_out_bound("a step is not known"),
        }
        // Whatever the step is, it is positive: another one is undefined.
        let variable = self.loop_variable(op, dim)?;
        self.between(&lower, &variable, &upper);
        Ok(())
    }

    /// `max(lower) <= variable < min(upper)`
    fn between(&mut self, lower: &[Linear], variable: &Linear, upper: &[Linear]) {
        let inequalities = &mut self.known.piece.inequalities;
        inequalities.extend(upper.iter().map(|it| it.minus(variable).plus_constant(-1)));
        inequalities.extend(lower.iter().map(|it| variable.minus(it)));
    }

    /// `max(lower) <= i < min(upper)`, in steps from `max(lower)`.
    fn loop_domain(
        &mut self,
        op: OpId,
        dim: usize,
        lower: &[Linear],
        upper: &[Linear],
        step: Step,
    ) -> Result<(), Stop> {
        let Some(step) = step.positive() else { return unknown("a step is not known") };
        if lower.is_empty() || upper.is_empty() {
            return unknown("a bound is not known");
        }
        self.stepped(op, dim, (lower, upper), step)
    }

    fn stepped(
        &mut self,
        op: OpId,
        dim: usize,
        (lower, upper): (&[Linear], &[Linear]),
        step: i64,
    ) -> Result<(), Stop> {
        let each = Linear::constant(step);
        if let Some(variable) = self.counted_variable((op, dim), lower, &each)? {
            self.between(&[], &variable, upper);
            return Ok(());
        }
        let variable = self.loop_variable(op, dim)?;
        if step == 1 {
            self.between(lower, &variable, upper);
            if let [start] = lower {
                self.known.iterations.insert((op, dim), variable.minus(start));
            }
            return Ok(());
        }
        self.between(&[], &variable, upper);
        let start = self.greatest(Choice::LowerBound(op, dim), lower)?;
        let iteration = self.local();
        self.known
            .piece
            .equalities
            .push(variable.minus(&start).minus(&iteration.times(&Integer::from(step))));
        self.known.iterations.insert((op, dim), iteration.clone());
        self.known.piece.inequalities.push(iteration);
        Ok(())
    }
}

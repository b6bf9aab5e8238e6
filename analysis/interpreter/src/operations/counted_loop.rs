//! Loops that count, of both dialects.

use super::super::affine_map::Operator;
use super::super::fault::{Cause, Fault};
use super::super::machine::{Frame, Machine};
use super::super::program::{Block, Operation};
use super::super::scalar::{Scalar, wrap};
use super::super::value::Value;

/// A loop from the greatest of its lower bounds to below the least of its upper ones.
pub(super) struct CountedLoop<'p> {
    pub(super) op: &'p Operation,
    pub(super) body: &'p Block,
    pub(super) lower: Vec<Scalar>,
    pub(super) upper: Vec<Scalar>,
    pub(super) step: i64,
    /// Bits of the induction variable.
    pub(super) width: u32,
}

impl<'p> CountedLoop<'p> {
    /// Runs it, and returns the final carried values.
    pub(super) fn run(
        &self,
        machine: &mut Machine<'p>,
        carried: Vec<Value>,
        frame: &mut Frame,
    ) -> Result<Vec<Value>, Fault> {
        if machine.has_regions() {
            return self.run_by_region(machine, carried, frame);
        }
        let fault = |cause| self.op.fault(cause);
        let extremes = machine
            .extreme(&self.lower, true)
            .and_then(|lower| Ok((lower, machine.extreme(&self.upper, false)?)))
            .map_err(&fault)?;
        let (Some(mut value), Some(upper)) = extremes else {
            return Err(fault(Cause::Undefined("a loop without bounds".to_owned())));
        };
        let mut carried = carried;
        while machine.less(value, upper).map_err(&fault)? {
            machine.step().map_err(&fault)?;
            carried = self.iterate(machine, value, carried, frame)?;
            value = match value {
                Scalar::Integer(value) => Scalar::Integer(wrap(value.wrapping_add(self.step), self.width)),
                term => machine.affine(Operator::Add, term, Scalar::Integer(self.step)).map_err(&fault)?,
            };
        }
        Ok(carried)
    }

    fn iterate(
        &self,
        machine: &mut Machine<'p>,
        value: Scalar,
        mut carried: Vec<Value>,
        frame: &mut Frame,
    ) -> Result<Vec<Value>, Fault> {
        let mut arguments = vec![Value::Scalar(value)];
        arguments.append(&mut carried);
        frame.set_all(&self.body.arguments, arguments);
        machine.scope(self.body, frame)
    }

    /// Each iteration runs where it is within the bounds.
    fn run_by_region(
        &self,
        machine: &mut Machine<'p>,
        mut carried: Vec<Value>,
        frame: &mut Frame,
    ) -> Result<Vec<Value>, Fault> {
        let fault = |cause| self.op.fault(cause);
        let is_sure_to_start = self.lower.iter().all(|it| matches!(it, Scalar::Integer(_)));
        let mut value = machine.first_of(&self.lower, self.step).map_err(&fault)?;
        loop {
            machine.step().map_err(&fault)?;
            let here = Scalar::Integer(value);
            if !machine.narrow_below(here, &self.upper).map_err(&fault)? {
                return Ok(carried);
            }
            let after = Scalar::Integer(value.saturating_add(1));
            let (mut is_idle, mut excluded) = (false, None);
            if machine.narrow_above(after, &self.lower).map_err(&fault)? {
                let (accesses, since) = (machine.accesses(), machine.count_iteration(self.op));
                machine.spend_on_values(&carried).map_err(&fault)?;
                let entering = machine.all_here(&carried);
                match self.iterate(machine, here, entering, frame) {
                    Ok(yielded) => carried = machine.all_guarded(&yielded, &carried).map_err(&fault)?,
                    Err(found) => excluded = machine.exclude(found)?,
                }
                machine.widen();
                is_idle = is_sure_to_start
                    && accesses == machine.accesses()
                    && carried.is_empty()
                    && machine.does_nothing(self.body, since + 1).map_err(&fault)?;
            }
            machine.widen();
            if let Some(found) = excluded
                && machine.is_nowhere()
            {
                return Err(found);
            }
            if is_idle {
                return Ok(carried);
            }
            value = value.saturating_add(self.step);
        }
    }
}

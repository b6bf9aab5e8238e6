//! Blocks that run under a condition on what memory holds: both run, and the condition chooses.

use rustc_hash::FxHashMap;
use syntax::TextRange;

use super::fault::{Cause, Fault, unsupported};
use super::machine::{Frame, Machine};
use super::program::{Block, Operation};
use super::scalar::Scalar;
use super::value::Value;

impl Machine<'_> {
    /// Runs both alternatives of a condition, and chooses between their effects by it.
    pub(super) fn both<'p>(
        machine: &mut Machine<'p>,
        op: &'p Operation,
        condition: Scalar,
        blocks: [&'p Block; 2],
        frame: &mut Frame,
    ) -> Result<Vec<Value>, Fault> {
        let fault = |cause| op.fault(cause);
        let mut outcomes = Vec::new();
        for (block, holds) in blocks.into_iter().zip([true, false]) {
            machine.domain().map_err(fault)?.enter(condition, holds);
            machine.memory.record();
            let results = machine.block(block, frame);
            let written = machine.memory.roll_back();
            machine.domain().map_err(fault)?.leave();
            // That it ends badly is said where it runs.
            let results = results.map_err(|it| {
                let what = format!("under a condition on what memory holds: {}", it.cause);
                Fault { cause: Cause::Unsupported(what), ..it }
            })?;
            outcomes.push((results, written.map_err(fault)?));
        }
        let [(then, then_written), (otherwise, else_written)] = &outcomes[..] else { return Ok(Vec::new()) };
        let keys =
            then_written.keys().chain(else_written.keys().filter(|it| !then_written.contains_key(*it)));
        for &(buffer, cell) in keys {
            machine.step().map_err(fault)?;
            let old = machine.memory.cells(buffer).get(cell).copied().unwrap_or(Scalar::Poison);
            let value = |written: &FxHashMap<(usize, usize), (Scalar, Option<TextRange>)>| {
                written.get(&(buffer, cell)).map_or((old, None), |it| *it)
            };
            let ((then, first), (otherwise, second)) = (value(then_written), value(else_written));
            let chosen = machine.chosen(op, condition, then, otherwise).map_err(fault)?;
            machine.memory.write(buffer, cell, chosen, first.or(second));
        }
        let pairs = then.iter().zip(otherwise);
        pairs.map(|(then, otherwise)| machine.choice(op, condition, then, otherwise).map_err(fault)).collect()
    }

    /// A number that is uninitialized on one side stays so.
    fn chosen(
        &mut self,
        op: &Operation,
        condition: Scalar,
        then: Scalar,
        otherwise: Scalar,
    ) -> Result<Scalar, Cause> {
        match (then, otherwise) {
            (Scalar::Poison, Scalar::Poison) => Ok(Scalar::Poison),
            (Scalar::Poison, _) | (_, Scalar::Poison) => {
                unsupported("memory that is written only where what it held says so")
            }
            _ => self.select(op, condition, then, otherwise),
        }
    }

    /// The first of two values or the second, number by number.
    pub(super) fn choice(
        &mut self,
        op: &Operation,
        condition: Scalar,
        then: &Value,
        otherwise: &Value,
    ) -> Result<Value, Cause> {
        if let (Value::Tensor(then), Value::Tensor(otherwise)) = (then, otherwise) {
            if then.sizes_or_terms() != otherwise.sizes_or_terms() {
                return unsupported("a tensor of a shape that memory chooses");
            }
            self.spend_on_values(&[Value::Tensor(then.clone())])?;
            let chosen = then.try_map(|cell, it| self.chosen(op, condition, it, otherwise.get(cell)))?;
            return Ok(Value::Tensor(chosen.within(&[then, otherwise]).into()));
        }
        let shape = match then {
            Value::Vector(vector) => vector.shape.clone(),
            Value::Scalar(_) => Vec::new(),
            Value::MemRef(_) | Value::Tensor(_) => {
                return unsupported("memory that is chosen by what memory holds");
            }
        };
        let lanes = then.lanes()?.iter().zip(otherwise.lanes()?);
        let lanes = lanes.map(|(then, otherwise)| self.chosen(op, condition, *then, *otherwise));
        Value::of_lanes(&shape, lanes.collect::<Result<_, _>>()?)
    }
}

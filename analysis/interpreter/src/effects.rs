//! Operations that may do anything to the memory that others see: calls of functions without a body, and operations of
//! which nothing is known.
//!
//! All that happens outside the program is one state. Each such operation makes another one of it, as a function of the
//! state before, its operands and all that the memory holds which others see; its results and what that memory holds
//! afterwards are functions of the new state. So two programs that end in the same state have done the same in the same
//! order, with the same values in memory.

use super::fault::{Cause, unsupported};
use super::machine::{Machine, Seen};
use super::program::Operation;
use super::scalar::Scalar;
use super::types::Type;
use super::value::Value;
use super::view::View;

impl Machine<'_> {
    /// Lets others see the buffer of a memref.
    pub fn expose(&mut self, value: &Value) {
        if let Ok(view) = value.view()
            && !self.seen.buffers.contains(&view.buffer)
        {
            self.seen.buffers.push(view.buffer);
        }
    }

    /// The memory that others have seen, in the order in which they did.
    pub fn exposed(&self) -> Vec<Value> {
        let view = |buffer: &usize| View::whole(*buffer, self.memory.shape(*buffer).to_vec());
        self.seen.buffers.iter().map(|it| Value::MemRef(view(it).into())).collect()
    }

    /// The state outside; `None` as long as nothing has happened to it.
    pub fn state(&self) -> Option<Scalar> {
        self.seen.state
    }

    /// The results of an operation that may read and write all that others see.
    pub(super) fn effect(&mut self, op: &Operation, operands: &[Value]) -> Result<Vec<Value>, Cause> {
        if !self.domain()?.is_everywhere() || self.memory.is_recording() || self.is_in_parallel() {
            return unsupported(format!("`{}` where it is not known whether and when it runs", op.name));
        }
        if let Some(why) = self.unsettled() {
            return unsupported(format!("`{}` with {why}", op.name));
        }
        let mut inputs = vec![self.seen.state.unwrap_or(Scalar::Integer(0))];
        for operand in operands {
            self.expose(operand);
            self.describe(operand, &mut inputs)?;
        }
        for buffer in self.seen.buffers.clone() {
            if self.memory.has_units(buffer) {
                return unsupported("bytes that are numbers of other types, and that others see");
            }
            self.settle(&View::whole(buffer, Vec::new()))?;
        }
        let Seen { buffers, .. } = &self.seen;
        let is_live = |it: &usize| self.memory.ending(*it).is_none();
        inputs.extend(buffers.iter().map(|it| Scalar::Integer(is_live(it).into())));
        let buffers: Vec<usize> = buffers.iter().copied().filter(is_live).collect();
        for buffer in &buffers {
            let cells = self.memory.cells(*buffer);
            inputs.push(Scalar::Integer(length(cells)));
            inputs.extend_from_slice(cells);
        }
        self.steps = self.steps.checked_sub(inputs.len() as u64).ok_or(Cause::Endless)?;
        let state = self.domain()?.effect(op, &inputs)?;
        self.seen.state = Some(state);
        let mut results = Vec::new();
        for (result, ty) in op.result_types.iter().enumerate() {
            // Of a tensor nothing is known but that it is one.
            let shape = if let Type::Tensor { .. } = ty { &[] } else { ty.vector_shape()? };
            let lanes = (0..shape.iter().product()).map(|lane| self.opaque(op, &[state], result, lane));
            results.push(Value::of_lanes(shape, lanes.collect::<Result<_, _>>()?)?);
        }
        for (number, buffer) in buffers.iter().enumerate() {
            let source = op.result_types.len() + number;
            let count = self.memory.cells(*buffer).len();
            let cells = (0..count).map(|cell| self.opaque(op, &[state], source, cell));
            let cells: Vec<Scalar> = cells.collect::<Result<_, _>>()?;
            self.memory.fill(*buffer, cells);
        }
        Ok(results)
    }

    /// The numbers of a value; of a memref which one it is, as others tell them apart.
    fn describe(&self, value: &Value, into: &mut Vec<Scalar>) -> Result<(), Cause> {
        if let Value::Tensor(tensor) = value {
            let (sizes, cells) = self.tensor_contents(tensor)?;
            into.extend([length(&sizes), length(&cells)].map(Scalar::Integer));
            into.extend(sizes.into_iter().chain(cells));
            return Ok(());
        }
        let Value::MemRef(view) = value else {
            let lanes = value.lanes()?;
            into.push(Scalar::Integer(length(lanes)));
            into.extend_from_slice(lanes);
            return Ok(());
        };
        let number = self.seen.buffers.iter().position(|it| *it == view.buffer);
        let number = number.and_then(|it| i64::try_from(it).ok()).unwrap_or(-1);
        into.extend([Scalar::Integer(number), Scalar::Integer(view.offset)]);
        into.extend(view.sizes.iter().chain(&view.strides).map(|it| Scalar::Integer(*it)));
        Ok(())
    }
}

fn length(cells: &[Scalar]) -> i64 {
    i64::try_from(cells.len()).unwrap_or(i64::MAX)
}

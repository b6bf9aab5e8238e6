//! Tensors that a machine makes and reads.

use std::rc::Rc;

use super::fault::{Cause, undefined, unsupported};
use super::machine::{Frame, Machine};
use super::memory::MOST_ELEMENTS;
use super::program::Operation;
use super::scalar::Scalar;
use super::tensor::{Source, Tensor};
use super::value::Value;

impl Machine<'_> {
    /// A tensor of these sizes with these numbers, in row-major order.
    ///
    /// # Errors
    /// Where the sizes are negative or too large.
    pub fn tensor(&mut self, sizes: &[i64], cells: &[Scalar]) -> Result<Value, Cause> {
        Ok(Value::Tensor(Rc::new(self.new_tensor(sizes.to_vec(), cells)?)))
    }

    pub(super) fn new_tensor(&mut self, sizes: Vec<i64>, cells: &[Scalar]) -> Result<Tensor, Cause> {
        let count = self.room(&sizes)?;
        match cells.len() == count {
            true => Ok(Tensor::new(sizes, cells)),
            false => unsupported("numbers of another shape"),
        }
    }

    /// A tensor of one number.
    pub(super) fn splat(&mut self, sizes: Vec<i64>, value: Scalar) -> Result<Tensor, Cause> {
        let count = self.room(&sizes)?;
        Ok(Tensor::new(sizes, &vec![value; count]))
    }

    /// How many numbers there are in these sizes, which are counted.
    fn room(&mut self, sizes: &[i64]) -> Result<usize, Cause> {
        if sizes.iter().any(|it| *it < 0) {
            return undefined(format!("a tensor of the sizes {sizes:?}"));
        }
        let multiply =
            |product: i64, size: &i64| product.checked_mul(*size).filter(|it| *it <= MOST_ELEMENTS);
        let count = sizes.iter().try_fold(1, multiply).ok_or(Cause::Endless)?;
        let count = usize::try_from(count).map_err(|_| Cause::Endless)?;
        self.spend_on_numbers(count)?;
        self.memory.count(count)?;
        Ok(count)
    }

    /// A tensor to change: of this one, but for the parts that will be changed.
    pub(super) fn copy_of(&mut self, tensor: &Tensor, changes: usize) -> Result<Tensor, Cause> {
        let copied = tensor.cost_of(changes);
        self.spend_on_numbers(copied)?;
        self.memory.count(copied)?;
        self.lend(tensor);
        Ok(tensor.clone().within(&[tensor]))
    }

    /// From here on the memory that a tensor shares may hold something else, if that is allowed.
    pub(super) fn lend(&mut self, tensor: &Tensor) {
        let writable = tensor.sources.iter().filter(|it| it.is_writable);
        self.lent.extend(writable.map(|it| it.view.buffer));
    }

    /// The tensor that an operand is.
    pub(super) fn tensor_operand(
        &self,
        op: &Operation,
        frame: &Frame,
        at: usize,
    ) -> Result<Rc<Tensor>, Cause> {
        let tensor = frame.operand(op, at)?.tensor()?.clone();
        self.check_source(&tensor)?;
        Ok(tensor)
    }

    /// As [`Machine::tensor_operand`], whose sizes are numbers from here on.
    pub(super) fn settled_operand(
        &mut self,
        op: &Operation,
        frame: &Frame,
        at: usize,
    ) -> Result<Rc<Tensor>, Cause> {
        let tensor = self.tensor_operand(op, frame, at)?;
        for size in &tensor.open_sizes {
            self.integer(*size)?;
        }
        Ok(tensor)
    }

    /// The sizes, which may be terms, and the numbers of a tensor.
    ///
    /// # Errors
    /// Where it is not known what it holds.
    pub fn tensor_contents(&self, tensor: &Tensor) -> Result<(Vec<Scalar>, Vec<Scalar>), Cause> {
        self.check_source(tensor)?;
        Ok((tensor.sizes_or_terms(), tensor.cells()))
    }

    /// A tensor is a value only as long as the buffer that it was made of stays what it was.
    pub(super) fn check_source(&self, tensor: &Tensor) -> Result<(), Cause> {
        let is_same = |source: &Source| {
            let buffer = source.view.buffer;
            self.memory.version(buffer) == source.version && self.memory.ending(buffer).is_none()
        };
        if tensor.sources.iter().all(is_same) {
            Ok(())
        } else {
            unsupported("a tensor whose buffer has changed")
        }
    }

    /// The place of an element. A term is compared with the sizes before it becomes a number.
    pub(super) fn tensor_cell(&mut self, tensor: &Tensor, indices: &[Scalar]) -> Result<usize, Cause> {
        let mut numbers = Vec::new();
        for (dim, index) in indices.iter().enumerate() {
            let size = tensor.size(dim).unwrap_or(Scalar::Integer(0));
            let is_open = [*index, size].iter().any(|it| matches!(it, Scalar::Term(_)));
            if is_open && (self.less(*index, Scalar::Integer(0))? || !self.less(*index, size)?) {
                return Err(Cause::OutOfBounds(format!("subscript {dim} of sizes {:?}", tensor.sizes)));
            }
            numbers.push(self.integer(*index)?);
        }
        tensor.cell(&numbers)
    }
}

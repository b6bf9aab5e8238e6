//! Tensors: values of many numbers, which share the parts that they have in common.

use std::rc::Rc;

use super::fault::{Cause, undefined, unsupported};
use super::machine::{Frame, Machine};
use super::memory::MOST_ELEMENTS;
use super::program::Operation;
use super::value::{Scalar, Value};
use super::view::View;

/// The numbers of one part.
const PART: usize = 64;

/// Numbers in row-major order.
#[derive(Debug, Clone)]
pub struct Tensor {
    /// None is negative.
    pub(super) sizes: Vec<i64>,
    /// The sizes as terms, where they are any: numbers only where that matters.
    open_sizes: Vec<Scalar>,
    /// Each of [`PART`] numbers, but for the last.
    parts: Vec<Rc<[Scalar]>>,
    /// The buffers that it may share its elements with.
    sources: Vec<Source>,
}

/// A buffer that became a tensor by `bufferization.to_tensor`.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Source {
    pub(super) view: Rc<View>,
    /// That of the buffer when the tensor was made.
    pub(super) version: u64,
    /// Whether what is written into the tensor may be written into the buffer.
    pub(super) is_writable: bool,
    /// Whether the tensor is all that the view showed.
    pub(super) is_whole: bool,
}

impl Tensor {
    fn new(sizes: Vec<i64>, cells: &[Scalar]) -> Tensor {
        let parts = cells.chunks(PART).map(Rc::from).collect();
        Tensor { sizes, open_sizes: Vec::new(), parts, sources: Vec::new() }
    }

    /// The numbers.
    pub(super) fn cells(&self) -> Vec<Scalar> {
        self.parts.iter().flat_map(|it| it.iter().copied()).collect()
    }

    pub fn sizes(&self) -> &[i64] {
        &self.sizes
    }

    /// The sizes, which may be terms.
    pub(super) fn open_sizes(&self) -> Vec<Scalar> {
        (0..self.sizes.len()).filter_map(|it| self.size(it)).collect()
    }

    pub(super) fn size(&self, dim: usize) -> Option<Scalar> {
        let known = self.sizes.get(dim).map(|it| Scalar::Integer(*it));
        self.open_sizes.get(dim).copied().or(known)
    }

    pub(super) fn get(&self, cell: usize) -> Scalar {
        let part = self.parts.get(cell / PART);
        part.and_then(|it| it.get(cell % PART)).copied().unwrap_or(Scalar::Poison)
    }

    pub(super) fn set(&mut self, cell: usize, value: Scalar) {
        let part = self.parts.get_mut(cell / PART);
        if let Some(slot) = part.and_then(|it| Rc::make_mut(it).get_mut(cell % PART)) {
            *slot = value;
        }
    }

    /// The same with each number changed.
    pub(super) fn try_map<E>(
        &self,
        mut change: impl FnMut(usize, Scalar) -> Result<Scalar, E>,
    ) -> Result<Tensor, E> {
        let mut result = self.clone();
        for (cell, value) in self.cells().into_iter().enumerate() {
            let changed = change(cell, value)?;
            if changed != value {
                result.set(cell, changed);
            }
        }
        Ok(result)
    }

    /// The place of an element that is inside.
    pub(super) fn cell(&self, indices: &[i64]) -> Result<usize, Cause> {
        let is_inside = indices.len() == self.sizes.len()
            && indices.iter().zip(&self.sizes).all(|(index, size)| (0..*size).contains(index));
        if !is_inside {
            return Err(Cause::OutOfBounds(format!("element {indices:?} of sizes {:?}", self.sizes)));
        }
        let place = indices.iter().zip(&self.sizes).fold(0, |place, (index, size)| place * size + index);
        Ok(usize::try_from(place).unwrap_or(0))
    }

    /// The same, which may lie in a part of the buffers that others share.
    pub(super) fn within(self, others: &[&Tensor]) -> Tensor {
        let mut sources: Vec<Source> = Vec::new();
        for source in others.iter().flat_map(|it| &it.sources) {
            let source = Source { is_whole: false, ..source.clone() };
            if !sources.contains(&source) {
                sources.push(source);
            }
        }
        Tensor { sources, ..self }
    }

    /// The buffer that it is all of.
    pub(super) fn whole_buffer(&self) -> Option<&Rc<View>> {
        match &self.sources[..] {
            [source] if source.is_whole => Some(&source.view),
            _ => None,
        }
    }

    /// The same, made of a buffer.
    pub(super) fn made_of(self, source: Source) -> Tensor {
        Tensor { sources: vec![source], ..self }
    }
}

impl Value {
    /// The same tensor, whose sizes may be terms.
    pub fn with_open_sizes(self, sizes: Vec<Scalar>) -> Value {
        match self {
            Value::Tensor(tensor) => {
                Value::Tensor(Rc::new(Tensor { open_sizes: sizes, ..Tensor::clone(&tensor) }))
            }
            other => other,
        }
    }

    pub(super) fn tensor(&self) -> Result<&Rc<Tensor>, Cause> {
        match self {
            Value::Tensor(tensor) => Ok(tensor),
            _ => unsupported("no tensor where one is expected"),
        }
    }
}

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
        let count = sizes.iter().try_fold(1_i64, |product, size| match size {
            0.. => product.checked_mul(*size).filter(|it| *it <= MOST_ELEMENTS),
            _ => None,
        });
        let Some(count) = count.and_then(|it| usize::try_from(it).ok()) else {
            return undefined(format!("a tensor of the sizes {sizes:?}"));
        };
        self.spend_on_numbers(count)?;
        self.memory.count(count)?;
        Ok(count)
    }

    /// A tensor to change: of this one, but for the parts that will be changed.
    pub(super) fn copy_of(&mut self, tensor: &Tensor, changes: usize) -> Result<Tensor, Cause> {
        let copied = tensor.parts.len() + changes.min(tensor.parts.len()).saturating_mul(PART);
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
        Ok((tensor.open_sizes(), tensor.cells()))
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

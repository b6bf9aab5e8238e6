//! Tensors: values of many numbers, which share the parts that they have in common.

use std::rc::Rc;

use super::fault::Cause;
use super::scalar::Scalar;
use super::view::View;

/// The numbers of one part.
const PART: usize = 64;

/// Numbers in row-major order.
#[derive(Debug, Clone)]
pub struct Tensor {
    /// None is negative.
    pub(super) sizes: Vec<i64>,
    /// The sizes as terms, where they are any: numbers only where that matters.
    pub(super) open_sizes: Vec<Scalar>,
    /// Each of [`PART`] numbers, but for the last.
    parts: Vec<Rc<[Scalar]>>,
    /// The buffers that it may share its elements with.
    pub(super) sources: Vec<Source>,
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
    pub(super) fn new(sizes: Vec<i64>, cells: &[Scalar]) -> Tensor {
        let parts = cells.chunks(PART).map(Rc::from).collect();
        Tensor { sizes, open_sizes: Vec::new(), parts, sources: Vec::new() }
    }

    /// The numbers.
    pub(super) fn cells(&self) -> Vec<Scalar> {
        self.parts.iter().flat_map(|it| it.iter().copied()).collect()
    }

    /// The sizes.
    pub fn sizes(&self) -> &[i64] {
        &self.sizes
    }

    /// The sizes, which may be terms.
    pub(super) fn sizes_or_terms(&self) -> Vec<Scalar> {
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

    /// How many numbers are copied for a tensor in which so many are others.
    pub(super) fn cost_of(&self, changes: usize) -> usize {
        self.parts.len() + changes.min(self.parts.len()).saturating_mul(PART)
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

    /// The same, whose sizes may be terms.
    pub(super) fn with_open_sizes(&self, open_sizes: Vec<Scalar>) -> Tensor {
        Tensor { open_sizes, ..self.clone() }
    }

    /// The same, made of a buffer.
    pub(super) fn made_of(self, source: Source) -> Tensor {
        Tensor { sources: vec![source], ..self }
    }
}

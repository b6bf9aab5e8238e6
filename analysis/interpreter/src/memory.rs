//! Buffers, and memrefs as views of them.

use std::rc::Rc;

use rustc_hash::FxHashMap;
use syntax::TextRange;

use super::fault::{Cause, undefined, unsupported};
use super::value::Scalar;

/// A memref: a strided window onto a buffer. Strides and the offset count elements.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct View {
    pub(super) buffer: usize,
    pub(super) offset: i64,
    pub(super) sizes: Vec<i64>,
    pub(super) strides: Vec<i64>,
}

struct Buffer {
    shape: Rc<[i64]>,
    cells: Vec<Scalar>,
    /// Which cells were read or written.
    touched: Vec<bool>,
    /// The operations that wrote them last.
    writers: Vec<Option<TextRange>>,
    is_live: bool,
}

/// What cells held before, while two blocks run of which only one would.
type Log = FxHashMap<(usize, usize), (Scalar, Option<TextRange>)>;

/// All buffers there ever were.
#[derive(Default)]
pub(super) struct Memory {
    buffers: Vec<Buffer>,
    /// Of the conditions around, the innermost last; each with whether it has freed a buffer.
    logs: Vec<(Log, bool)>,
    /// How many elements there were, dead or alive.
    elements: usize,
}

/// All buffers together.
const MOST_ELEMENTS_EVER: usize = 1 << 24;

/// The largest buffer, in elements: enough for tests, and no trouble when a size is nonsense.
const MOST_ELEMENTS: i64 = 1 << 20;

impl View {
    /// Of a whole buffer, in row-major order.
    fn whole(buffer: usize, sizes: Vec<i64>) -> View {
        let mut strides = vec![1; sizes.len()];
        for dim in (1..sizes.len()).rev() {
            strides[dim - 1] = strides[dim] * sizes[dim].max(1);
        }
        View { buffer, offset: 0, sizes, strides }
    }

    /// How many elements it shows.
    pub(super) fn elements(&self) -> i64 {
        self.sizes.iter().product()
    }

    /// How far from the buffer's start an element lies, whether it is inside or not.
    pub(super) fn distance(&self, indices: &[i64]) -> i64 {
        indices.iter().zip(&self.strides).fold(self.offset, |sum, (index, stride)| sum + index * stride)
    }
}

impl Memory {
    /// A new buffer with its view; nobody has written its elements.
    pub(super) fn allocate(&mut self, sizes: Vec<i64>) -> Result<View, Cause> {
        let elements = sizes.iter().try_fold(1_i64, |product, size| match size {
            0.. => product.checked_mul(*size).filter(|it| *it <= MOST_ELEMENTS),
            _ => None,
        });
        let Some(elements) = elements else {
            return undefined(format!("a buffer of the sizes {sizes:?}"));
        };
        let elements = usize::try_from(elements).unwrap_or(0);
        self.elements += elements;
        if self.elements > MOST_ELEMENTS_EVER {
            return Err(Cause::Endless);
        }
        let cells = vec![Scalar::Poison; elements];
        self.buffers.push(Buffer {
            shape: sizes.as_slice().into(),
            cells,
            touched: vec![false; elements],
            writers: vec![None; elements],
            is_live: true,
        });
        Ok(View::whole(self.buffers.len() - 1, sizes))
    }

    /// The sizes that a buffer was made with.
    pub(super) fn shape(&self, buffer: usize) -> Rc<[i64]> {
        Rc::clone(&self.buffers[buffer].shape)
    }

    /// The number that the next buffer will have.
    pub(super) fn next_buffer(&self) -> usize {
        self.buffers.len()
    }

    pub(super) fn free(&mut self, view: &View) -> Result<(), Cause> {
        if let Some((_, has_freed)) = self.logs.last_mut() {
            *has_freed = true;
        }
        let buffer = &mut self.buffers[view.buffer];
        if !std::mem::take(&mut buffer.is_live) {
            return undefined("a buffer is freed twice");
        }
        Ok(())
    }

    /// The cell of an element that is inside the view and its buffer.
    pub(super) fn cell(&self, view: &View, indices: &[i64]) -> Result<usize, Cause> {
        let outside = |what| Err(Cause::OutOfBounds(format!("{what} {indices:?} of sizes {:?}", view.sizes)));
        if indices.len() != view.sizes.len()
            || !indices.iter().zip(&view.sizes).all(|(index, size)| (0..*size).contains(index))
        {
            return outside("element");
        }
        let buffer = &self.buffers[view.buffer];
        if !buffer.is_live {
            return outside("after its end, element");
        }
        match usize::try_from(view.distance(indices)) {
            Ok(cell) if cell < buffer.cells.len() => Ok(cell),
            _ => outside("beyond the buffer of the view, element"),
        }
    }

    pub(super) fn read(&mut self, buffer: usize, cell: usize) -> Scalar {
        self.buffers[buffer].touched[cell] = true;
        self.buffers[buffer].cells[cell]
    }

    pub(super) fn write(&mut self, buffer: usize, cell: usize, value: Scalar, by: Option<TextRange>) {
        let found = &mut self.buffers[buffer];
        if let Some((log, _)) = self.logs.last_mut() {
            log.entry((buffer, cell)).or_insert((found.cells[cell], found.writers[cell]));
        }
        found.touched[cell] = true;
        found.cells[cell] = value;
        found.writers[cell] = by;
    }

    pub(super) fn writer(&self, buffer: usize, cell: usize) -> Option<TextRange> {
        *self.buffers[buffer].writers.get(cell)?
    }

    /// Notes from here on what is written.
    pub(super) fn record(&mut self) {
        self.logs.push(Default::default());
    }

    /// Whether what runs would run under a condition.
    pub(super) fn is_recording(&self) -> bool {
        !self.logs.is_empty()
    }

    /// Undoes what was written since [`Memory::record`]; what the cells held.
    pub(super) fn roll_back(&mut self) -> Result<Log, Cause> {
        let (mut log, has_freed) = self.logs.pop().unwrap_or_default();
        for ((buffer, cell), old) in &mut log {
            let found = &mut self.buffers[*buffer];
            std::mem::swap(&mut found.cells[*cell], &mut old.0);
            std::mem::swap(&mut found.writers[*cell], &mut old.1);
        }
        if has_freed { unsupported("a buffer that is freed under a condition") } else { Ok(log) }
    }

    /// Gives a buffer its first contents, without an access.
    pub(super) fn fill(&mut self, buffer: usize, contents: impl IntoIterator<Item = Scalar>) {
        for (cell, value) in self.buffers[buffer].cells.iter_mut().zip(contents) {
            *cell = value;
        }
    }

    pub(super) fn cells(&self, buffer: usize) -> &[Scalar] {
        &self.buffers[buffer].cells
    }

    pub(super) fn is_live(&self, buffer: usize) -> bool {
        self.buffers[buffer].is_live
    }

    pub(super) fn touched(&self, buffer: usize) -> &[bool] {
        &self.buffers[buffer].touched
    }
}

//! Buffers.

use std::rc::Rc;

use rustc_hash::FxHashMap;
use syntax::TextRange;

use super::fault::{Cause, undefined, unsupported};
use super::scalar::Scalar;
use super::types::Layout;
use super::view::{Unit, View, extent};

struct Buffer {
    shape: Rc<[i64]>,
    cells: Vec<Scalar>,
    /// The operations that wrote them last.
    writers: Vec<Option<TextRange>>,
    /// The type that each byte was written as, once the buffer is one of bytes that are numbers of other types.
    units: Vec<Unit>,
    /// Whether `memref.dealloc` may end it.
    is_on_heap: bool,
    ending: Option<Ending>,
    /// How often it was written.
    version: u64,
}

/// How memory ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ending {
    /// Whether it was freed, and did not end with the region that made it.
    pub is_freed: bool,
    /// The operation that freed it, or that made it for a region alone.
    pub by: Option<TextRange>,
}

/// The earlier contents of cells, while both alternatives of a condition run.
type Log = FxHashMap<(usize, usize), (Scalar, Option<TextRange>)>;

/// The changes under a condition to memory that existed before it.
struct Recording {
    log: Log,
    first_own_buffer: usize,
    has_freed: bool,
}

/// All buffers there ever were.
#[derive(Default)]
pub(super) struct Memory {
    buffers: Vec<Buffer>,
    /// Those that end with a region around, in the order in which they were made, with the operations that made them.
    automatic: Vec<(usize, Option<TextRange>)>,
    /// Of the conditions around, the innermost last.
    recordings: Vec<Recording>,
    /// How many elements there were, dead or alive.
    elements: usize,
}

/// All buffers together.
const MOST_ELEMENTS_EVER: usize = 1 << 24;

/// The largest buffer, in elements: enough for tests, and no trouble when a size is nonsense.
pub(super) const MOST_ELEMENTS: i64 = 1 << 20;

impl Memory {
    /// A new buffer with its view; its elements are uninitialized.
    pub(super) fn allocate(&mut self, sizes: Vec<i64>, layout: &Layout) -> Result<View, Cause> {
        match layout {
            Layout::RowMajor => self.allocate_row_major(sizes),
            Layout::Injective => Ok(View { is_placed: false, ..self.allocate_row_major(sizes)? }),
            Layout::Strided { offset, strides } => {
                let known = extent(&sizes, *offset, strides).filter(|_| sizes.iter().all(|it| *it >= 0));
                let Some(extent) = known else {
                    return undefined(format!("a buffer of the sizes {sizes:?}"));
                };
                let all = self.allocate_row_major(vec![extent])?;
                Ok(View { offset: *offset, sizes, strides: strides.clone(), ..all })
            }
        }
    }

    fn allocate_row_major(&mut self, sizes: Vec<i64>) -> Result<View, Cause> {
        let elements = sizes.iter().try_fold(1_i64, |product, size| match size {
            0.. => product.checked_mul(*size).filter(|it| *it <= MOST_ELEMENTS),
            _ => None,
        });
        let Some(elements) = elements else {
            return undefined(format!("a buffer of the sizes {sizes:?}"));
        };
        let elements = usize::try_from(elements).unwrap_or(0);
        self.count(elements)?;
        let cells = vec![Scalar::Poison; elements];
        self.buffers.push(Buffer {
            shape: sizes.as_slice().into(),
            cells,
            writers: vec![None; elements],
            units: Vec::new(),
            is_on_heap: true,
            ending: None,
            version: 0,
        });
        Ok(View::whole(self.buffers.len() - 1, sizes))
    }

    /// Counts elements that there are from here on.
    pub(super) fn count(&mut self, elements: usize) -> Result<(), Cause> {
        self.elements = self.elements.saturating_add(elements);
        if self.elements > MOST_ELEMENTS_EVER { Err(Cause::Endless) } else { Ok(()) }
    }

    /// Another number for each state of a buffer.
    pub(super) fn version(&self, buffer: usize) -> u64 {
        self.buffers[buffer].version
    }

    /// The sizes that a buffer was made with.
    pub(super) fn shape(&self, buffer: usize) -> Rc<[i64]> {
        Rc::clone(&self.buffers[buffer].shape)
    }

    /// The number that the next buffer will have.
    pub(super) fn next_buffer(&self) -> usize {
        self.buffers.len()
    }

    /// As [`Memory::allocate`], of memory that is there as long as the program runs.
    pub(super) fn allocate_global(&mut self, sizes: Vec<i64>, layout: &Layout) -> Result<View, Cause> {
        let view = self.allocate(sizes, layout)?;
        self.buffers[view.buffer].is_on_heap = false;
        Ok(view)
    }

    /// As [`Memory::allocate`], of memory that ends with the scope that was begun last.
    pub(super) fn allocate_automatic(
        &mut self,
        sizes: Vec<i64>,
        layout: &Layout,
        by: Option<TextRange>,
    ) -> Result<View, Cause> {
        let view = self.allocate_global(sizes, layout)?;
        self.automatic.push((view.buffer, by));
        Ok(view)
    }

    /// Begins a scope for automatic memory, which [`Memory::end_scope`] ends.
    pub(super) fn begin_scope(&self) -> usize {
        self.automatic.len()
    }

    pub(super) fn end_scope(&mut self, scope: usize) {
        for (buffer, by) in self.automatic.drain(scope.min(self.automatic.len())..) {
            self.buffers[buffer].ending = Some(Ending { is_freed: false, by });
        }
    }

    pub(super) fn free(&mut self, view: &View, by: Option<TextRange>) -> Result<(), Cause> {
        if let Some(recording) = self.recordings.last_mut() {
            recording.has_freed |= view.buffer < recording.first_own_buffer;
        }
        let buffer = &mut self.buffers[view.buffer];
        if !buffer.is_on_heap {
            return Err(Cause::Lifetime("memory is freed that is not on the heap".to_owned()));
        }
        if buffer.ending.is_some() {
            return Err(Cause::Lifetime("memory is freed twice".to_owned()));
        }
        buffer.ending = Some(Ending { is_freed: true, by });
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
        if let Some(ending) = buffer.ending {
            let how = if ending.is_freed { "after it was freed" } else { "after the end of its scope" };
            return Err(Cause::Lifetime(format!("element {indices:?} of memory {how}")));
        }
        let bytes = view.unit.map_or(1, |it| usize::from(it.bytes));
        match usize::try_from(view.distance(indices)) {
            Ok(cell) if cell.saturating_add(bytes) <= buffer.cells.len() => Ok(cell),
            _ => outside("beyond the buffer of the view, element"),
        }
    }

    /// Whether a buffer of bytes holds numbers of other types.
    pub(super) fn has_units(&self, buffer: usize) -> bool {
        !self.buffers[buffer].units.is_empty()
    }

    /// Whether bytes hold a number of that type, or are uninitialized.
    pub(super) fn check_unit(&self, view: &View, cell: usize) -> Result<(), Cause> {
        let found = &self.buffers[view.buffer];
        let unit = view.unit.unwrap_or(Unit::BYTE);
        let range = cell..cell + usize::from(unit.bytes);
        let units = found.units.get(range.clone()).unwrap_or_default();
        let is_unwritten = found.cells[range].iter().all(|it| *it == Scalar::Poison)
            && units.iter().all(|it| *it == Unit::BYTE);
        let is_same = units.first() == Some(&unit) && units.iter().skip(1).all(|it| *it == Unit::REST);
        match is_unwritten || is_same {
            true => Ok(()),
            false => unsupported("bytes that are read as numbers of another type than they were written"),
        }
    }

    /// Notes that bytes become a number of that type.
    pub(super) fn set_unit(&mut self, view: &View, cell: usize) -> Result<(), Cause> {
        let is_recording = self.is_recording();
        let found = &mut self.buffers[view.buffer];
        let unit = view.unit.unwrap_or(Unit::BYTE);
        if found.units.is_empty() {
            found.units = vec![Unit::BYTE; found.cells.len()];
        }
        let end = cell + usize::from(unit.bytes);
        let ends = [cell, end].map(|it| found.units.get(it) == Some(&Unit::REST));
        if is_recording || ends.contains(&true) {
            return unsupported("bytes that are written as numbers of several types");
        }
        for at in cell..end {
            found.units[at] = if at == cell { unit } else { Unit::REST };
            found.cells[at] = Scalar::Poison;
        }
        Ok(())
    }

    pub(super) fn read(&self, buffer: usize, cell: usize) -> Scalar {
        self.buffers[buffer].cells[cell]
    }

    pub(super) fn write(&mut self, buffer: usize, cell: usize, value: Scalar, by: Option<TextRange>) {
        let found = &mut self.buffers[buffer];
        if let Some(recording) = self.recordings.last_mut()
            && buffer < recording.first_own_buffer
        {
            recording.log.entry((buffer, cell)).or_insert((found.cells[cell], found.writers[cell]));
        }
        found.cells[cell] = value;
        found.writers[cell] = by;
        found.version += 1;
    }

    pub(super) fn writer(&self, buffer: usize, cell: usize) -> Option<TextRange> {
        *self.buffers[buffer].writers.get(cell)?
    }

    /// Notes from here on what is written.
    pub(super) fn record(&mut self) {
        let first_own_buffer = self.buffers.len();
        self.recordings.push(Recording { log: Log::default(), first_own_buffer, has_freed: false });
    }

    /// Whether what runs would run under a condition.
    pub(super) fn is_recording(&self) -> bool {
        !self.recordings.is_empty()
    }

    /// Undoes what was written since [`Memory::record`]; what the cells held.
    pub(super) fn roll_back(&mut self) -> Result<Log, Cause> {
        let Some(Recording { mut log, has_freed, .. }) = self.recordings.pop() else {
            return Ok(Log::default());
        };
        for ((buffer, cell), old) in &mut log {
            let found = &mut self.buffers[*buffer];
            std::mem::swap(&mut found.cells[*cell], &mut old.0);
            std::mem::swap(&mut found.writers[*cell], &mut old.1);
        }
        if has_freed { unsupported("a buffer that is freed under a condition") } else { Ok(log) }
    }

    /// Gives a buffer its first contents, without an access.
    pub(super) fn fill(&mut self, buffer: usize, contents: impl IntoIterator<Item = Scalar>) {
        self.buffers[buffer].version += 1;
        for (cell, value) in self.buffers[buffer].cells.iter_mut().zip(contents) {
            *cell = value;
        }
    }

    pub(super) fn cells(&self, buffer: usize) -> &[Scalar] {
        &self.buffers[buffer].cells
    }

    /// How a buffer ended; `None` while it lives.
    pub(super) fn ending(&self, buffer: usize) -> Option<Ending> {
        self.buffers[buffer].ending
    }
}

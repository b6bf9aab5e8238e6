//! Pending transfers between buffers.

/// Cells of a buffer, in the order in which a transfer goes over them: consecutive ones, or chunks of them that are
/// equally far apart.
#[derive(Debug, Clone, Copy)]
pub(super) struct Cells {
    pub(super) buffer: usize,
    pub(super) first: usize,
    pub(super) count: usize,
    /// At least 1.
    pub(super) chunk: usize,
    /// From the start of a chunk to that of the next one; at least the length of a chunk.
    pub(super) stride: usize,
}

impl Cells {
    /// The cell of one element; `None` beyond what can be counted.
    pub(super) fn at(&self, element: usize) -> Option<usize> {
        let start = (element / self.chunk).checked_mul(self.stride)?;
        self.first.checked_add(start)?.checked_add(element % self.chunk)
    }

    fn contain(&self, buffer: usize, cell: usize) -> bool {
        let Some(distance) = cell.checked_sub(self.first).filter(|_| buffer == self.buffer) else {
            return false;
        };
        let (chunk, within) = (distance / self.stride, distance % self.stride);
        within < self.chunk && chunk.saturating_mul(self.chunk).saturating_add(within) < self.count
    }
}

/// A pending transfer.
pub(super) struct Transfer {
    /// The buffer and the cell of its tag.
    pub(super) tag: (usize, usize),
    pub(super) from: Cells,
    pub(super) to: Cells,
}

impl Transfer {
    /// Whether an access of a cell may come before the transfer or after it.
    pub(super) fn meets(&self, buffer: usize, cell: usize, writes: bool) -> bool {
        self.to.contain(buffer, cell) || writes && self.from.contain(buffer, cell)
    }

    pub(super) fn uses(&self, buffer: usize) -> bool {
        self.to.buffer == buffer || self.from.buffer == buffer
    }
}

//! Pending transfers between buffers.

use std::ops::Range;

/// A pending transfer.
pub(super) struct Transfer {
    /// The buffer and the cell of its tag.
    pub(super) tag: (usize, usize),
    pub(super) from: (usize, Range<usize>),
    pub(super) to: (usize, Range<usize>),
}

impl Transfer {
    /// Whether an access of a cell may come before the transfer or after it.
    pub(super) fn meets(&self, buffer: usize, cell: usize, writes: bool) -> bool {
        let is_in = |it: &(usize, Range<usize>)| it.0 == buffer && it.1.contains(&cell);
        is_in(&self.to) || writes && is_in(&self.from)
    }

    pub(super) fn uses(&self, buffer: usize) -> bool {
        self.to.0 == buffer || self.from.0 == buffer
    }
}

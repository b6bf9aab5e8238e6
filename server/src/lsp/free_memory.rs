//! Free memory, which the allocator keeps for a while.

use std::hint::black_box;
use std::time::{Duration, Instant};

/// The allocator gives pages back that have been free for a second, but looks for them only when one becomes free.
const LAG: Duration = Duration::from_millis(1_500);
/// What is a page of its own.
const PAGE_BYTES: usize = 1 << 20;

/// When memory that was freed is to go back to the system.
#[derive(Default)]
pub(super) struct FreeMemory {
    due: Option<Instant>,
}

impl FreeMemory {
    /// Much was freed.
    pub(super) fn mark(&mut self) {
        self.due = Some(Instant::now() + LAG);
    }

    pub(super) fn next_due(&self) -> Option<Instant> {
        self.due
    }

    /// Gives it back once it is due.
    pub(super) fn give_back(&mut self) {
        if self.due.take_if(|it| *it <= Instant::now()).is_some() {
            drop(black_box(vec![0_u8; PAGE_BYTES]));
        }
    }
}

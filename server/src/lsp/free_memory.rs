//! Returns memory to the system that is free once documents are closed.
//!
//! The allocator keeps pages for each thread, and what is free of them for a while. So where no document is left, all
//! begins anew, threads included.

use std::hint::black_box;
use std::time::{Duration, Instant};

use super::state::State;

/// Who closes a document for another one opens that by then.
const PATIENCE: Duration = Duration::from_millis(300);
/// The allocator gives pages back that have been free for a second, but looks for them only when one becomes free.
const LAG: Duration = Duration::from_millis(1_200);
/// An allocation of this size gets pages of its own.
const PAGE_BYTES: usize = 1 << 20;

enum Step {
    BeginAnew,
    GiveBack,
}

/// The next step of returning memory, and when it is due.
#[derive(Default)]
pub(super) struct FreeMemory {
    next: Option<(Instant, Step)>,
}

impl FreeMemory {
    /// A document was closed.
    pub(super) fn mark(&mut self) {
        self.next = Some((Instant::now() + PATIENCE, Step::BeginAnew));
    }

    pub(super) fn next_due(&self) -> Option<Instant> {
        self.next.as_ref().map(|it| it.0)
    }
}

impl State {
    /// Does what is due about free memory; whether another thread is to go on with the state.
    pub(super) fn give_memory_back(&mut self) -> bool {
        let due = self.free_memory.next.take_if(|it| it.0 <= Instant::now());
        let Some((_, step)) = due else { return false };
        match step {
            Step::BeginAnew => {
                self.free_memory.next = Some((Instant::now() + LAG, Step::GiveBack));
                let is_unused = self.projects.uris().next().is_none();
                if is_unused {
                    self.begin_anew();
                    self.pool.renew_threads();
                }
                is_unused
            }
            Step::GiveBack => {
                drop(black_box(Vec::<u8>::with_capacity(PAGE_BYTES)));
                false
            }
        }
    }
}

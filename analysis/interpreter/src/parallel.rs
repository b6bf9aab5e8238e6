//! Conflicts between the iterations of parallel loops.

use rustc_hash::FxHashMap;

use super::fault::Cause;

/// The accesses of one running parallel loop.
pub(super) struct Conflicts {
    iteration: usize,
    /// Buffers from this one on belong to the present iteration alone.
    own_buffers: usize,
    elements: FxHashMap<(usize, usize), Users>,
}

/// The iterations that touched an element.
#[derive(Default)]
struct Users {
    writer: Option<usize>,
    reader: Option<usize>,
    has_more_readers: bool,
}

impl Conflicts {
    pub(super) fn new() -> Self {
        Self { iteration: 0, own_buffers: 0, elements: FxHashMap::default() }
    }

    pub(super) fn start(&mut self, iteration: usize, next_buffer: usize) {
        self.iteration = iteration;
        self.own_buffers = next_buffer;
    }

    pub(super) fn note(&mut self, buffer: usize, cell: usize, writes: bool) -> Result<(), Cause> {
        if buffer >= self.own_buffers {
            return Ok(());
        }
        let users = self.elements.entry((buffer, cell)).or_default();
        let is_other = |user: Option<usize>| user.is_some_and(|it| it != self.iteration);
        let conflicts =
            is_other(users.writer) || writes && (is_other(users.reader) || users.has_more_readers);
        if conflicts {
            return Err(Cause::Race(format!("element {cell} of a buffer, in more than one iteration")));
        }
        if writes {
            users.writer = Some(self.iteration);
        } else {
            users.has_more_readers |= is_other(users.reader);
            users.reader = Some(self.iteration);
        }
        Ok(())
    }
}

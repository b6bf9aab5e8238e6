//! The budget of a comparison: all its work is counted in one place, so that every comparison ends.

use std::cell::Cell;
use std::rc::Rc;

use interpreter::Poll;

/// Steps that are left: each is an operation that is run, a term or a condition that is looked at, or this many numbers
/// that are copied. Clones share them.
#[derive(Clone)]
pub(crate) struct Budget(Rc<Account>);

struct Account {
    left: Cell<u64>,
    poll: Poll,
}

impl Budget {
    pub(crate) fn new(steps: u64, poll: &Poll) -> Self {
        Self(Rc::new(Account { left: Cell::new(steps), poll: poll.clone() }))
    }

    /// Counts steps, and polls now and then for cancellation. `None` where fewer are left:
    /// then none are.
    pub(crate) fn spend(&self, steps: usize) -> Option<()> {
        let before = self.left();
        let after = before.checked_sub(steps as u64);
        self.0.left.set(after.unwrap_or(0));
        self.0.poll.between(before, after.unwrap_or(0));
        after.map(|_| ())
    }

    /// Counts the steps of a run that is done.
    pub(crate) fn charge(&self, steps: u64) {
        let before = self.left();
        let after = before.saturating_sub(steps);
        self.0.left.set(after);
        self.0.poll.between(before, after);
    }

    pub(crate) fn left(&self) -> u64 {
        self.0.left.get()
    }

    pub(crate) fn is_spent(&self) -> bool {
        self.left() == 0
    }

    pub(crate) fn poll(&self) -> &Poll {
        &self.0.poll
    }
}

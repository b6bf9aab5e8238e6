//! [`Budget`]: what long loops spend and poll, so that hostile input ends in [`GaveUp`] and an edit ends a stale computation.

use std::cell::Cell;
use std::fmt;

use smallvec::SmallVec;

/// A question was not decided. It is neither *yes* nor *no*.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct GaveUp {
    pub reason: Reason,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reason {
    /// The callback of the budget asked to stop.
    Interrupted,
    /// More steps than allowed, or a structure too large to go on with.
    OutOfBudget,
}

impl GaveUp {
    pub(crate) const OUT_OF_BUDGET: GaveUp = GaveUp { reason: Reason::OutOfBudget };
}

impl fmt::Display for GaveUp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.reason {
            Reason::Interrupted => "interrupted",
            Reason::OutOfBudget => "too many steps",
        })
    }
}

impl std::error::Error for GaveUp {}

/// A number of steps that an operation may take, and a callback polled every [`Budget::POLL_INTERVAL`] steps or so.
///
/// A step is about one multiplication of machine words (tens of nanoseconds with all that belongs to it). Several operations may share one budget.
///
/// The callback returns whether to stop. It may also unwind (as salsa's cancellation does): no structure outlives the call in a broken
/// state, because operations take `&self`, or replace `self` only when they are done.
pub struct Budget<'a> {
    spent: Cell<u64>,
    limit: u64,
    next_poll: Cell<u64>,
    stop: Option<&'a dyn Fn() -> bool>,
    whole: Option<&'a Budget<'a>>,
}

impl Budget<'static> {
    /// At most `steps` steps.
    pub fn new(steps: u64) -> Budget<'static> {
        Budget { spent: Cell::new(0), limit: steps, next_poll: Cell::new(u64::MAX), stop: None, whole: None }
    }

    /// No bound on steps. Operations still give up on structures whose depth would endanger the stack.
    pub fn unlimited() -> Budget<'static> {
        Budget::new(u64::MAX)
    }
}

impl<'a> Budget<'a> {
    pub const POLL_INTERVAL: u64 = 1 << 14;

    /// The same budget, with a callback that says whether to stop.
    pub fn with_stop<'b>(self, stop: &'b dyn Fn() -> bool) -> Budget<'b>
    where
        'a: 'b,
    {
        Budget { next_poll: Cell::new(0), stop: Some(stop), ..self }
    }

    /// A part of the budget, for one question of several: at most `steps` steps, and no more than are left of the whole. What it spends
    /// and polls, the whole does.
    pub fn part(&self, steps: u64) -> Budget<'_> {
        Budget { whole: Some(self), ..Budget::new(steps) }
    }

    /// Whether no step is left.
    pub fn is_spent(&self) -> bool {
        self.spent.get() >= self.limit
    }

    /// The steps taken so far.
    pub fn spent(&self) -> u64 {
        self.spent.get()
    }

    /// Takes `steps` steps.
    pub fn spend(&self, steps: u64) -> Result<(), GaveUp> {
        let spent = self.spent.get().saturating_add(steps);
        self.spent.set(spent);
        if let Some(whole) = self.whole {
            whole.spend(steps)?;
        }
        if spent >= self.next_poll.get()
            && let Some(stop) = self.stop
        {
            self.next_poll.set(spent.saturating_add(Budget::POLL_INTERVAL));
            if stop() {
                return Err(GaveUp { reason: Reason::Interrupted });
            }
        }
        if spent > self.limit {
            return Err(GaveUp::OUT_OF_BUDGET);
        }
        Ok(())
    }

    /// The state that [`Budget::set_back`] restores.
    pub(crate) fn mark(&self) -> Mark {
        self.chain().map(|budget| (budget.spent.get(), budget.next_poll.get())).collect()
    }

    /// Forgets all steps since the mark was made, in the budgets that this one is part of as well.
    pub(crate) fn set_back(&self, mark: &Mark) {
        for (budget, (spent, next_poll)) in self.chain().zip(mark) {
            budget.spent.set(*spent);
            budget.next_poll.set(*next_poll);
        }
    }

    fn chain(&self) -> impl Iterator<Item = &Budget<'a>> {
        std::iter::successors(Some(self), |budget| budget.whole)
    }
}

/// The steps spent and the next poll of a budget and of those that it is part of.
pub(crate) type Mark = SmallVec<[(u64, u64); 4]>;

impl fmt::Debug for Budget<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Budget")
            .field("spent", &self.spent)
            .field("limit", &self.limit)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ends_when_spent() {
        let budget = Budget::new(10);
        assert_eq!(budget.spend(10), Ok(()));
        assert_eq!(budget.spend(1), Err(GaveUp::OUT_OF_BUDGET));
    }

    #[test]
    fn parts_end_with_themselves_and_with_the_whole() {
        let whole = Budget::new(15);
        let part = whole.part(10);
        assert_eq!(part.spend(10), Ok(()));
        assert_eq!(part.spend(1), Err(GaveUp::OUT_OF_BUDGET));
        assert_eq!((part.spent(), whole.spent()), (11, 11));
        let part = whole.part(10);
        assert_eq!(part.spend(4), Ok(()));
        assert!(whole.is_spent() && !part.is_spent());
        assert_eq!(part.spend(1), Err(GaveUp::OUT_OF_BUDGET));
    }

    #[test]
    fn parts_poll() {
        let stop = || true;
        let whole = Budget::unlimited().with_stop(&stop);
        assert_eq!(whole.part(10).spend(1), Err(GaveUp { reason: Reason::Interrupted }));
    }

    #[test]
    fn polls() {
        let polls = Cell::new(0);
        let stop = || {
            polls.set(polls.get() + 1);
            polls.get() == 3
        };
        let budget = Budget::unlimited().with_stop(&stop);
        let mut result = Ok(());
        while result.is_ok() {
            result = budget.spend(1);
        }
        assert_eq!(result, Err(GaveUp { reason: Reason::Interrupted }));
        assert_eq!(budget.spent(), 2 * Budget::POLL_INTERVAL + 1);
    }
}

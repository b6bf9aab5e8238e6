//! What is known about two nests, and what it has cost to find out.

use presburger::Budget;

/// What it costs to see that there is no question about two nests.
pub(crate) const STEPS_WITHOUT_QUESTION: u64 = 1_000;

/// What is known about two nests, and the steps that it has taken.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Judged<T> {
    pub found: Option<T>,
    pub steps: u64,
}

/// Takes the steps of a pair from a budget; what was too much for it is known all the same.
pub(crate) fn charge(budget: &Budget<'_>, steps: u64) {
    let _is_enough = budget.spend(steps.saturating_add(STEPS_WITHOUT_QUESTION)).is_ok();
}

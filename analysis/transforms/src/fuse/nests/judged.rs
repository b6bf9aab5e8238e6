//! The facts about two nests, and the steps that it took to find them.

use presburger::Budget;

/// The steps that each pair counts for, even one without a question.
pub(crate) const STEPS_WITHOUT_QUESTION: u64 = 1_000;

/// The facts about two nests, and the steps that they took.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Judged<T> {
    pub found: Option<T>,
    pub steps: u64,
}

/// Takes the steps of a pair from a budget; a result beyond the budget counts all the same.
pub(crate) fn charge(budget: &Budget<'_>, steps: u64) {
    let _is_enough = budget.spend(steps.saturating_add(STEPS_WITHOUT_QUESTION)).is_ok();
}

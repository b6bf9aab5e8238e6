//! The two ways to compare functions, and which of them found what is known.

use interpreter::{Function, Module, Poll};
use presburger::Budget;

use crate::few_numbers::{self, Shown};
use crate::relations::{Matched, Outcome, Program, Refutation, point, prove};
use crate::signature::Arguments;
use crate::symbols::compare_at;
use crate::witness::{Pair, Trial};
use crate::{Effort, Verdict, Witness};

/// The elements of arguments with which both functions are run to confirm a refutation.
const MOST_TO_RUN: i64 = 1 << 18;

/// The operations that one of them may run then.
const STEPS_TO_CONFIRM: u64 = 1_000_000;

/// How a verdict was found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Method {
    /// By relations between iterations: sizes do not matter.
    Relations,
    /// By running both on terms.
    Terms,
}

impl Method {
    /// `relations` or `terms`, as on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Relations => "relations",
            Self::Terms => "terms",
        }
    }
}

/// A verdict and how it was found.
pub(crate) struct Found {
    pub(crate) verdict: Verdict,
    /// `None` where nothing is known, or nothing had to be found.
    pub(crate) method: Option<Method>,
    pub(crate) matched: Vec<Matched>,
}

impl Found {
    pub(crate) fn of(verdict: Verdict) -> Self {
        Self { verdict, method: None, matched: Vec::new() }
    }

    fn by(verdict: Verdict, method: Method) -> Self {
        Self { method: Some(method), ..Self::of(verdict) }
    }
}

/// A function to compare.
#[derive(Clone, Copy)]
pub(crate) struct Compared<'a> {
    pub(crate) module: &'a Module,
    pub(crate) function: &'a Function,
    pub(crate) program: Program<'a>,
}

/// Asks for relations first, and then for terms: each as far as the effort goes.
pub(crate) fn compare_by_all([before, after]: [Compared<'_>; 2], effort: Effort, poll: &Poll) -> Found {
    let mut open = None;
    let mut suspect = Vec::new();
    let mut effort = effort;
    if effort.relations > 0 {
        let steps = std::cell::Cell::new(0);
        let stop = || {
            let before = steps.get();
            steps.set(before + Budget::POLL_INTERVAL);
            poll.between(before, steps.get());
            false
        };
        let budget = Budget::new(effort.relations).with_stop(&stop);
        // As much again for the search for an element that differs.
        let search = Budget::new(effort.relations).with_stop(&stop);
        let outcome = prove([before.program, after.program], effort.lists_matches, &budget, &search);
        effort.steps = steps_after(effort, budget.spent());
        match outcome {
            Outcome::Equal { reassociates, matched } => {
                let verdict = Verdict::Equal { reassociates };
                return Found { verdict, method: Some(Method::Relations), matched };
            }
            Outcome::Unknown { reason, suspect: at, refutation } => {
                let pair = [(before.module, before.function), (after.module, after.function)];
                if let Some(witness) = refutation.and_then(|it| confirmed(pair, &it, effort, poll)) {
                    return Found::by(Verdict::Different(Box::new(witness)), Method::Relations);
                }
                open = Some(Verdict::Unknown(reason));
                suspect = at;
            }
        }
    }
    if effort.steps > 0
        && let Some(open) = &open
        && let Ok(arguments) = Arguments::of(before.function, after.function)
    {
        let pair = [(before.module, before.function), (after.module, after.function)];
        match few_numbers::shown(pair, &arguments, effort.steps, poll) {
            Shown::Nothing => {}
            Shown::TooLong => return Found::of(open.clone()),
            Shown::Difference(witness) => return Found::by(Verdict::Different(witness), Method::Terms),
        }
    }
    let verdict = match (effort.steps, open) {
        (0, Some(open)) => open,
        _ => {
            let pair = [(before.module, before.function), (after.module, after.function)];
            let at = |arguments: &Arguments| {
                (!suspect.is_empty() && !arguments.symbols.is_empty()).then(|| point(arguments, &suspect))
            };
            compare_at(pair, effort, poll, at)
        }
    };
    match verdict {
        Verdict::Unknown(_) => Found::of(verdict),
        _ => Found::by(verdict, Method::Terms),
    }
}

/// The operations that may be run after so many steps of relations, which take time as well: half after all of them.
fn steps_after(effort: Effort, spent: u64) -> u64 {
    let part = |steps: u64| u128::from(steps) * u128::from(spent.min(effort.relations)) / 2;
    effort.steps - (part(effort.steps) / u128::from(effort.relations.max(1))) as u64
}

/// The witness of an element that differs as far as its slice goes: where both functions can be run on that input, they are, and
/// have to differ.
fn confirmed(
    [before, after]: [(&Module, &Function); 2],
    found: &Refutation,
    effort: Effort,
    poll: &Poll,
) -> Option<Witness> {
    let arguments = Arguments::of(before.1, after.1).ok()?;
    let steps = crate::budget::Budget::new(effort.steps, poll);
    let pair = Pair { before, after, arguments: &arguments, budget: &steps };
    let Refutation { point, assignment, witness } = found;
    if arguments.elements(point).is_none_or(|it| it > MOST_TO_RUN) {
        return Some(witness.clone());
    }
    let trial = Trial { point, assignment, others: 0, steps: STEPS_TO_CONFIRM };
    match trial.difference(pair, true) {
        Some(witness) => Some(witness),
        None => trial.is_alike(pair).is_none().then(|| witness.clone()),
    }
}

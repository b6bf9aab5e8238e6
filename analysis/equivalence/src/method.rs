//! The two ways to compare functions, and which of them found what is known.

use interpreter::{Function, Module, Poll};
use presburger::Budget;

use crate::relations::{Outcome, Program, Symbol, prove};
use crate::signature::{Argument, Arguments, Size};
use crate::symbols::compare_at;
use crate::{Effort, Verdict};

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

/// A function to compare.
#[derive(Clone, Copy)]
pub(crate) struct Compared<'a> {
    pub(crate) module: &'a Module,
    pub(crate) function: &'a Function,
    pub(crate) program: Program<'a>,
}

/// Asks for relations first, and then for terms: each as far as the effort goes.
pub(crate) fn compare_by_all(
    [before, after]: [Compared<'_>; 2],
    effort: Effort,
    poll: &Poll,
) -> (Verdict, Option<Method>) {
    let mut open = None;
    let mut suspect = Vec::new();
    if effort.relations > 0 {
        let steps = std::cell::Cell::new(0);
        let stop = || {
            let before = steps.get();
            steps.set(before + Budget::POLL_INTERVAL);
            poll.between(before, steps.get());
            false
        };
        let budget = Budget::new(effort.relations).with_stop(&stop);
        match prove([before.program, after.program], &budget) {
            Outcome::Equal { reassociates } => {
                return (Verdict::Equal { reassociates }, Some(Method::Relations));
            }
            Outcome::Unknown(reason, at) => {
                open = Some(Verdict::Unknown(reason));
                suspect = at;
            }
        }
    }
    let verdict = match (effort.steps, open) {
        (0, Some(open)) => open,
        _ => {
            let pair = [(before.module, before.function), (after.module, after.function)];
            compare_at(pair, effort, poll, |arguments| point(arguments, &suspect))
        }
    };
    let method = (!matches!(verdict, Verdict::Unknown(_))).then_some(Method::Terms);
    (verdict, method)
}

/// Values of all symbols, where some of them are suspect.
fn point(arguments: &Arguments, suspect: &[(Symbol, i64)]) -> Option<Vec<i64>> {
    let value = |symbol: Symbol| suspect.iter().find(|it| it.0 == symbol).map(|it| it.1);
    let mut point = Vec::new();
    for (number, argument) in arguments.list.iter().enumerate() {
        match argument {
            Argument::Symbol { .. } => point.push(value(Symbol::Argument(number)).unwrap_or(0)),
            Argument::MemRef { sizes, .. } => {
                let open = sizes.iter().enumerate().filter(|it| matches!(it.1, Size::Symbol(_)));
                point.extend(open.map(|(dim, _)| value(Symbol::Size(number, dim)).unwrap_or(0)));
            }
            Argument::Numbers { .. } => {}
        }
    }
    (!suspect.is_empty() && !point.is_empty()).then_some(point)
}

//! One run of both programs for all values of the symbols: an iteration happens in a region of the symbols, and what it
//! writes is guarded by it ([`crate::terms::regions`]). It proves or says nothing.

mod equality;

use interpreter::{Fault, Function, Module};
use std::cell::RefCell;
use std::rc::Rc;

use crate::at_point;
use crate::boxes::{Interval, SymbolBox};
use crate::run::{Kinship, Output};
use crate::symbols::Effort;
use crate::terms::Terms;
use crate::witness::Pair;
use equality::Equality;

/// The most symbols whose signs are distinguished.
const MOST_SYMBOLS: usize = 5;

/// The operations that one program may run.
const MOST_STEPS: u64 = 1_000_000;

/// The boxes that are looked at.
const MOST_RUNS: usize = 400;

/// Where a run of one of the programs stopped.
pub(crate) struct Obstruction {
    pub(crate) is_second: bool,
    pub(crate) fault: Fault,
}

/// The result for the symbols in a box.
enum Shown {
    Equal {
        reassociates: bool,
    },
    /// The first program is defined nowhere.
    Undefined,
    /// To be looked at in parts.
    Parts(Vec<SymbolBox>),
}

/// Whether both programs are equal for all values in a box, but for rounding perhaps; `None` where that is not shown.
pub(crate) fn is_equal_everywhere(
    pair: Pair<'_>,
    all: &SymbolBox,
    effort: Effort,
    steps: &mut u64,
    obstacle: &mut Option<Obstruction>,
) -> Option<bool> {
    if all.0.is_empty() || all.0.len() > MOST_SYMBOLS || pair.arguments.has_sizes() {
        return None;
    }
    let mut reassociates = None;
    let mut parts = signs(all);
    parts.reverse();
    for _ in 0..MOST_RUNS {
        let Some(part) = parts.pop() else { return reassociates };
        match shown_in(pair, part, effort, steps, obstacle)? {
            Shown::Equal { reassociates: own } => {
                reassociates = Some(reassociates.unwrap_or(false) | own);
            }
            Shown::Undefined => {}
            Shown::Parts(rest) => parts.extend(rest),
        }
    }
    None
}

/// The box in parts where each symbol is positive or not, the one with all positive first.
fn signs(all: &SymbolBox) -> Vec<SymbolBox> {
    let mut parts = vec![SymbolBox::all(0)];
    for interval in &all.0 {
        let halves = [Interval { low: Some(1), high: None }, Interval { low: None, high: Some(0) }];
        let halves = halves.map(|it| it.intersection(*interval));
        let extended = |half: &Interval| {
            let half = *half;
            parts
                .iter()
                .map(move |it| SymbolBox(it.0.iter().copied().chain([half]).collect()))
                .collect::<Vec<_>>()
        };
        parts = halves.iter().flat_map(extended).collect();
    }
    parts
}

fn shown_in(
    pair: Pair<'_>,
    part: SymbolBox,
    effort: Effort,
    steps: &mut u64,
    obstacle: &mut Option<Obstruction>,
) -> Option<Shown> {
    let terms = Rc::new(RefCell::new(Terms::for_all(part, effort.nodes, pair.budget)));
    let before = execute(pair.before, pair, &terms, steps);
    if terms.borrow().regions.as_ref()?.context().is_empty() {
        return Some(Shown::Undefined);
    }
    let before = match before {
        Ok(before) => before,
        // Outside all loops that is so everywhere.
        Err(fault) if fault.cause.is_undefined() => return Some(Shown::Undefined),
        Err(fault) => {
            *obstacle = Some(Obstruction { is_second: false, fault });
            return parts(&terms.borrow());
        }
    };
    let before_traps = terms.borrow_mut().next_program();
    terms.borrow_mut().keep_context();
    let after = match execute(pair.after, pair, &terms, steps) {
        Ok(after) => after,
        Err(fault) => {
            *obstacle = Some(Obstruction { is_second: true, fault });
            return parts(&terms.borrow());
        }
    };
    let after_traps = terms.borrow_mut().next_program();
    if !after_traps.is_subset(&before_traps) || before.len() != after.len() {
        return None;
    }
    let mut table = terms.borrow_mut();
    let context = table.regions.as_ref()?.context().clone();
    let mut equality = Equality::new(&mut table, effort);
    for (first, second) in before.iter().zip(&after) {
        match first.kinship(second) {
            Kinship::Alike => {}
            Kinship::Ended => continue,
            Kinship::EndsOtherwise | Kinship::Other => return None,
        }
        for (left, right) in first.cells.iter().zip(&second.cells) {
            if !equality.holds(*left, *right, &context)? {
                return None;
            }
        }
    }
    Some(Shown::Equal { reassociates: equality.reassociates() })
}

/// The context in two, where a run stopped because it goes on in different ways.
fn parts(terms: &Terms) -> Option<Shown> {
    let regions = terms.regions.as_ref()?;
    let (symbol, end) = regions.parting()?;
    let halves = [Interval { low: end.checked_add(1), high: None }, Interval { low: None, high: Some(end) }];
    let mut parts = Vec::new();
    for half in halves {
        let mut part = regions.context().clone();
        part.0[symbol] = part.0[symbol].intersection(half);
        if part.is_empty() {
            return None;
        }
        parts.push(part);
    }
    Some(Shown::Parts(parts))
}

fn execute<'p>(
    program: (&'p Module, &'p Function),
    pair: Pair<'_>,
    terms: &Rc<RefCell<Terms>>,
    steps: &mut u64,
) -> Result<Vec<Output>, Fault> {
    let point = vec![0; pair.arguments.symbols.len()];
    let (outcome, spent) = at_point::execute(program, pair, &point, (*steps).min(MOST_STEPS), terms, false);
    *steps = steps.saturating_sub(spent);
    outcome.map(|it| it.0)
}

//! Runs both functions on random inputs: not a proof, but hardly a defect of a transformation survives it.

use interpreter::{Function, Module, Poll};

use crate::budget::Budget;
use crate::random;
use crate::signature::Arguments;
use crate::witness::{Pair, Trial};

/// Whether two functions leave the same, but for rounding, wherever they were run; `None` where both could be run nowhere.
pub fn are_alike(
    before: (&Module, &Function),
    after: (&Module, &Function),
    steps: u64,
    poll: &Poll,
) -> Option<bool> {
    let has_bodies = before.1.has_body() && after.1.has_body();
    if !has_bodies || before.1.arguments != after.1.arguments || before.1.results != after.1.results {
        return None;
    }
    let arguments = Arguments::of(before.1, after.1).ok()?;
    let budget = Budget::new(steps.saturating_mul(RUNS), poll);
    let pair = Pair { before, after, arguments: &arguments, budget: &budget };
    let mut shown = 0;
    for (point, seed) in points(arguments.symbols.len()).iter().zip([1, 0, 3].into_iter().cycle()) {
        let Some(assignment) = random::inputs(&arguments, point, seed) else { continue };
        let trial = Trial { point, assignment: &assignment, others: 0, steps };
        match trial.is_alike(pair) {
            Some(false) => return Some(false),
            Some(true) => shown += 1,
            None => {}
        }
        if shown == ENOUGH {
            break;
        }
    }
    (shown > 0).then_some(true)
}

/// The most runs that are made to completion.
const ENOUGH: usize = 3;

/// The longest runs of one of the functions that all runs together may take as long as.
const RUNS: u64 = 12;

/// Values of the symbols: more than what is unrolled, in lanes or a tile, and no multiples of that; then smaller ones.
fn points(count: usize) -> Vec<Vec<i64>> {
    let rising = (0..count).map(|it| i64::try_from(it % 4).unwrap_or(0) * 13 + 5);
    let mut points = vec![vec![37; count], rising.clone().collect(), rising.rev().collect()];
    points.extend([19, 11, 5].map(|it| vec![it; count]));
    points
}

//! Programs that are long or too long for a run on terms, run on an input of few different numbers.

use interpreter::{Cause, Element, Function, Module, Poll};

use crate::budget::Budget;
use crate::evaluation::number;
use crate::random;
use crate::signature::Arguments;
use crate::witness::{Assignment, Pair, Trial, Witness};

/// Operations on numbers that may run for each that may run on terms.
const OPERATIONS_OF_A_STEP: u64 = 2;

/// The part of the steps from which on a run on numbers, which takes a tenth of one on terms, comes first.
const PART_OF_A_RUN: u64 = 50;

/// Runs of both programs, parallel loops backwards too.
const RUNS: u64 = 4;

/// The elements of all arguments.
const MOST_ELEMENTS: i64 = 1 << 22;

/// What all elements are but for some of each argument, so that sums stay exact.
const OTHERS: i64 = 1;
const OWN: i64 = 12;

/// So many of each argument have numbers of their own, negative ones too, where the first try shows nothing.
const MANY: i64 = 5_000;

/// What a run on numbers shows.
pub(crate) enum Shown {
    /// The first program is short enough for terms or is not to be run, or these numbers are no input on which both differ.
    Nothing,
    /// Not even numbers run to the end.
    TooLong,
    Difference(Box<Witness>),
}

/// Runs functions without symbols where terms would take long.
pub(crate) fn shown(
    [before, after]: [(&Module, &Function); 2],
    arguments: &Arguments,
    steps: u64,
    poll: &Poll,
) -> Shown {
    let elements = arguments.elements(&[]).filter(|it| *it <= MOST_ELEMENTS);
    if !arguments.symbols.is_empty() || elements.is_none() {
        return Shown::Nothing;
    }
    let limit = steps.saturating_mul(OPERATIONS_OF_A_STEP);
    let budget = Budget::new(limit.saturating_mul(RUNS), poll);
    let pair = Pair { before, after, arguments, budget: &budget };
    for (elements, seed) in [(OWN, 3), (MANY, 1)] {
        let assignment = some(arguments, elements, seed);
        let trial = Trial { point: &[], assignment: &assignment, others: OTHERS, steps: limit };
        let Some(first) = trial.first(pair) else { break };
        match &first.outcome {
            Ok(_) if first.length > steps / PART_OF_A_RUN => {
                if let Some(witness) = trial.difference_from(first, pair, false) {
                    return Shown::Difference(Box::new(witness));
                }
            }
            Err(fault) if fault.cause == Cause::Endless => return Shown::TooLong,
            _ => break,
        }
    }
    Shown::Nothing
}

/// Numbers for some elements of each argument, from its first to its last.
fn some(arguments: &Arguments, elements: i64, seed: u64) -> Assignment {
    let mut assignment = Assignment::default();
    for (argument, of) in (0..).zip(&arguments.list) {
        let element = arguments.element(argument).unwrap_or(Element::Index);
        let last = of.count(&[]) - 1;
        let parts = elements.min(last.max(1));
        for at in (0..=parts).filter(|_| last >= 0) {
            let Ok(cell) = u32::try_from(last * at / parts) else { continue };
            assignment
                .insert((argument, cell), number(random::small(seed, argument, cell, element), element));
        }
    }
    assignment
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use base::workspace::Workspace;
    use interpreter::Poll;

    use crate::{Effort, Verdict, compare_files};

    /// Shortest paths: in another order they are others only where weights are negative.
    #[test]
    fn negative_numbers_show_a_difference() {
        let program = |loops: &str, ends: &str| {
            format!(
                "func.func @f(%m: memref<8x8xi32>) {{
{loops}
  %a = affine.load %m[%i, %j] : memref<8x8xi32>
  %b = affine.load %m[%i, %k] : memref<8x8xi32>
  %c = affine.load %m[%k, %j] : memref<8x8xi32>
  %s = arith.addi %b, %c : i32
  %l = arith.minsi %a, %s : i32
  affine.store %l, %m[%i, %j] : memref<8x8xi32>
{ends}
  return
}}
"
            )
        };
        let each = ["k", "i", "j"].map(|it| format!("affine.for %{it} = 0 to 8 {{")).join("\n");
        let tiles = ["k", "i", "j"].map(|it| format!("affine.for %{it}_t = 0 to 8 step 4 {{")).join("\n");
        let inside = ["k", "i", "j"].map(|it| {
            format!(
                "affine.for %{it} = affine_map<(d) -> (d)>(%{it}_t) to affine_map<(d) -> (d + 4)>(%{it}_t) {{"
            )
        });
        let tiled = format!("{tiles}\n{}", inside.join("\n"));
        let mut workspace = Workspace::default();
        let before = workspace.add_file(&program(&each, "}}}"));
        let after = workspace.add_file(&program(&tiled, "}}}}}}"));
        // Too few terms for a run on them.
        let effort = Effort { steps: 50_000, nodes: 10, regions: 1, relations: 10_000, lists_matches: false };
        let goes_on = |_, _| ControlFlow::Continue(());
        let found = compare_files(&workspace.db, before, after, effort, &Poll::never(), &goes_on);
        assert!(matches!(found[0].verdict, Verdict::Different(_)), "{:?}", found[0].verdict);
    }
}

//! Refutation where no run is short enough: elements in which two functions differ, by the slices that they depend on.

use interpreter::{Element, Operation, Poll, Scalar};
use presburger::{Budget, GaveUp};

use super::elements::elements;
use super::slice::{Inputs, Instance, Slice};
use super::system::System;
use crate::at_point::{SEEDS, support};
use crate::budget;
use crate::evaluation::{Approximation, Evaluation, number};
use crate::random;
use crate::terms::{Term, Terms};
use crate::witness::{Assignment, Difference, Trial, Witness, shown};

/// The steps that the slices of one element may take, first and where that shows nothing.
const STEPS_OF_AN_ELEMENT: [u64; 2] = [1_500_000, 45_000_000];
/// Terms of both slices.
const MOST_TERMS: usize = 400_000;
/// Steps of a term that is evaluated on one input.
const STEPS_OF_A_TERM: u64 = 20;

/// An input on which an element differs, as far as its slice goes.
#[derive(Debug)]
pub(crate) struct Refutation {
    /// Values of the symbols of the arguments.
    pub(crate) point: Vec<i64>,
    pub(crate) assignment: Assignment,
    pub(crate) witness: Witness,
}

/// The functions and their inputs.
#[derive(Clone, Copy)]
pub(super) struct Refuted<'a> {
    pub(super) systems: [&'a System; 2],
    pub(super) operations: [&'a [&'a Operation]; 2],
    pub(super) inputs: Inputs<'a>,
}

/// An output: an argument or a result, by its number, and its node in both functions.
pub(super) type Output = (Destination, [usize; 2]);

#[derive(Debug, Clone, Copy)]
pub(super) enum Destination {
    Argument(usize),
    Result(usize),
}

/// Looks at some elements of all outputs, those at the ends and in the middle first.
pub(super) fn refute(
    refuted: Refuted<'_>,
    outputs: &[Output],
    budget: &Budget<'_>,
) -> Result<Option<Refutation>, GaveUp> {
    let Refuted { systems, operations, inputs } = refuted;
    let unlimited = budget::Budget::new(u64::MAX, &Poll::never());
    let mut terms = Terms::at(inputs.point, MOST_TERMS, &unlimited);
    let mut slices = [0, 1].map(|it| Slice::new(systems[it], operations[it], inputs, budget));
    let mut pending: Vec<(&Output, Box<[i64]>)> = Vec::new();
    for output in outputs {
        let argument = match output.0 {
            Destination::Argument(number) => Some(number),
            Destination::Result(_) => None,
        };
        let elements = elements(systems, output.1[0], argument, inputs.symbols, budget)?;
        pending.extend(elements.into_iter().map(|it| (output, it)));
    }
    for limit in STEPS_OF_AN_ELEMENT {
        let mut open = Vec::new();
        for (output, element) in pending {
            if budget.is_spent() || terms.is_full() {
                return Ok(None);
            }
            let (destination, nodes) = output;
            let instances: [Instance; 2] = [0, 1].map(|it| (nodes[it], element.clone()));
            let found = match of_element(&mut slices, &instances, &mut terms, inputs, (budget, limit))? {
                Found::Same => continue,
                Found::TooMuch => {
                    open.push((output, element));
                    continue;
                }
                Found::Different(found) => found,
            };
            let (assignment, [before, after]) = *found;
            let writers = [0, 1].map(|it| slices[it].writer(&instances[it]).and_then(Operation::place));
            let (is_result, number) = match destination {
                Destination::Argument(number) => (false, *number),
                Destination::Result(number) => (true, *number),
            };
            let difference = Difference::Element {
                is_result,
                number,
                subscripts: element.to_vec(),
                before: shown(before),
                after: shown(after),
                before_writer: writers[0],
                after_writer: writers[1],
            };
            let trial = Trial { point: inputs.point, assignment: &assignment, others: 0, steps: 0 };
            let witness = trial.witness(inputs.arguments, difference);
            return Ok(Some(Refutation { point: inputs.point.to_vec(), assignment, witness }));
        }
        pending = open;
    }
    Ok(None)
}

/// What an element shows.
enum Found {
    Same,
    TooMuch,
    /// With these numbers, both values.
    Different(Box<(Assignment, [Scalar; 2])>),
}

/// Compares the slices of one element.
fn of_element(
    slices: &mut [Slice<'_, '_>; 2],
    instances: &[Instance; 2],
    terms: &mut Terms,
    inputs: Inputs<'_>,
    (budget, limit): (&Budget<'_>, u64),
) -> Result<Found, GaveUp> {
    let mut value = |side: usize, terms: &mut Terms| {
        // Operations of both have the same numbers.
        terms.next_program();
        slices[side].value(&instances[side], terms, &budget.part(limit))
    };
    let Some(first) = value(0, terms) else { return Ok(Found::TooMuch) };
    let second = value(1, terms);
    if second == Some(first) {
        return Ok(Found::Same);
    }
    let Some(first) = terms.term(first) else { return Ok(Found::Same) };
    if slices[1].is_poison(&instances[1], budget) {
        let found = defined(terms, first, inputs, budget)?;
        let different =
            |(assignment, value)| Found::Different(Box::new((assignment, [value, Scalar::Poison])));
        return Ok(found.map_or(Found::Same, different));
    }
    let Some(second) = second else { return Ok(Found::TooMuch) };
    let Some(second) = terms.term(second) else { return Ok(Found::Same) };
    let found = distinguished(terms, [first, second], inputs, budget)?;
    Ok(found.map_or(Found::Same, |(assignment, values)| {
        Found::Different(Box::new((assignment, values.map(|it| it.value))))
    }))
}

/// Numbers for the inputs of a term for which it has a value.
fn defined(
    terms: &Terms,
    root: Term,
    inputs: Inputs<'_>,
    budget: &Budget<'_>,
) -> Result<Option<(Assignment, Scalar)>, GaveUp> {
    budget.spend(STEPS_OF_A_TERM * terms.len() as u64)?;
    let input = |argument: u32, cell: u32| {
        let element = inputs.arguments.element(argument).unwrap_or(Element::Index);
        number(random::small(0, argument, cell, element), element)
    };
    let value = Evaluation::new(terms, &input, terms.len().saturating_mul(4)).of(root);
    Ok(value.and_then(|it| Some((support(terms, &[root], &input)?, it.value))))
}

/// Numbers for the inputs of two terms for which they differ by more than rounding.
fn distinguished(
    terms: &Terms,
    roots: [Term; 2],
    inputs: Inputs<'_>,
    budget: &Budget<'_>,
) -> Result<Option<(Assignment, [Approximation; 2])>, GaveUp> {
    for seed in 0..SEEDS {
        budget.spend(STEPS_OF_A_TERM * terms.len() as u64)?;
        let input = |argument: u32, cell: u32| {
            let element = inputs.arguments.element(argument).unwrap_or(Element::Index);
            number(random::small(seed, argument, cell, element), element)
        };
        let mut evaluation = Evaluation::new(terms, &input, terms.len().saturating_mul(4));
        let values = roots.map(|it| evaluation.of(it));
        if let [Some(first), Some(second)] = values
            && first.differs_from(&second)
        {
            return Ok(support(terms, &roots, &input).map(|it| (it, [first, second])));
        }
    }
    Ok(None)
}

//! Inputs on which two programs differ, found by running both.

use interpreter::{Cause, Element, Ending, Fault, Function, Machine, Module, Order, Scalar};
use rustc_hash::FxHashMap;
use syntax::TextRange;

use crate::budget::Budget;
use crate::run::{Destination, Kinship, Output, run, subscripts};
use crate::signature::{Argument, Arguments};

/// An input, and what the two programs make of it.
#[derive(Debug, Clone, PartialEq)]
pub struct Witness {
    /// Values of the arguments of type `index`, by the argument's number.
    pub symbols: Vec<(usize, i64)>,
    /// The sizes of memrefs whose types leave sizes open, by the argument's number.
    pub sizes: Vec<(usize, Vec<i64>)>,
    /// The numbers on which the difference depends: argument, subscripts, value.
    pub inputs: Vec<(usize, Vec<i64>, String)>,
    /// How many more there are.
    pub more_inputs: usize,
    /// All other numbers of the input.
    pub others: i64,
    pub difference: Difference,
}

#[derive(Debug, Clone, PartialEq)]
pub enum Difference {
    /// An argument (or a result) holds another number in the end, or it lives on after one of the two alone.
    Element {
        is_result: bool,
        number: usize,
        /// Empty of a number, and of memory that ends.
        subscripts: Vec<i64>,
        before: String,
        after: String,
        /// The statements that wrote it last, or ended it.
        before_writer: Option<TextRange>,
        after_writer: Option<TextRange>,
    },
    /// The second program does what is undefined, and the first does not.
    Fault { what: String, place: Option<TextRange> },
}

/// Numbers by argument and cell.
pub(crate) type Assignment = FxHashMap<(u32, u32), Scalar>;

/// A pair of functions with what runs them.
#[derive(Clone, Copy)]
pub(crate) struct Pair<'p> {
    pub(crate) before: (&'p Module, &'p Function),
    pub(crate) after: (&'p Module, &'p Function),
    pub(crate) arguments: &'p Arguments,
    pub(crate) budget: &'p Budget,
}

/// An input to run both programs on.
pub(crate) struct Trial<'a> {
    pub(crate) point: &'a [i64],
    pub(crate) assignment: &'a Assignment,
    /// The content of other cells.
    pub(crate) others: i64,
    pub(crate) steps: u64,
}

/// What the first program leaves, whether nothing was rounded, and the operations that it has run.
pub(crate) struct FirstRun {
    pub(crate) outcome: Result<Vec<Output>, Fault>,
    is_exact: bool,
    pub(crate) length: u64,
}

impl Trial<'_> {
    fn input(&self, arguments: &Arguments, argument: u32, cell: u32) -> Scalar {
        let element = arguments.element(argument).unwrap_or(Element::Index);
        self.assignment.get(&(argument, cell)).copied().unwrap_or(Scalar::from_i64(self.others, element))
    }

    fn machine<'p>(&self, pair: Pair<'p>, module: &'p Module, order: Order) -> Machine<'p> {
        let steps = self.steps.min(pair.budget.left());
        Machine::new(module, order, steps).with_poll(pair.budget.poll())
    }

    /// The outputs of the function, and whether nothing was rounded; `None` where the arguments cannot be made.
    fn run<'p>(
        &self,
        function: &'p Function,
        pair: Pair<'_>,
        machine: &mut Machine<'p>,
    ) -> Option<(Result<Vec<Output>, Fault>, bool)> {
        let elements = pair.arguments.elements(self.point)?;
        pair.budget.spend(usize::try_from(elements).ok()?)?;
        let input = |argument, cell| self.input(pair.arguments, argument, cell);
        let values = pair.arguments.numbers(machine, self.point, &input)?;
        let steps = machine.steps_left();
        let outcome = run(machine, function, values);
        pair.budget.charge(steps - machine.steps_left());
        Some((outcome, machine.is_exact()))
    }

    /// The run of the first program; `None` where the arguments cannot be made.
    pub(crate) fn first(&self, pair: Pair<'_>) -> Option<FirstRun> {
        let mut machine = self.machine(pair, pair.before.0, Order::Forwards).tolerating_races();
        let steps = machine.steps_left();
        let (outcome, is_exact) = self.run(pair.before.1, pair, &mut machine)?;
        Some(FirstRun { outcome, is_exact, length: steps - machine.steps_left() })
    }

    /// The first difference, where running both shows one. Rounding is not a difference unless `may_round`, when the
    /// caller has shown that rounding does not explain it.
    pub(crate) fn difference(&self, pair: Pair<'_>, may_round: bool) -> Option<Witness> {
        self.difference_from(self.first(pair)?, pair, may_round)
    }

    /// As [`Trial::difference`], once the first program has run.
    pub(crate) fn difference_from(
        &self,
        first: FirstRun,
        pair: Pair<'_>,
        may_round: bool,
    ) -> Option<Witness> {
        let FirstRun { outcome, is_exact, .. } = first;
        let expected = outcome.ok()?;
        let orders: &[Order] = match pair.after.1.has_parallel_loops() {
            true => &[Order::Forwards, Order::Backwards],
            false => &[Order::Forwards],
        };
        for order in orders {
            // Loads out of bounds in the second program count where they affect an output.
            let mut second = self.machine(pair, pair.after.0, *order).tolerating_races().forgiving_loads();
            let (found, found_exact) = self.run(pair.after.1, pair, &mut second)?;
            let difference = match found {
                Ok(found) => {
                    let is_sure = is_exact && found_exact || may_round;
                    let found = first_difference(&expected, &found, is_sure, &|argument, cell| {
                        Some(pair.arguments.list.get(argument)?.subscripts(cell, self.point))
                    });
                    match (found, second.forgiven()) {
                        (Some((difference, false)), _) | (Some((difference, true)), None) => Some(difference),
                        (Some((_, true)), Some(fault)) => outside(fault),
                        (None, _) => None,
                    }
                }
                Err(fault) => fault_difference(&fault),
            };
            if let Some(difference) = difference {
                // Where iterations of the first program race, what it leaves is one of several outcomes.
                let is_sure = !self.depends_on_order(pair, &expected, is_exact);
                return is_sure.then(|| self.witness(pair.arguments, difference));
            }
        }
        None
    }

    /// Whether the first program leaves something else if its parallel loops run backwards.
    fn depends_on_order(&self, pair: Pair<'_>, expected: &[Output], is_exact: bool) -> bool {
        if !pair.before.1.has_parallel_loops() {
            return false;
        }
        let mut machine = self.machine(pair, pair.before.0, Order::Backwards).tolerating_races();
        let Some((Ok(found), found_exact)) = self.run(pair.before.1, pair, &mut machine) else { return true };
        let subscripts = |argument: usize, cell: usize| {
            Some(pair.arguments.list.get(argument)?.subscripts(cell, self.point))
        };
        first_difference(expected, &found, is_exact && found_exact, &subscripts).is_some()
    }

    /// Whether both leave the same, but for rounding; `None` where one of them does not run to its end.
    pub(crate) fn is_alike(&self, pair: Pair<'_>) -> Option<bool> {
        let run = |(module, function): (&Module, &Function)| {
            let mut machine = self.machine(pair, module, Order::Forwards);
            let (outcome, is_exact) = self.run(function, pair, &mut machine)?;
            Some((outcome.ok()?, is_exact))
        };
        let (expected, expected_exact) = run(pair.before)?;
        let (found, found_exact) = run(pair.after)?;
        let may_round = !(expected_exact && found_exact);
        let is_alike = |left: &Scalar, right: &Scalar| {
            let is_rounded = may_round && clarity(*left, *right) < ROUNDED;
            *left == Scalar::Poison || left.same(*right) || is_rounded
        };
        let is_same = |(left, right): (&Output, &Output)| match left.kinship(right) {
            Kinship::Alike => left.cells.iter().zip(&right.cells).all(|(left, right)| is_alike(left, right)),
            Kinship::Ended => true,
            Kinship::EndsOtherwise | Kinship::Other => false,
        };
        Some(expected.len() == found.len() && expected.iter().zip(&found).all(is_same))
    }

    pub(crate) fn witness(&self, arguments: &Arguments, difference: Difference) -> Witness {
        let mut symbols = Vec::new();
        let mut sizes = Vec::new();
        for (number, argument) in arguments.list.iter().enumerate() {
            match argument {
                Argument::Symbol { number: symbol, .. } => {
                    symbols.push((number, self.point.get(*symbol).copied().unwrap_or(0)))
                }
                Argument::MemRef { sizes: own, .. } | Argument::Tensor { sizes: own, .. }
                    if own.iter().any(|it| matches!(it, crate::signature::Size::Symbol(_))) =>
                {
                    sizes.push((number, Arguments::sizes(own, self.point)));
                }
                _ => {}
            }
        }
        let mut cells: Vec<_> = self.assignment.iter().collect();
        cells.sort_unstable_by_key(|it| it.0);
        let inputs = cells.iter().take(MOST_INPUTS).map(|((argument, cell), value)| {
            let place = *argument as usize;
            let own = arguments.list.get(place);
            let subscripts = own.map(|it| it.subscripts(*cell as usize, self.point)).unwrap_or_default();
            (place, subscripts, shown(**value))
        });
        Witness {
            symbols,
            sizes,
            inputs: inputs.collect(),
            more_inputs: cells.len().saturating_sub(MOST_INPUTS),
            others: self.others,
            difference,
        }
    }
}

/// The share of both numbers by which sums in another order may differ: of a few thousand numbers of 32 bits.
const ROUNDED: f64 = 1e-4;

/// The numbers that a witness names.
const MOST_INPUTS: usize = 64;

/// The difference, and whether the second program leaves something uninitialized.
fn first_difference(
    expected: &[Output],
    found: &[Output],
    is_sure: bool,
    of_argument: &dyn Fn(usize, usize) -> Option<Vec<i64>>,
) -> Option<(Difference, bool)> {
    for (before, after) in expected.iter().zip(found) {
        let (is_result, number) = match before.destination {
            Destination::Argument(number) => (false, number),
            Destination::Result(number) => (true, number),
            // Only a domain knows of them.
            Destination::Exposed(_) | Destination::Effects => return None,
        };
        if before.destination != after.destination || before.memory.is_some() != after.memory.is_some() {
            return None;
        }
        if before.ending.is_some() != after.ending.is_some() {
            let lifetime = |it: &Output| match it.ending {
                None => "lives on",
                Some(Ending { is_freed: true, .. }) => "is freed",
                Some(Ending { is_freed: false, .. }) => "ends with the function",
            };
            let difference = Difference::Element {
                is_result,
                number,
                subscripts: Vec::new(),
                before: lifetime(before).to_owned(),
                after: lifetime(after).to_owned(),
                before_writer: before.ending.and_then(|it| it.by),
                after_writer: after.ending.and_then(|it| it.by),
            };
            return Some((difference, false));
        }
        if before.cells.len() != after.cells.len() || before.open_sizes != after.open_sizes {
            return None;
        }
        let differs = |at: &usize| {
            let (left, right) = (before.cells[*at], after.cells[*at]);
            // Uninitialized memory may hold anything.
            let is_rounded = !is_sure && right != Scalar::Poison && !matches!(left, Scalar::Integer(_));
            left != Scalar::Poison && !left.same(right) && !is_rounded
        };
        // The clearest, where some differ by rounding alone.
        let clarity = |at: &usize| (clarity(before.cells[*at], after.cells[*at]) * 1e9) as u64;
        let found = (0..before.cells.len()).filter(differs);
        if let Some(cell) = found.rev().max_by_key(clarity) {
            let difference = Difference::Element {
                is_result,
                number,
                subscripts: match is_result {
                    true => subscripts(&before.sizes, cell),
                    false => of_argument(number, cell).unwrap_or_default(),
                },
                before: shown(before.cells[cell]),
                after: shown(after.cells[cell]),
                before_writer: before.writers[cell],
                after_writer: after.writers[cell],
            };
            return Some((difference, after.cells[cell] == Scalar::Poison));
        }
    }
    None
}

/// How far two numbers are apart, from 0 to 1.
fn clarity(left: Scalar, right: Scalar) -> f64 {
    if right == Scalar::Poison {
        return 0.5;
    }
    let float = |it: Scalar| match it {
        Scalar::F32(value) => Some(f64::from(value)),
        Scalar::F64(value) => Some(value),
        _ => None,
    };
    match (float(left), float(right)) {
        (Some(left), Some(right)) => ((left - right).abs() / (left.abs() + right.abs())).min(1.0),
        _ => 1.0,
    }
}

/// The difference by a fault in the second program alone.
fn fault_difference(fault: &Fault) -> Option<Difference> {
    if fault.is_load { None } else { outside(fault) }
}

fn outside(fault: &Fault) -> Option<Difference> {
    let what = match &fault.cause {
        Cause::OutOfBounds(what) => format!("out of bounds: {what}"),
        Cause::Lifetime(what) => what.clone(),
        _ => return None,
    };
    Some(Difference::Fault { what, place: fault.place })
}

/// A number as MLIR writes it.
pub(crate) fn shown(value: Scalar) -> String {
    match value {
        Scalar::Integer(value) => value.to_string(),
        Scalar::F32(value) => format!("{value:?}"),
        Scalar::F64(value) => format!("{value:?}"),
        Scalar::Poison => "undefined".to_owned(),
        Scalar::Term(_) => "unknown".to_owned(),
    }
}

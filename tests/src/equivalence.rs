//! Whether two programs compute the same.
//!
//! Both run on the same inputs. What the second leaves in memrefs and returns must be what the first does, it must not
//! touch an element of an argument that the first leaves alone, and it must not do what is undefined. Inputs on which
//! the first program has a fault itself say nothing. Floats are small integers, so that sums are the same in every
//! order; where the first program rounds all the same, other floats in the second say nothing either.

mod input;

pub use input::{Argument, DYNAMIC_SIZE, GREATEST_SYMBOL, INPUTS, Input};

use rustc_hash::FxHashSet;
use std::cell::RefCell;
use std::collections::BTreeSet;
use std::rc::Rc;

use crate::interpreter::{Cause, Element, Function, Machine, Module, Order, Scalar, Type, Value};
use crate::opaque::{Arithmetic, Stored, Trace};

/// What comparing two programs gives.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    Same,
    /// No input says anything, and why the last did not.
    Unjudged(String),
    Different(String),
}

const STEPS: u64 = 4_000_000;

/// What the arguments of a function hold when it has run on an input, and whether no float was rounded.
pub fn left(module: &Module, function: &Function, input: Input) -> Result<(Vec<Vec<Scalar>>, bool), String> {
    match run(module, function, input, Order::Forwards, Arithmetic::Real) {
        Ok(outcome) => Ok((outcome.numbers, outcome.is_exact)),
        Err(Fault::Of(reason) | Fault::Unsupported(reason)) => Err(reason),
    }
}

/// What a transformed function may read beyond the original.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Speculation {
    Nothing,
    /// Elements within the bounds of their buffers: a load that leaves a loop runs where the loop does not.
    Elements,
}

/// Compares a function of two modules.
pub fn compare(before: &Module, after: &Module, name: &str, speculation: Speculation) -> Verdict {
    compare_with(before, after, name, speculation, Arithmetic::Real)
}

/// As [`compare`], with operations on numbers that may compute something else.
pub fn compare_with(
    before: &Module,
    after: &Module,
    name: &str,
    speculation: Speculation,
    arithmetic: Arithmetic,
) -> Verdict {
    let (Some(first), Some(second)) = (before.function(name), after.function(name)) else {
        return Verdict::Different(format!("`@{name}` is missing"));
    };
    if first.arguments != second.arguments || first.results != second.results {
        return Verdict::Different("the signature differs".to_owned());
    }
    let mut verdict = Verdict::Unjudged("no input".to_owned());
    let has_symbols = first.arguments.contains(&Type::Element(Element::Index));
    for input in &INPUTS[..if has_symbols { INPUTS.len() } else { 4 }] {
        match on_input((before, first), (after, second), *input, speculation, arithmetic) {
            Verdict::Same => verdict = Verdict::Same,
            Verdict::Unjudged(reason) => {
                if verdict != Verdict::Same {
                    verdict = Verdict::Unjudged(reason);
                }
            }
            Verdict::Different(what) => return Verdict::Different(format!("{what}\n  with {input:?}")),
        }
    }
    verdict
}

fn on_input(
    (before, first): (&Module, &Function),
    (after, second): (&Module, &Function),
    input: Input,
    speculation: Speculation,
    arithmetic: Arithmetic,
) -> Verdict {
    let expected = match run(before, first, input, Order::Forwards, arithmetic) {
        Ok(outcome) => outcome,
        Err(Fault::Of(reason) | Fault::Unsupported(reason)) => return Verdict::Unjudged(reason),
    };
    let orders = [Order::Forwards, Order::Backwards, Order::Shuffled(input.seed)];
    let orders = if second.has_parallel_loops() { &orders[..] } else { &orders[..1] };
    for order in orders {
        let found = match run(after, second, input, *order, arithmetic) {
            Ok(outcome) => outcome,
            Err(Fault::Unsupported(reason)) => return Verdict::Unjudged(reason),
            Err(Fault::Of(reason)) => return Verdict::Different(format!("{reason}\n  in order {order:?}")),
        };
        match expected.difference(&found) {
            None => {}
            Some(_) if !expected.is_exact => return Verdict::Unjudged("floats are rounded".to_owned()),
            Some(difference) => return Verdict::Different(format!("{difference}\n  in order {order:?}")),
        }
        if expected.has_not_stored(&found) {
            let what = "an element gets a number, if not for long, that it did not get";
            return Verdict::Different(what.to_owned());
        }
        if speculation == Speculation::Nothing
            && let Some(touched) = expected.newly_touched(&found)
        {
            return Verdict::Different(touched);
        }
    }
    Verdict::Same
}

enum Fault {
    Of(String),
    Unsupported(String),
}

/// What a run leaves.
struct Outcome {
    /// The buffers of arguments and of results, in order, and the numbers that are returned.
    numbers: Vec<Vec<Scalar>>,
    /// Which of these are memory that has ended.
    has_ended: Vec<bool>,
    /// Which elements of the arguments were touched.
    touched: Vec<BTreeSet<usize>>,
    stored: FxHashSet<Stored>,
    is_exact: bool,
}

impl Outcome {
    /// Poison may become anything.
    fn difference(&self, other: &Outcome) -> Option<String> {
        let mut endings = self.has_ended.iter().zip(&other.has_ended);
        if let Some(at) = endings.position(|(expected, found)| expected != found) {
            return Some(format!("argument or result {at} ends in one of the two alone"));
        }
        let all = self.numbers.iter().zip(&other.numbers).zip(&self.has_ended).enumerate();
        all.filter(|(_, (_, has_ended))| !**has_ended).find_map(|(at, ((expected, found), _))| {
            if expected.len() != found.len() {
                return Some(format!("result {at} has another size"));
            }
            let differs =
                |(expected, found): (&Scalar, &Scalar)| *expected != Scalar::Poison && !expected.same(*found);
            let place = expected.iter().zip(found).position(differs)?;
            let (expected, found) = (expected[place], found[place]);
            Some(format!("argument or result {at}, element {place}: {found:?} instead of {expected:?}"))
        })
    }

    /// Whether an element gets another number in the other run, in a buffer of a shape that this run has.
    fn has_not_stored(&self, other: &Outcome) -> bool {
        let is_known = |it: &&Stored| self.stored.iter().any(|own| own.shape == it.shape);
        other.stored.difference(&self.stored).any(|it| is_known(&it))
    }

    fn newly_touched(&self, other: &Outcome) -> Option<String> {
        self.touched.iter().zip(&other.touched).enumerate().find_map(|(at, (before, after))| {
            let place = after.difference(before).next()?;
            Some(format!("element {place} of argument {at} is accessed, and was not before"))
        })
    }
}

fn run(
    module: &Module,
    function: &Function,
    input: Input,
    order: Order,
    arithmetic: Arithmetic,
) -> Result<Outcome, Fault> {
    let trace = Rc::new(RefCell::new(Trace::of(arithmetic)));
    let mut machine = Machine::new(module, order, STEPS).interpreted(Rc::clone(&trace) as _);
    let mut arguments = Vec::new();
    for argument in input.arguments(&function.arguments).map_err(Fault::Unsupported)? {
        arguments.push(match argument {
            Argument::Number(number) => Value::Scalar(number),
            Argument::MemRef { sizes, contents, .. } => {
                machine.allocate(&sizes, contents).map_err(|it| Fault::Unsupported(format!("{it:?}")))?
            }
        });
    }
    let results = machine.call(function, arguments.clone()).map_err(|fault| match fault.cause {
        Cause::Unsupported(_) => Fault::Unsupported(fault.to_string()),
        _ => Fault::Of(fault.to_string()),
    })?;
    let numbers = |it: &Value| match it {
        Value::Scalar(scalar) => vec![*scalar],
        Value::Vector(vector) => vector.lanes.clone(),
        Value::MemRef(_) => machine.contents(it).to_vec(),
        Value::Tensor(tensor) => machine.tensor_contents(tensor).map(|it| it.1).unwrap_or_default(),
    };
    let trace = trace.borrow();
    let touched = |it: &Value| machine.view(it).and_then(|it| trace.touched.get(&it.0).cloned());
    Ok(Outcome {
        // Symbols and other numbers among the arguments stay what they are.
        numbers: arguments.iter().chain(&results).map(numbers).collect(),
        has_ended: arguments.iter().chain(&results).map(|it| machine.ending(it).is_some()).collect(),
        touched: arguments.iter().map(|it| touched(it).unwrap_or_default()).collect(),
        stored: trace.stored.clone(),
        is_exact: machine.is_exact(),
    })
}

//! Both programs, executed symbolically where the symbols have certain values: what that shows holds for all values that
//! make both run in the same way.

use interpreter::{Cause, Fault, Machine, Order, Scalar};
use rustc_hash::FxHashMap;
use std::cell::RefCell;
use std::ops::Range;
use std::rc::Rc;

use crate::evaluation::{Evaluation, number};
use crate::inconclusive::Inconclusive;
use crate::normal::{Mode, Normal};
use crate::path::Form;
use crate::random;
use crate::reason::{self, Reason};
use crate::run::{Destination, Kinship, Output, run};
use crate::terms::{Node, Term, Terms};
use crate::witness::{Assignment, Pair, Trial, Witness};

/// The result at a point.
pub(crate) enum Outcome {
    /// The first program has undefined behaviour, or cannot be run there.
    Undefined(Fault),
    Equal {
        reassociates: bool,
    },
    Different(Box<Witness>),
    Unknown(Reason),
}

/// The budget at one point.
#[derive(Clone, Copy)]
pub(crate) struct Limits {
    pub(crate) steps: u64,
    pub(crate) nodes: usize,
}

/// The outcome at a point, the conditions under which it is that of other points too, and the steps that it took.
pub(crate) fn at_point(pair: Pair<'_>, point: &[i64], limits: Limits) -> (Outcome, Vec<Form>, u64) {
    let terms = Rc::new(RefCell::new(Terms::at(point, limits.nodes, pair.budget)));
    let mut spent = 0;
    let outcome = compare(pair, point, limits, &terms, &mut spent);
    let region = terms.borrow().path.conditions();
    (outcome, region, spent)
}

/// The outputs of a program, with the first forgiven load out of bounds; and the steps that it took.
pub(crate) type Execution = (Result<(Vec<Output>, Option<Fault>), Fault>, u64);

/// Runs a function on terms. The elements of its arguments count as steps, too: each is made and compared.
pub(crate) fn execute<'p>(
    (module, function): (&'p interpreter::Module, &'p interpreter::Function),
    pair: Pair<'_>,
    point: &[i64],
    steps: u64,
    terms: &Rc<RefCell<Terms>>,
    forgives_loads: bool,
) -> Execution {
    let domain: Rc<RefCell<dyn interpreter::Domain>> = Rc::<RefCell<Terms>>::clone(terms);
    let steps = steps.min(pair.budget.left());
    let elements = pair.arguments.elements(point).and_then(|it| u64::try_from(it).ok());
    let Some(left) = elements.and_then(|it| steps.checked_sub(it)) else {
        return (Err(Fault::of(Cause::Endless, "the arguments")), steps);
    };
    let machine = Machine::new(module, Order::Forwards, left);
    let mut machine = machine.with_poll(pair.budget.poll()).with_domain(domain);
    if forgives_loads {
        machine = machine.forgiving_loads();
    }
    let Some(values) = pair.arguments.terms(&mut machine, terms, point) else {
        return (Err(Fault::of(Cause::Endless, "the arguments")), 0);
    };
    let outcome = run(&mut machine, function, values);
    let forgiven = machine.forgiven().cloned();
    let spent = steps.saturating_sub(machine.steps_left());
    pair.budget.charge(spent);
    (outcome.map(|it| (it, forgiven)), spent)
}

fn compare(
    pair: Pair<'_>,
    point: &[i64],
    limits: Limits,
    terms: &Rc<RefCell<Terms>>,
    spent: &mut u64,
) -> Outcome {
    let (before, steps) = execute(pair.before, pair, point, limits.steps, terms, false);
    *spent += steps;
    let mut before = match before {
        Ok((outputs, _)) => outputs,
        Err(fault) => {
            return match &fault.cause {
                cause if cause.is_undefined() => Outcome::Undefined(fault),
                Cause::Endless => Outcome::Unknown(Reason::of_fault(false, &fault)),
                _ => unjudged(pair, point, limits, Reason::of_fault(false, &fault)),
            };
        }
    };
    let before_traps = terms.borrow_mut().next_program();
    let left = limits.steps.saturating_mul(4);
    let (after, steps) = execute(pair.after, pair, point, left, terms, true);
    *spent += steps;
    let (mut after, forgiven) = match after {
        Ok(outcome) => outcome,
        Err(fault) if fault.cause == Cause::Endless => {
            return Outcome::Unknown(Reason::of_fault(true, &fault));
        }
        Err(fault) => return unjudged(pair, point, limits, Reason::of_fault(true, &fault)),
    };
    let after_traps = terms.borrow_mut().next_program();
    let mut table = terms.borrow_mut();
    if let Err(cause) = agree_on_sizes(&mut table, &mut before, &mut after) {
        return Outcome::Unknown(Reason::of_fault(true, &Fault::of(cause, "the sizes of a result")));
    }
    for output in before.iter().chain(&after) {
        for cell in &output.cells {
            _ = table.term(*cell);
        }
    }
    let table = &*table;
    let found = differences(table, &before, &after);
    let outcome = match found {
        Found::Pairs(pairs) => match normalised(pair, point, limits, table, pairs) {
            Judged::Open(_) if before.iter().any(|it| it.destination == Destination::Effects) => {
                Outcome::Unknown(Reason::of(Inconclusive::SameEffects))
            }
            Judged::Open(terms) => {
                let operation = statement(pair, table, (&before, &after), terms);
                let mut reason = Reason::of(Inconclusive::SameElements);
                reason.operation = operation;
                Outcome::Unknown(reason)
            }
            Judged::Equal { reassociates } => Outcome::Equal { reassociates },
            Judged::Different(witness) => Outcome::Different(witness),
        },
        Found::Unwritten => {
            return unjudged(pair, point, limits, Reason::of(Inconclusive::SecondWrites));
        }
        Found::OtherLifetime => {
            // That hardly depends on numbers.
            let assignment = Assignment::default();
            let trial = Trial { point, assignment: &assignment, others: 0, steps: limits.steps };
            if let Some(witness) = trial.difference(pair, false) {
                return Outcome::Different(Box::new(witness));
            }
            return unjudged(pair, point, limits, Reason::of(Inconclusive::SameLifetimes));
        }
        Found::Unknown(reason) => Outcome::Unknown(Reason::of(reason)),
    };
    match (outcome, forgiven) {
        (Outcome::Equal { .. }, Some(fault)) => {
            let reason = Reason::of(Inconclusive::ReadsInside { cause: fault.cause.to_string() });
            Outcome::Unknown(reason.at(true, &fault))
        }
        (Outcome::Equal { .. }, None) if !after_traps.is_subset(&before_traps) => {
            Outcome::Unknown(Reason::of(Inconclusive::SameDivisions))
        }
        (outcome, _) => outcome,
    }
}

/// Sizes of results that are not the same terms are the numbers that they are at this point.
fn agree_on_sizes(table: &mut Terms, before: &mut [Output], after: &mut [Output]) -> Result<(), Cause> {
    for (first, second) in before.iter_mut().zip(after) {
        if first.open_sizes == second.open_sizes {
            continue;
        }
        for size in first.open_sizes.iter_mut().chain(&mut second.open_sizes) {
            if let Scalar::Term(term) = *size {
                *size = Scalar::Integer(interpreter::Domain::pin(table, term)?);
            }
        }
    }
    Ok(())
}

enum Found {
    /// Terms of the first program and of the second that are not the same.
    Pairs(Vec<(Term, Term)>),
    /// The second program leaves something uninitialized where the first leaves a number.
    Unwritten,
    /// One program alone ends memory that others see.
    OtherLifetime,
    Unknown(Inconclusive),
}

fn differences(table: &Terms, before: &[Output], after: &[Output]) -> Found {
    let mut pairs = Vec::new();
    let mut is_unwritten = false;
    if before.len() != after.len() {
        return Found::Unknown(Inconclusive::SameEffects);
    }
    for (first, second) in before.iter().zip(after) {
        match first.kinship(second) {
            Kinship::Alike => {}
            Kinship::Ended => continue,
            Kinship::EndsOtherwise => return Found::OtherLifetime,
            Kinship::Other => return Found::Unknown(Inconclusive::SameMemory),
        }
        for (left, right) in first.cells.iter().zip(&second.cells) {
            if left == right && *left != Scalar::Poison {
                continue;
            }
            if *left == Scalar::Poison && *right == Scalar::Poison {
                return Found::Unknown(Inconclusive::BothWrite);
            }
            let known = |it: &Scalar| table.known(*it);
            match (known(left), known(right)) {
                (Some(left), Some(right)) if left == right => {}
                (Some(left), Some(right)) => pairs.push((left, right)),
                (None, _) => {
                    return Found::Unknown(Inconclusive::FirstWrites);
                }
                (Some(_), None) => is_unwritten = true,
            }
        }
    }
    pairs.sort_unstable();
    pairs.dedup();
    if is_unwritten { Found::Unwritten } else { Found::Pairs(pairs) }
}

/// The statement that wrote an element that the first program computes by one term and the second by another.
fn statement(
    pair: Pair<'_>,
    table: &Terms,
    (before, after): (&[Output], &[Output]),
    terms: (Term, Term),
) -> Option<reason::OperationSite> {
    let is_it = |(left, right): (&Scalar, &Scalar)| {
        table.known(*left) == Some(terms.0) && table.known(*right) == Some(terms.1)
    };
    before.iter().zip(after).find_map(|(first, second)| {
        let cell = first.cells.iter().zip(&second.cells).position(is_it)?;
        let of = |output: &Output, is_second| {
            let writer = output.writers.get(cell).copied().flatten()?;
            reason::OperationSite::of(pair, is_second, writer)
        };
        of(second, true).or_else(|| of(first, false))
    })
}

/// The verdict on terms that are not identical.
enum Judged {
    Equal {
        reassociates: bool,
    },
    Different(Box<Witness>),
    /// Nothing is known of these, among others.
    Open((Term, Term)),
}

/// Terms that remain different in their normal forms, else when both programs run.
fn normalised(
    pair: Pair<'_>,
    point: &[i64],
    limits: Limits,
    table: &Terms,
    pairs: Vec<(Term, Term)>,
) -> Judged {
    // A difference shows with less work than normal forms take.
    if let Some(witness) = refute(pair, point, limits, table, &pairs, 0..FIRST_SEEDS) {
        return Judged::Different(Box::new(witness));
    }
    let mut exact = Normal::new(Mode::Exact, limits.nodes.saturating_mul(4), pair.budget);
    let is_same =
        |normal: &mut Normal, left, right| Some(normal.of(table, left)? == normal.of(table, right)?);
    let mut open = Vec::new();
    for (left, right) in pairs {
        if is_same(&mut exact, left, right) != Some(true) {
            open.push((left, right));
        }
    }
    if open.is_empty() {
        return Judged::Equal { reassociates: false };
    }
    let mut loose = Normal::new(Mode::Reassociated, limits.nodes.saturating_mul(4), pair.budget);
    let mut rest = Vec::new();
    for (left, right) in open {
        if is_same(&mut loose, left, right) != Some(true) {
            rest.push((left, right));
        }
    }
    let Some(first) = rest.first() else { return Judged::Equal { reassociates: true } };
    match refute(pair, point, limits, table, &rest, 0..SEEDS) {
        Some(witness) => Judged::Different(Box::new(witness)),
        None => Judged::Open(*first),
    }
}

/// The seeds of inputs that are tried.
pub(crate) const SEEDS: u64 = 6;
/// Those that are tried before anything else.
const FIRST_SEEDS: u64 = 1;
/// The terms that are made room for in one step.
const TERMS_OF_A_STEP: usize = 16;
/// The pairs of terms that are tried.
const MOST_PAIRS: usize = 40;

/// An input on which two terms differ, shown by running both programs.
fn refute(
    pair: Pair<'_>,
    point: &[i64],
    limits: Limits,
    table: &Terms,
    open: &[(Term, Term)],
    seeds: Range<u64>,
) -> Option<Witness> {
    for seed in seeds {
        let input = |argument: u32, cell: u32| {
            let element = pair.arguments.element(argument).unwrap_or(interpreter::Element::Index);
            number(random::small(seed, argument, cell, element), element)
        };
        // Each term has a place for its value.
        pair.budget.spend(table.len() / TERMS_OF_A_STEP)?;
        let mut evaluation = Evaluation::new(table, &input, limits.nodes.saturating_mul(4));
        for (left, right) in open.iter().take(MOST_PAIRS) {
            let (Some(first), Some(second)) = (evaluation.of(*left), evaluation.of(*right)) else { continue };
            if !first.differs_from(&second) {
                continue;
            }
            let assignment = support(table, &[*left, *right], &input)?;
            for others in [0, 1] {
                let trial =
                    Trial { point, assignment: &assignment, others, steps: limits.steps.saturating_mul(4) };
                if let Some(witness) = trial.difference(pair, true) {
                    return Some(witness);
                }
            }
        }
    }
    None
}

/// The inputs that terms depend on; `None` where it takes too long to find them.
pub(crate) fn support(
    table: &Terms,
    roots: &[Term],
    input: &dyn Fn(u32, u32) -> Scalar,
) -> Option<Assignment> {
    let mut assignment = FxHashMap::default();
    let mut seen = rustc_hash::FxHashSet::default();
    let mut pending = roots.to_vec();
    while let Some(term) = pending.pop() {
        if !seen.insert(term) {
            continue;
        }
        table.budget.spend(1)?;
        match table.node(term) {
            Node::Input { argument, cell } => {
                assignment.insert((*argument, *cell), input(*argument, *cell));
            }
            Node::Apply { operands, .. } | Node::Reduce { operands, .. } => pending.extend(operands.iter()),
            Node::Select(operands) => pending.extend(operands),
            Node::Guarded { here, elsewhere, .. } => pending.extend([here, elsewhere]),
            Node::Constant { .. } | Node::Affine(_) | Node::Unwritten => {}
        }
    }
    Some(assignment)
}

/// Where symbolic execution ends before its time: both programs are run on a few inputs, which may refute but not prove.
fn unjudged(pair: Pair<'_>, point: &[i64], limits: Limits, reason: Reason) -> Outcome {
    for seed in [3, 0, 1, 5] {
        let Some(assignment) = random::inputs(pair.arguments, point, seed) else { break };
        let trial =
            Trial { point, assignment: &assignment, others: 0, steps: limits.steps.saturating_mul(4) };
        if let Some(witness) = trial.difference(pair, false) {
            return Outcome::Different(Box::new(witness));
        }
    }
    Outcome::Unknown(reason)
}

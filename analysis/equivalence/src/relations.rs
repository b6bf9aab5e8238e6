//! Proof for every size: two functions are the same system of equations between values in iterations, whatever the sizes.
//!
//! ```text
//! forms     what is affine: domains, conditions, index values, subscripts
//! reader    a function as a system of equations, which system holds
//! edges     pairs of iterations followed along an equation
//! proof     obligations, until none is left
//! slice     what one value depends on, as a term: refutes where no run is short enough
//! reduction sums of the same terms in another order
//! ```

mod definedness;
mod edges;
mod elements;
mod forms;
mod matched;
mod neutral;
mod points;
mod profile;
mod proof;
mod reader;
mod reduction;
mod refutation;
mod slice;
mod symbols;
mod system;
#[cfg(test)]
mod tests;

pub use matched::Matched;
pub(crate) use reader::Program;

use interpreter::{Function, Operation};
use ir::OpId;
use ir::loops::Detail;
use ir::memory_effects::subtree;
use ir::types::Type;
use presburger::{Budget, GaveUp, Integer, IntegerRelation, Lexmin, Space, Union};

use crate::inconclusive::Inconclusive;
use crate::reason::Reason;
use crate::signature::Arguments;
use edges::{for_symbols, second_within};
use forms::Forms;
use matched::{Side, matched};
use proof::{Proof, the_only_pair};
use reader::{Source, Stop, operations, read};
pub(crate) use refutation::Refutation;
pub(crate) use symbols::{Symbol, point};

use refutation::{Destination, Output, Refuted, refute};
use slice::Inputs;
use symbols::Symbols;
use system::{Equation, NodeId, System};

/// Values of symbols beyond which nothing is run to refute.
const MOST_AT_FAILURE: i64 = 300;

/// The budget for the relations between statements, in few parts.
const STEPS_TO_LIST: u64 = 1_000_000;

/// The result of this method.
#[derive(Debug)]
pub(crate) enum Outcome {
    /// They give the same on all inputs on which the first is defined.
    Equal {
        /// But for the rounding of floats, which are combined in another order.
        reassociates: bool,
        matched: Vec<Matched>,
    },
    Unknown {
        reason: Reason,
        /// Values of symbols at which the two may differ.
        suspect: Vec<(Symbol, i64)>,
        /// An element that differs, as far as its slice goes.
        refutation: Option<Box<Refutation>>,
    },
}

impl Outcome {
    fn unknown(reason: Reason) -> Self {
        Outcome::Unknown { reason, suspect: Vec::new(), refutation: None }
    }
}

/// Compares two functions whose arguments have the same types.
///
/// Where it is not proven, `steps` are for the search of an element that differs.
/// `is_listing` asks for the statements that the proof relates.
pub(crate) fn prove(
    pair: [Program<'_>; 2],
    is_listing: bool,
    budget: &Budget<'_>,
    steps: &Budget<'_>,
) -> Outcome {
    match attempt(pair, is_listing, budget, steps) {
        Ok(outcome) => outcome,
        Err(_) => Outcome::unknown(Reason::of(Inconclusive::TooManyRelationSteps)),
    }
}

/// How many operations of wrapping integer arithmetic are flagged not to wrap.
fn assumptions(Program { ir, root, .. }: Program<'_>) -> usize {
    let is_assumed = |it: &OpId| {
        let result = ir.ops[*it].results.first();
        ir.details.get(it) == Some(&Detail::NoSignedWrap)
            && result.is_some_and(|it| matches!(ir.values[*it].ty, Type::Integer { .. }))
    };
    subtree(ir, root).into_iter().filter(is_assumed).count()
}

fn attempt(
    pair: [Program<'_>; 2],
    is_listing: bool,
    budget: &Budget<'_>,
    steps: &Budget<'_>,
) -> Result<Outcome, GaveUp> {
    let [Some(first), Some(second)] = pair.map(operations) else {
        return Ok(Outcome::unknown(Reason::of(Inconclusive::NotAsWritten)));
    };
    // The assumptions about integers may fail in the second function alone.
    let [assumed, also_assumed] = pair.map(assumptions);
    if also_assumed > assumed {
        return Ok(Outcome::unknown(Reason::of(Inconclusive::NoWrap)));
    }
    let found = [&first, &second];
    let forms = [0, 1].map(|it| Forms::of(pair[it].ir, &found[it].0));
    let mut symbols = Symbols::default();
    add_sizes(pair[0], &mut symbols);
    let values = [0, 1].map(|it| {
        let Program { ir, root, .. } = pair[it];
        symbols.of_function(ir, root, it == 1, forms[it].symbols())
    });
    let columns = values.map(|it| symbols.columns(it));
    let mut systems = Vec::new();
    for side in 0..2 {
        let source = Source {
            program: pair[side],
            ops: &found[side].0,
            operations: &found[side].1,
            forms: &forms[side],
            columns: &columns[side],
            symbols: &symbols,
        };
        match read(source, budget) {
            Ok(system) => systems.push(system),
            Err(Stop::GaveUp(gave_up)) => return Err(gave_up),
            Err(Stop::Obstacle(what, number)) => {
                let place = found[side].1.get(number).copied();
                return Ok(Outcome::unknown(
                    Reason::of(Inconclusive::NoRelation(what)).of_operation(side == 1, place),
                ));
            }
        }
    }
    let [before, after] = systems.as_slice() else {
        return Ok(Outcome::unknown(Reason::of(Inconclusive::NoRelation("it is not read".to_owned()))));
    };
    let place = |side: usize, number: Option<usize>| found[side].1.get(number?).copied();
    let context = definedness::context(before, &symbols, budget)?;
    if context.is_empty(budget)? {
        return Ok(Outcome::unknown(Reason::of(Inconclusive::NeverDefined { cause: None })));
    }
    if let Some(number) = definedness::leaves_memory(after, &context, budget)? {
        let reason = Reason::of(Inconclusive::InsideMemory);
        return Ok(Outcome::unknown(reason.of_operation(true, place(1, Some(number)))));
    }
    if definedness::allocates_negative(after, &context, budget)? {
        let reason = Reason::of(Inconclusive::NoNegativeSize);
        return Ok(Outcome::unknown(reason));
    }
    let Some(outputs) = outputs([before, after]) else {
        return Ok(Outcome::unknown(Reason::of(Inconclusive::SameResults)));
    };
    let mut proof = Proof::new([before, after], context, budget);
    let (reason, suspect) = match are_equal([before, after], &outputs, &mut proof, symbols.list.len()) {
        Ok(true) => {
            if let Some(node) = trap(after, &proof, budget)? {
                let node = &after.nodes[node];
                let reason = match node.equation {
                    Equation::Element { .. } => Inconclusive::InsideMemory,
                    _ => Inconclusive::NoZeroDivisor,
                };
                let place = place(1, node.operation);
                return Ok(Outcome::unknown(Reason::of(reason).of_operation(true, place)));
            }
            let side = |it: usize| Side {
                program: pair[it],
                ops: &found[it].0,
                operations: &found[it].1,
                system: [before, after][it],
            };
            let matched = match is_listing {
                true => matched(proof.proven(), [side(0), side(1)], &symbols, &Budget::new(STEPS_TO_LIST)),
                false => Ok(Vec::new()),
            };
            let matched = matched.unwrap_or_default();
            return Ok(Outcome::Equal { reassociates: proof.reassociates(), matched });
        }
        Ok(false) => match proof.failure() {
            Some(open) => {
                let first = place(0, before.nodes[open.pair.0].operation);
                let second = place(1, after.nodes[open.pair.1].operation);
                let reason = Reason::of(Inconclusive::SameValues(open.why)).of_both([first, second]);
                (reason, failure_point(&open.pairs, &symbols, budget).unwrap_or_default())
            }
            None => (Reason::of(Inconclusive::SameResults), Vec::new()),
        },
        Err(gave_up) if gave_up.reason == presburger::Reason::Interrupted => return Err(gave_up),
        Err(_) => (Reason::of(Inconclusive::TooManyRelationSteps), Vec::new()),
    };
    let operations = [0, 1].map(|it| found[it].1.as_slice());
    let pair = Compared { systems: [before, after], operations, functions: pair.map(|it| it.function) };
    let refutation = refuted(pair, &outputs, (&symbols, &suspect), steps)?.map(Box::new);
    Ok(Outcome::Unknown { reason, suspect, refutation })
}

/// Two functions that are read.
#[derive(Clone, Copy)]
struct Compared<'a> {
    systems: [&'a System; 2],
    operations: [&'a [&'a Operation]; 2],
    functions: [&'a Function; 2],
}

/// An element that differs at these values of the symbols, for which the first function has to be defined.
fn refuted(
    Compared { systems, operations, functions }: Compared<'_>,
    outputs: &[Output],
    (symbols, suspect): (&Symbols, &[(Symbol, i64)]),
    budget: &Budget<'_>,
) -> Result<Option<Refutation>, GaveUp> {
    let is_own = |it: &Symbol| matches!(it, Symbol::Own(..));
    let Ok(arguments) = Arguments::of(functions[0], functions[1]) else { return Ok(None) };
    if symbols.list.iter().any(is_own) || symbols.list.len() != suspect.len() {
        return Ok(None);
    }
    let values: Vec<i64> = suspect.iter().map(|it| it.1).collect();
    let mut only = IntegerRelation::universe(Space::set(0, values.len()));
    values.iter().enumerate().for_each(|(column, value)| only.fix(column, &Integer::from(*value)));
    let only = Union::from(only);
    let first = systems[0];
    let found = (|| {
        let is_sure = first.checked.iter().all(|it| it.is_exact)
            && !first.nodes.iter().any(|it| it.equation.may_trap())
            && definedness::leaves_memory(first, &only, budget)?.is_none()
            && !definedness::allocates_negative(first, &only, budget)?;
        if !is_sure {
            return Ok(None);
        }
        let point = point(&arguments, suspect);
        let inputs = Inputs { arguments: &arguments, symbols: &values, point: &point };
        refute(Refuted { systems, operations, inputs }, outputs, budget)
    })();
    match found {
        Err(gave_up) if gave_up.reason == presburger::Reason::OutOfBudget => Ok(None),
        found => found,
    }
}

/// The least small values of the symbols for which unproven pairs are left; `None` where there are no such pairs.
fn failure_point(
    pairs: &Union,
    symbols: &Symbols,
    budget: &Budget<'_>,
) -> Result<Vec<(Symbol, i64)>, GaveUp> {
    let columns: Vec<usize> = pairs.space().symbol_columns().collect();
    for part in pairs.parts().iter().filter(|_| !columns.is_empty()) {
        let mut part = part.clone();
        columns.iter().for_each(|it| edges::bounded(&mut part, *it, &[(None, MOST_AT_FAILURE)]));
        if let Lexmin::Point(point) = part.lexmin(&columns, budget)? {
            let values = point.iter().filter_map(Integer::to_i64);
            return Ok(symbols.list.iter().copied().zip(values).collect());
        }
    }
    Ok(Vec::new())
}

/// Sizes of arguments are symbols whether a function mentions them or not.
fn add_sizes(program: Program<'_>, symbols: &mut Symbols) {
    let ir = program.ir;
    let Some(body) = ir.body(program.root) else { return };
    for (number, argument) in ir.blocks[body].arguments.iter().enumerate() {
        if let Type::MemRef(ty) = &ir.values[*argument].ty {
            let open = ty.dims.iter().enumerate().filter(|it| it.1.is_none());
            open.for_each(|(dim, _)| _ = symbols.add(Symbol::Size(number, dim)));
        }
    }
}

/// What the caller sees in the end; `None` where the two functions do not leave the same kinds of values.
fn outputs([before, after]: [&System; 2]) -> Option<Vec<Output>> {
    if before.results.len() != after.results.len() {
        return None;
    }
    let live_in = |system: &System, argument: usize| {
        let memory = system.memories.iter().find(|it| it.argument == Some(argument));
        memory.map(|it| it.live_in)
    };
    let results = before.results.iter().zip(&after.results).enumerate();
    let mut outputs: Vec<Output> =
        results.map(|(number, (first, second))| (Destination::Result(number), [*first, *second])).collect();
    for argument in 0..before.left.len().max(after.left.len()) {
        let left = [before, after].map(|it| it.left.get(argument).copied().flatten());
        if left == [None, None] {
            continue;
        }
        let first = left[0].or_else(|| live_in(before, argument))?;
        let second = left[1].or_else(|| live_in(after, argument))?;
        outputs.push((Destination::Argument(argument), [first, second]));
    }
    let same_dims = |it: &Output| before.nodes[it.1[0]].dims == after.nodes[it.1[1]].dims;
    outputs.iter().all(same_dims).then_some(outputs)
}

fn are_equal(
    [before, after]: [&System; 2],
    outputs: &[Output],
    proof: &mut Proof<'_, '_>,
    symbols: usize,
) -> Result<bool, GaveUp> {
    for (_, [first, second]) in outputs {
        let all = the_only_pair(symbols, before.nodes[*first].dims);
        let within = edges::first_within(&all, &before.nodes[*first].domain);
        let within = second_within(&within, &after.nodes[*second].domain);
        if !proof.prove((*first, *second), &within)? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// An operation of the second function that is undefined for some operands, and is not known to have those of one that the first
/// function computes.
fn trap(after: &System, proof: &Proof<'_, '_>, budget: &Budget<'_>) -> Result<Option<NodeId>, GaveUp> {
    for (id, node) in after.nodes.iter().enumerate() {
        if !node.equation.may_trap() {
            continue;
        }
        let mut covered = Union::empty(node.domain.space());
        proof
            .proven_of(id)
            .for_each(|it| it.range().into_parts().into_iter().for_each(|part| covered.push(part)));
        let runs = for_symbols(&node.domain, proof.context());
        if !runs.is_subset(&covered, budget)? {
            return Ok(Some(id));
        }
    }
    Ok(None)
}

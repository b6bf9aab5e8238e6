//! Proof for every size: two functions are the same system of equations between values in iterations, whatever the sizes.
//!
//! ```text
//! forms     what is affine: domains, conditions, index values, subscripts
//! reader    a function as a system of equations, which system holds
//! edges     pairs of iterations followed along an equation
//! proof     obligations, until none is left
//! reduction sums of the same terms in another order
//! ```

mod definedness;
mod edges;
mod forms;
mod neutral;
mod profile;
mod proof;
mod reader;
mod reduction;
mod symbols;
mod system;
#[cfg(test)]
mod tests;

pub(crate) use reader::Program;

use ir::OpId;
use ir::loops::Detail;
use ir::memory_effects::subtree;
use ir::types::Type;
use presburger::{Budget, GaveUp, Integer, Lexmin, Union};

use crate::inconclusive::Inconclusive;
use crate::reason::Reason;
use edges::{for_symbols, second_within};
use forms::Forms;
use proof::{Proof, the_only_pair};
use reader::{Source, Stop, operations, read};
pub(crate) use symbols::Symbol;
use symbols::Symbols;
use system::{Equation, NodeId, System};

/// Values of symbols beyond which nothing is run to refute.
const MOST_AT_FAILURE: i64 = 300;

/// The result of this method.
#[derive(Debug)]
pub(crate) enum Outcome {
    /// They give the same on all inputs on which the first is defined.
    Equal {
        /// But for the rounding of floats, which are combined in another order.
        reassociates: bool,
    },
    /// Why, and values of symbols at which the two may differ.
    Unknown(Reason, Vec<(Symbol, i64)>),
}

impl Outcome {
    fn unknown(reason: Reason) -> Self {
        Outcome::Unknown(reason, Vec::new())
    }
}

/// Compares two functions whose arguments have the same types.
pub(crate) fn prove(pair: [Program<'_>; 2], budget: &Budget<'_>) -> Outcome {
    match attempt(pair, budget) {
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

fn attempt(pair: [Program<'_>; 2], budget: &Budget<'_>) -> Result<Outcome, GaveUp> {
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
    let mut proof = Proof::new([before, after], context, budget);
    if outputs_are_equal([before, after], &mut proof, symbols.list.len())? {
        if let Some(node) = trap(after, &proof, budget)? {
            let node = &after.nodes[node];
            let reason = match node.equation {
                Equation::Element { .. } => Inconclusive::InsideMemory,
                _ => Inconclusive::NoZeroDivisor,
            };
            return Ok(Outcome::unknown(Reason::of(reason).of_operation(true, place(1, node.operation))));
        }
        return Ok(Outcome::Equal { reassociates: proof.reassociates() });
    }
    let Some(open) = proof.failure() else {
        return Ok(Outcome::unknown(Reason::of(Inconclusive::SameResults)));
    };
    let first = place(0, before.nodes[open.pair.0].operation);
    let second = place(1, after.nodes[open.pair.1].operation);
    let reason = Reason::of(Inconclusive::SameValues(open.why));
    let reason = match second {
        Some(_) => reason.of_operation(true, second),
        None => reason.of_operation(false, first),
    };
    Ok(Outcome::Unknown(reason, failure_point(&open.pairs, &symbols, budget)?))
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

fn outputs_are_equal(
    [before, after]: [&System; 2],
    proof: &mut Proof<'_, '_>,
    symbols: usize,
) -> Result<bool, GaveUp> {
    if before.results.len() != after.results.len() {
        return Ok(false);
    }
    let live_in = |system: &System, argument: usize| {
        let memory = system.memories.iter().find(|it| it.argument == Some(argument));
        memory.map(|it| it.live_in)
    };
    let mut pairs: Vec<(usize, usize)> =
        before.results.iter().copied().zip(after.results.iter().copied()).collect();
    let arguments = before.left.len().max(after.left.len());
    for argument in 0..arguments {
        let left = [before, after].map(|it| it.left.get(argument).copied().flatten());
        match left {
            [None, None] => {}
            [first, second] => {
                let first = first.or_else(|| live_in(before, argument));
                let second = second.or_else(|| live_in(after, argument));
                let (Some(first), Some(second)) = (first, second) else { return Ok(false) };
                pairs.push((first, second));
            }
        }
    }
    for (first, second) in pairs {
        let dims = before.nodes[first].dims;
        if dims != after.nodes[second].dims {
            return Ok(false);
        }
        let all = the_only_pair(symbols, dims);
        let within = edges::first_within(&all, &before.nodes[first].domain);
        let within = second_within(&within, &after.nodes[second].domain);
        if !proof.prove((first, second), &within)? {
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

//! The statements of both functions that a proof relates.

use ir::{OpId, value_name};
use polyhedral::dependence::enclosing_loops;
use presburger::{Budget, GaveUp, Union};

use super::reader::Program;
use super::symbols::{Symbol, Symbols};
use super::system::{Equation, NodeId, System};
use crate::reason::OperationSite;
use interpreter::Operation;

/// Two statements that compute the same, and in which iterations.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Matched {
    pub before: OperationSite,
    pub after: OperationSite,
    /// The affine hull of the relation between their iterations, an equation each: `i = 4t' + i'`. Names of the variables of
    /// the second function end with `'`.
    pub relation: Vec<String>,
}

/// More pairs of statements are not listed.
const MOST_LISTED: usize = 64;

/// One of the functions that are compared.
pub(super) struct Side<'a> {
    pub(super) program: Program<'a>,
    pub(super) ops: &'a [OpId],
    pub(super) operations: &'a [&'a Operation],
    pub(super) system: &'a System,
}

/// The pairs of operations among pairs of nodes that are proven to be the same, in the order of the second function.
pub(super) fn matched<'a>(
    proven: impl Iterator<Item = ((NodeId, NodeId), &'a Union)>,
    sides: [Side<'_>; 2],
    symbols: &Symbols,
    budget: &Budget<'_>,
) -> Result<Vec<Matched>, GaveUp> {
    let [first, second] = &sides;
    let number = |side: &Side<'_>, node: usize| {
        let node = &side.system.nodes[node];
        let computes = matches!(node.equation, Equation::Operation { .. } | Equation::Fold { .. });
        node.operation.filter(|_| computes)
    };
    let mut pairs: Vec<_> = proven
        .filter_map(|((own, other), pairs)| {
            Some(((number(second, other)?, number(first, own)?), (own, other), pairs))
        })
        .collect();
    pairs.sort_by_key(|it| (it.0, it.1));
    let mut found: Vec<Matched> = Vec::new();
    for ((after, before), (own, other), pairs) in pairs {
        if found.len() >= MOST_LISTED {
            break;
        }
        let site = |side: &Side<'_>, number: usize, is_second: bool| {
            OperationSite::at(is_second, side.operations.get(number)?)
        };
        let Some((before_site, after_site)) = site(first, before, false).zip(site(second, after, true))
        else {
            continue;
        };
        let mut names = dims(first, (before, own), "");
        names.extend(dims(second, (after, other), "'"));
        names.extend(symbols.list.iter().enumerate().map(|it| symbol(first.program, it)));
        let mut relation = pairs.affine_hull(budget)?.equations(&names);
        relation.reverse();
        let matched = Matched { before: before_site, after: after_site, relation };
        if !found.contains(&matched) {
            found.push(matched);
        }
    }
    Ok(found)
}

/// The names of the dimensions of a node: the variables of the loops around its operation, then lanes.
fn dims(side: &Side<'_>, (number, node): (usize, usize), mark: &str) -> Vec<String> {
    let ir = side.program.ir;
    let loops = side.ops.get(number).map(|it| enclosing_loops(ir, *it)).unwrap_or_default();
    let variables = loops.iter().map(|it| value_name(ir, it.induction_variable));
    let named = variables.map(|it| format!("{}{mark}", it.trim_start_matches('%')));
    let lanes = (0..).map(|it| format!("lane{it}{mark}"));
    named.chain(lanes).take(side.system.nodes[node].dims).collect()
}

fn symbol(first: Program<'_>, (column, symbol): (usize, &Symbol)) -> String {
    let ir = first.ir;
    let argument = |number: usize| {
        let body = ir.body(first.root)?;
        let value = ir.blocks[body].arguments.get(number)?;
        Some(value_name(ir, *value).trim_start_matches('%').to_owned())
    };
    let name = match symbol {
        Symbol::Argument(number) => argument(*number),
        Symbol::Size(number, dim) => argument(*number).map(|it| format!("size{dim}_{it}")),
        Symbol::Own(..) => None,
    };
    name.unwrap_or_else(|| format!("s{column}"))
}

//! The best order for memory, and its effect on the steps through it.

use crate::offer::ActionContext;
use ir::OpId;
use polyhedral::loops::loop_memory;
use presburger::Integer;
use std::cmp::Reverse;

/// Orders of more loops are not gone through.
const MOST_LOOPS: usize = 7;

/// Of more loops not all orders are listed.
const MOST_LISTED: usize = 5;

/// Steps of more accesses are not shown.
const MOST_SHOWN: usize = 8;

/// The weight of a step that is neither none nor to a neighbour: the elements of a cache line.
const FAR: u64 = 16;

/// The steps of the accesses from one iteration of each loop of a band to the next.
pub(super) struct Strides(Vec<Vec<Option<Integer>>>);

impl Strides {
    pub(super) fn of(context: &ActionContext<'_>, band: &[OpId]) -> Self {
        let of_loop = |op: &OpId| {
            let memory = loop_memory(context.db, context.op, *op);
            memory.accesses.iter().map(|it| it.stride.clone()).collect()
        };
        Self(band.iter().map(of_loop).collect())
    }

    /// The cost of the accesses with that loop innermost.
    fn cost(&self, number: usize) -> u64 {
        let of_access = |stride: &Option<Integer>| match stride {
            Some(stride) if stride.signum() == 0 => 0,
            Some(stride) if stride.to_i64().is_some_and(|it| it.abs() == 1) => 1,
            _ => FAR,
        };
        self.0.get(number).into_iter().flatten().map(of_access).sum()
    }

    /// `: innermost steps 1, 0, 1 instead of 8, 8, 0`
    pub(super) fn change(&self, order: &[usize]) -> String {
        let steps = |number: Option<usize>| {
            let strides = number.and_then(|it| self.0.get(it)).map(Vec::as_slice).unwrap_or_default();
            let text = |it: &Option<Integer>| it.as_ref().map_or_else(|| "?".to_owned(), Integer::to_string);
            strides.iter().map(text).collect::<Vec<_>>().join(", ")
        };
        let (before, after) = (steps(order.len().checked_sub(1)), steps(order.last().copied()));
        let is_long = after.matches(',').count() >= MOST_SHOWN;
        if before == after || is_long {
            String::new()
        } else {
            format!(": innermost steps {after} instead of {before}")
        }
    }
}

/// The legal order, other than the one there is, with the least steps through memory from the innermost loop outwards, and
/// of several the one that turns the fewest pairs.
pub(super) fn preferred(strides: &Strides, is_legal: &dyn Fn(&[usize]) -> bool) -> Option<Vec<usize>> {
    let count = strides.0.len();
    let mut best: Vec<usize> = (0..count).collect();
    best.sort_by_key(|it| Reverse(strides.cost(*it)));
    if !best.is_sorted() && is_legal(&best) {
        return Some(best);
    }
    if count > MOST_LOOPS {
        return None;
    }
    let orders = cheapest_first(strides);
    let fallback = orders.first().cloned();
    orders.into_iter().find(|it| is_legal(it)).or(fallback)
}

/// All other orders, the legal ones first, each part in the order in which one would be preferred; none of a band that has too
/// many.
pub(super) fn by_worth(strides: &Strides, is_legal: &dyn Fn(&[usize]) -> bool) -> Vec<Vec<usize>> {
    if strides.0.len() > MOST_LISTED {
        return Vec::new();
    }
    let (mut legal, illegal): (Vec<_>, Vec<_>) =
        cheapest_first(strides).into_iter().partition(|it| is_legal(it));
    legal.extend(illegal);
    legal
}

/// The orders other than the one there is, those with the least steps first.
fn cheapest_first(strides: &Strides) -> Vec<Vec<usize>> {
    let mut orders = Vec::new();
    permutations(&mut (0..strides.0.len()).collect(), 0, &mut orders);
    orders.retain(|it| !it.is_sorted());
    orders.sort_by_cached_key(|order| {
        let costs: Vec<u64> = order.iter().rev().map(|it| strides.cost(*it)).collect();
        let turned = order
            .iter()
            .enumerate()
            .flat_map(|(at, it)| order[at + 1..].iter().filter(move |next| *next < it));
        (costs, turned.count())
    });
    orders
}

fn permutations(order: &mut Vec<usize>, fixed: usize, into: &mut Vec<Vec<usize>>) {
    if fixed == order.len() {
        into.push(order.clone());
        return;
    }
    for next in fixed..order.len() {
        order.swap(fixed, next);
        permutations(order, fixed + 1, into);
        order.swap(fixed, next);
    }
}

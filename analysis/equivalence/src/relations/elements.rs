//! The elements of an output in which two functions are likely to differ.

use polyhedral::dependence::last_write::simplified;
use presburger::{Budget, GaveUp, Integer, IntegerRelation, Lexmin, Optimum, Reason, Union};

use super::system::{NodeId, System};

/// The elements of one output at its ends and in its middle.
const MOST_CORNERS: usize = 24;
/// The elements at the ends of what one function alone writes.
const MOST_ENDS: usize = 24;

/// The steps for what one function alone writes.
const STEPS_OF_WRITTEN: u64 = 10_000_000;

/// First those of an argument that one function alone writes, then those at the ends of an output and in its middle.
pub(super) fn elements(
    systems: [&System; 2],
    node: NodeId,
    argument: Option<usize>,
    symbols: &[i64],
    budget: &Budget<'_>,
) -> Result<Vec<Box<[i64]>>, GaveUp> {
    let alone = argument.map(|it| written_alone(systems, it, symbols, &budget.part(STEPS_OF_WRITTEN)));
    let mut all = match alone.transpose() {
        Err(gave_up) if gave_up.reason == Reason::OutOfBudget => Vec::new(),
        found => found?.unwrap_or_default(),
    };
    for element in corners(&systems[0].nodes[node].domain, symbols, budget)? {
        if !all.contains(&element) {
            all.push(element);
        }
    }
    Ok(all)
}

/// The ends of what one function writes of an argument, and the other does not.
fn written_alone(
    systems: [&System; 2],
    argument: usize,
    symbols: &[i64],
    budget: &Budget<'_>,
) -> Result<Vec<Box<[i64]>>, GaveUp> {
    let written = |system: &System| {
        let memory = system.memories.iter().find(|it| it.argument == Some(argument));
        let ranges = memory.into_iter().flat_map(|it| &it.writes).map(|it| it.elements.range());
        ranges.reduce(|all, it| all.union(&it)).map(|it| simplified(&it, budget)).transpose()
    };
    let [Some(first), Some(second)] = [written(systems[0])?, written(systems[1])?] else {
        return Ok(Vec::new());
    };
    let mut ends: Vec<Box<[i64]>> = Vec::new();
    for alone in [second.subtract(&first, budget)?, first.subtract(&second, budget)?] {
        for part in alone.parts() {
            for end in ends_of(part, symbols, budget)? {
                if ends.len() < MOST_ENDS && !ends.contains(&end) {
                    ends.push(end);
                }
            }
        }
    }
    Ok(ends)
}

/// The first and the last point of a part.
fn ends_of(part: &IntegerRelation, symbols: &[i64], budget: &Budget<'_>) -> Result<Vec<Box<[i64]>>, GaveUp> {
    let part = at(part, symbols);
    let columns: Vec<usize> = part.space().range_columns().collect();
    let ends = [part.lexmin(&columns, budget)?, part.lexmax(&columns, budget)?];
    let word = |it: Lexmin| match it {
        Lexmin::Point(point) => point.iter().map(Integer::to_i64).collect::<Option<Box<[i64]>>>(),
        _ => None,
    };
    Ok(ends.into_iter().filter_map(word).collect())
}

/// A part for these values of the symbols.
fn at(part: &IntegerRelation, symbols: &[i64]) -> IntegerRelation {
    let mut part = part.clone();
    for (column, value) in part.space().symbol_columns().zip(symbols) {
        part.fix(column, &Integer::from(*value));
    }
    part
}

/// Points of a set for these values of the symbols: at its ends and near them, and in its middle.
fn corners(set: &Union, symbols: &[i64], budget: &Budget<'_>) -> Result<Vec<Box<[i64]>>, GaveUp> {
    let mut found: Vec<Box<[i64]>> = Vec::new();
    for part in set.parts() {
        let Some(values) = coordinates(part, symbols, budget)? else { continue };
        let rank = values.len();
        let kinds = values.iter().map(Vec::len).max().unwrap_or(1);
        // The two ends, one coordinate at an end and all others near one, then all of one kind.
        let mut points = vec![vec![LEAST; rank], vec![GREATEST; rank]];
        for (own, others) in [(GREATEST, ABOVE_LEAST), (LEAST, BELOW_GREATEST)] {
            for dim in 0..rank {
                let mut point = vec![others; rank];
                point[dim] = own;
                points.push(point);
            }
        }
        points.extend((0..kinds).map(|kind| vec![kind; rank]));
        for kinds in points {
            let coordinate =
                |(values, kind): (&Vec<i64>, &usize)| values.get(*kind).or(values.first()).copied();
            let point = values.iter().zip(&kinds).map(coordinate).collect::<Option<Box<[i64]>>>();
            let Some(point) = point.filter(|it| !found.contains(it)) else { continue };
            let integers: Vec<Integer> = point.iter().chain(symbols).map(|it| Integer::from(*it)).collect();
            if found.len() < MOST_CORNERS && set.contains(&integers, budget)? {
                found.push(point);
            }
        }
    }
    Ok(found)
}

/// Places among the values of a dimension.
const LEAST: usize = 0;
const GREATEST: usize = 1;
const ABOVE_LEAST: usize = 2;
const BELOW_GREATEST: usize = 3;

/// Per dimension some values that a part may have; `None` of an empty or unbounded part.
fn coordinates(
    part: &IntegerRelation,
    symbols: &[i64],
    budget: &Budget<'_>,
) -> Result<Option<Vec<Vec<i64>>>, GaveUp> {
    let part = at(part, symbols);
    let mut all = Vec::new();
    for dim in part.space().range_columns() {
        let (low, high) = part.constant_bounds(dim, budget)?;
        let word = |it: Optimum| it.value().and_then(Integer::to_i64);
        let Some((low, high)) = word(low).zip(word(high)) else { return Ok(None) };
        let middle = low.midpoint(high);
        let near = [low, high, low.saturating_add(1), high.saturating_sub(1), middle];
        let mut values: Vec<i64> = Vec::new();
        for value in near.into_iter().filter(|it| (low..=high).contains(it)) {
            if !values.contains(&value) {
                values.push(value);
            }
        }
        all.push(values);
    }
    Ok(Some(all))
}

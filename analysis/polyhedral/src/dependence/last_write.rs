//! Which write each read sees, as a relation from iterations to iterations (Feautrier, *Dataflow analysis of array and
//! scalar references*, 1991).
//!
//! Of all writes of an element before a read the last counts. The deeper the loops that both share, the later a write is:
//! depths are taken from the innermost, and what a depth leaves open is asked of the next. At one depth the greatest
//! iteration of each write is its last one, and those are compared with one another. Everything is a union, exact over the
//! integers.
//!
//! Iterations of parallel loops count as one after the other: who asks makes sure that none writes what another touches.

#[cfg(test)]
mod tests;

use super::LoopDim;
use presburger::{Budget, GaveUp, Integer, IntegerRelation, Space, Union, VariableKind};

/// When something touches memory, and what.
#[derive(Debug, Clone)]
pub struct ScheduledAccess {
    /// The loops around it, outermost first.
    pub loops: Vec<LoopDim>,
    /// Of two in the same iteration of all loops that they share, the one of the smaller number comes first.
    pub order: usize,
    /// `{ iteration -> element }`. An iteration has a value for each of the loops, and then for whatever else tells apart
    /// what the access does at once, as the lanes of a vector.
    pub elements: Union,
}

impl ScheduledAccess {
    /// How many loops are around both.
    pub fn common(&self, other: &Self) -> usize {
        self.loops.iter().zip(&other.loops).take_while(|(a, b)| a == b).count()
    }

    fn dims(&self) -> usize {
        self.elements.space().domain
    }

    /// The depths at which it may come before another access: one per loop that they share, and one within all of them.
    pub fn depths_before(&self, other: &Self) -> usize {
        self.common(other) + usize::from(self.order < other.order)
    }
}

/// The last writes that a read sees.
#[derive(Debug, Clone)]
pub struct LastWrites {
    /// No two have an iteration of the read in common.
    pub pieces: Vec<LastWrite>,
    /// The iterations in which it sees what was there before.
    pub live_in: Union,
}

/// The iterations of a read that see what one write writes.
#[derive(Debug, Clone)]
pub struct LastWrite {
    /// The index of the write.
    pub writer: usize,
    /// `{ iteration of the read -> iteration of the write }`, a function.
    pub relation: Union,
}

/// The last write of the same element before each iteration of a read.
pub fn last_writes(
    read: &ScheduledAccess,
    writes: &[ScheduledAccess],
    budget: &Budget<'_>,
) -> Result<LastWrites, GaveUp> {
    let mut open = disjoint(&read.elements.domain(), budget)?;
    let mut pieces = Vec::new();
    let deepest = writes.iter().map(|it| it.depths_before(read)).max().unwrap_or(0);
    for depth in (1..=deepest).rev() {
        if open.parts().is_empty() {
            break;
        }
        let mut found = Vec::new();
        for (writer, write) in writes.iter().enumerate().filter(|it| it.1.depths_before(read) >= depth) {
            let earlier = touching_before(read, write, depth, &open, budget)?;
            let latest = simplified(&earlier.lexmax_of_range(budget)?, budget)?;
            if !latest.parts().is_empty() {
                found.push(LastWrite { writer, relation: latest });
            }
        }
        let found = latest(writes, found, depth, budget)?;
        for it in &found {
            open = simplified(&open.subtract(&it.relation.domain(), budget)?, budget)?;
        }
        pieces.extend(found);
    }
    Ok(LastWrites { pieces, live_in: open })
}

/// Whether two accesses touch the same element in different iterations of a loop dimension that they share, and in the same ones
/// of all loops outside.
pub fn meet_across(
    a: &ScheduledAccess,
    b: &ScheduledAccess,
    dim: usize,
    budget: &Budget<'_>,
) -> Result<bool, GaveUp> {
    let pairs = a.elements.compose(&b.elements.inverse());
    for sign in [Integer::ONE, Integer::MINUS_ONE] {
        for part in pairs.parts() {
            let mut part = part.clone();
            ordered(&mut part, (0, a.dims()), dim + 1, a.common(b), &sign);
            if !part.is_integer_empty(budget)? {
                return Ok(true);
            }
        }
    }
    Ok(false)
}

/// `{ iteration of the read -> iteration of the write }` where both touch the same element and the write comes before at a depth.
fn touching_before(
    read: &ScheduledAccess,
    write: &ScheduledAccess,
    depth: usize,
    open: &Union,
    budget: &Budget<'_>,
) -> Result<Union, GaveUp> {
    let common = read.common(write);
    let pairs = read.elements.compose(&write.elements.inverse());
    let mut found = Union::empty(pairs.space());
    for part in pairs.parts() {
        let mut part = part.clone();
        ordered(&mut part, (0, read.dims()), depth, common, &Integer::MINUS_ONE);
        for open in open.parts() {
            let both = part.intersect(&over_domain(open, write.dims()));
            if !both.is_integer_empty(budget)? {
                found.push(both);
            }
        }
    }
    simplified(&found, budget)
}

/// Of the last writes by several statements, each without what a later one of another statement writes again.
fn latest(
    writes: &[ScheduledAccess],
    found: Vec<LastWrite>,
    depth: usize,
    budget: &Budget<'_>,
) -> Result<Vec<LastWrite>, GaveUp> {
    if found.len() < 2 {
        return Ok(found);
    }
    let mut latest = Vec::new();
    for own in &found {
        let write = &writes[own.writer];
        let mut beaten = Union::empty(own.relation.space());
        for other in found.iter().filter(|it| it.writer != own.writer) {
            let rival = &writes[other.writer];
            for first in own.relation.parts() {
                for second in other.relation.parts() {
                    let both = side_by_side(first, second);
                    if both.is_integer_empty(budget)? {
                        continue;
                    }
                    // They share the loops outside the depth with the read, and so with one another.
                    for depth in depth..=write.depths_before(rival) {
                        let mut later = both.clone();
                        let (start, end) = (first.space().domain, first.space().dimensions());
                        ordered(&mut later, (start, end), depth, write.common(rival), &Integer::ONE);
                        if !later.is_integer_empty(budget)? {
                            let rivals: Vec<usize> = (end..later.space().dimensions()).collect();
                            beaten.push(later.project_out(&rivals).with_domain(start));
                        }
                    }
                }
            }
        }
        let relation = match beaten.parts() {
            [] => own.relation.clone(),
            _ => simplified(&own.relation.subtract(&beaten, budget)?, budget)?,
        };
        if !relation.parts().is_empty() {
            latest.push(LastWrite { writer: own.writer, relation });
        }
    }
    Ok(latest)
}

/// Adds that of two iterations, whose values begin in these columns, the second is later at a depth, or earlier for a negative
/// sign: they agree on the shared loops outside it, and differ in its own if it is one of those.
fn ordered(
    relation: &mut IntegerRelation,
    (first, second): (usize, usize),
    depth: usize,
    common: usize,
    sign: &Integer,
) {
    for level in 0..common.min(depth) {
        let mut row = vec![Integer::ZERO; relation.space().columns()];
        row[second + level] = sign.clone();
        row[first + level] = -sign;
        if level + 1 == depth {
            row[relation.space().constant()] = Integer::MINUS_ONE;
            relation.add_inequality(&row);
        } else {
            relation.add_equality(&row);
        }
    }
}

/// `{ x -> y }` for any `y`.
fn over_domain(set: &IntegerRelation, range: usize) -> IntegerRelation {
    let domain = set.space().dimensions();
    let mut relation = set.clone().with_domain(domain);
    relation.append_variables(VariableKind::Range, range);
    relation
}

/// `{ x -> (y, z) }` for all `x -> y` of one and `x -> z` of the other.
fn side_by_side(first: &IntegerRelation, second: &IntegerRelation) -> IntegerRelation {
    let mut left = first.clone();
    left.append_variables(VariableKind::Range, second.space().range);
    let mut right = second.clone();
    right.insert_variables(VariableKind::Range, 0, first.space().range);
    left.intersect(&right)
}

/// A union of more parts is not looked at: a composition has as many as the product of those of both, which fill memory
/// long before the steps are spent.
const MOST_PARTS: usize = 4_096;

/// The same points, in parts that have some, and whose locals are quotients of the other variables.
pub fn simplified(union: &Union, budget: &Budget<'_>) -> Result<Union, GaveUp> {
    if union.parts().len() > MOST_PARTS {
        budget.spend(u64::MAX)?;
    }
    let mut result = Union::empty(union.space());
    for part in union.parts() {
        let mut part = part.clone();
        part.remove_determined_locals(budget)?;
        if part.is_obviously_empty() || part.is_integer_empty(budget)? {
            continue;
        }
        if part.space().locals == 0 {
            result.push(part);
            continue;
        }
        for mut piece in part.eliminate_quantifiers(budget)?.into_parts() {
            piece.remove_determined_locals(budget)?;
            if !piece.is_obviously_empty() && !piece.is_integer_empty(budget)? {
                result.push(piece);
            }
        }
        // The composition of two relations of this size is not too large. Splinters mostly are one part again.
        if result.parts().len() * result.parts().len() > MOST_PARTS {
            result = result.coalesce(budget)?;
            if result.parts().len() * result.parts().len() > MOST_PARTS {
                budget.spend(u64::MAX)?;
            }
        }
    }
    Ok(result)
}

/// The same points, in disjoint parts.
fn disjoint(union: &Union, budget: &Budget<'_>) -> Result<Union, GaveUp> {
    let mut result = Union::empty(union.space());
    for part in union.parts() {
        let rest = match result.parts() {
            [] => Union::from(part.clone()),
            _ => Union::from(part.clone()).subtract(&result, budget)?,
        };
        simplified(&rest, budget)?.into_parts().into_iter().for_each(|it| result.push(it));
    }
    Ok(result)
}

/// `{ x -> x }` over the points of a set.
pub fn identity(set: &Union) -> Union {
    let dims = set.space().dimensions();
    let mut result = Union::empty(Space::relation(dims, dims, set.space().symbols));
    for part in set.parts() {
        let mut relation = over_domain(part, dims);
        for dim in 0..dims {
            let mut row = vec![Integer::ZERO; relation.space().columns()];
            row[dim] = Integer::ONE;
            row[dims + dim] = Integer::MINUS_ONE;
            relation.add_equality(&row);
        }
        result.push(relation);
    }
    result
}

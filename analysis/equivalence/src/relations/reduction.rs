//! Sums whose terms come in another order, or in parts: two reductions are the same where a bijection between their terms
//! relates equal ones (Iooss, Alias and Rajopadhye, *On program equivalence with reductions*, SAS 2014).
//!
//! A reduction is unfolded from the operation that gives its result through all operations of the same kind that it is made of, in
//! memory, carried values or lanes, in however many levels ([`unfolding`]). What else it is made of are its terms. Which terms are the same is guessed from
//! the elements that they are made of ([`matching`]); that the guess is a bijection is asked of the integer sets, and that its terms are equal is
//! an obligation for each pair of terms.

mod matching;
mod unfolding;

use polyhedral::dependence::last_write::{identity, simplified};
use presburger::{Budget, GaveUp, Integer, Union, VariableKind};

use super::edges::{Edge, less};
use super::system::{NodeId, System};
pub(super) use matching::Matching;
pub(super) use unfolding::{Family, Unfolding};

/// More kinds of terms than these are not matched.
const MOST_FAMILIES: usize = 24;

/// Terms of both reductions that are to be equal.
pub(super) struct Matched {
    pub(super) first: NodeId,
    pub(super) second: NodeId,
    /// From iterations of the first node to those of the second.
    pub(super) pairs: Union,
}

/// The pairs of terms whose equality makes two reductions equal for all these pairs of iterations; `None` where no
/// bijection is found.
pub(super) fn bijection(
    systems: [&System; 2],
    unfoldings: [&Unfolding; 2],
    pairs: &Union,
    matching: &Matching<'_>,
    budget: &Budget<'_>,
) -> Result<Option<Vec<Matched>>, GaveUp> {
    let [first, second] = unfoldings.map(|it| &it.families);
    if first.len() > MOST_FAMILIES || second.len() > MOST_FAMILIES {
        return Ok(None);
    }
    // A root has one partner, and a term one root: so a bijection of all terms is one for each pair of roots.
    if !is_function(pairs, budget)? || !is_function(&pairs.inverse(), budget)? {
        return Ok(None);
    }
    let mut table: Vec<Vec<Union>> = Vec::new();
    for own in first {
        let mut row = Vec::new();
        for other in second {
            let candidates = own.index.inverse().compose_within(pairs, budget)?;
            let candidates = candidates.compose_within(&other.index, budget)?;
            let candidates = simplified(&candidates, budget)?;
            row.push(matching.pairs(systems, (own, other), candidates, budget)?);
        }
        table.push(row);
    }
    if !is_bijection((first, second), &table, budget)? {
        // Where several terms are made of the same, any may have any other as its partner: each its own, if it has one.
        for (own, row) in first.iter().zip(&mut table) {
            let same = identity(&own.index.range());
            for pairs in row.iter_mut().filter(|it| it.space() == same.space()) {
                *pairs = simplified(&pairs.intersect_within(&same, budget)?, budget)?;
            }
        }
        if !is_bijection((first, second), &table, budget)? {
            return Ok(None);
        }
    }
    let mut matched = Vec::new();
    for (own, row) in first.iter().zip(table) {
        for (other, indices) in second.iter().zip(row) {
            if indices.parts().is_empty() {
                continue;
            }
            let pairs = other.term.follow_second(&own.term.follow_first(&indices));
            matched.push(Matched { first: own.node, second: other.node, pairs: simplified(&pairs, budget)? });
        }
    }
    Ok(Some(matched))
}

/// Whether each term of both reductions has exactly one partner; a table of the pairs of each of both.
fn is_bijection(
    (first, second): (&[Family], &[Family]),
    table: &[Vec<Union>],
    budget: &Budget<'_>,
) -> Result<bool, GaveUp> {
    for (own, row) in first.iter().zip(table) {
        if !is_matched_once(&own.index.range(), row, budget)? {
            return Ok(false);
        }
    }
    for (at, other) in second.iter().enumerate() {
        let column: Vec<Union> = table.iter().map(|row| row[at].inverse()).collect();
        if !is_matched_once(&other.index.range(), &column, budget)? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Whether each index has exactly one partner in all of these relations together.
fn is_matched_once(indices: &Union, relations: &[Union], budget: &Budget<'_>) -> Result<bool, GaveUp> {
    let mut rest = indices.clone();
    for (at, relation) in relations.iter().enumerate() {
        if relation.parts().is_empty() {
            continue;
        }
        if !is_function(relation, budget)? {
            return Ok(false);
        }
        let domain = simplified(&relation.domain(), budget)?;
        for other in &relations[at + 1..] {
            if !other.parts().is_empty()
                && !domain.intersect_within(&other.domain(), budget)?.is_empty(budget)?
            {
                return Ok(false);
            }
        }
        rest = simplified(&rest.subtract(&domain, budget)?, budget)?;
    }
    Ok(rest.parts().is_empty())
}

/// Whether no point has two others related to it.
pub(super) fn is_function(relation: &Union, budget: &Budget<'_>) -> Result<bool, GaveUp> {
    let (domain, range) = (relation.space().domain, relation.space().range);
    for (at, first) in relation.parts().iter().enumerate() {
        for second in &relation.parts()[at..] {
            let mut both = first.clone();
            both.append_variables(VariableKind::Range, range);
            let mut second = second.clone();
            second.insert_variables(VariableKind::Range, 0, range);
            let both = both.intersect(&second);
            for dim in 0..range {
                for sign in [Integer::ONE, Integer::MINUS_ONE] {
                    let mut apart = both.clone();
                    less(&mut apart, domain + dim, domain + range + dim, &sign);
                    if !apart.is_integer_empty(budget)? {
                        return Ok(false);
                    }
                }
            }
        }
    }
    Ok(true)
}

/// The edge that leads from an iteration to itself.
pub(super) fn same(dims: usize) -> Edge {
    Edge::Select((0..dims).collect())
}

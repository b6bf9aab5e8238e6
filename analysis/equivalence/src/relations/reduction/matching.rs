//! Which terms of two reductions are made of the same elements: a guess that the proof then judges.

use polyhedral::dependence::last_write::{identity, simplified};
use presburger::{Budget, GaveUp, Union};

use super::Family;
use crate::relations::edges::{Edge, first_within, second_within};
use crate::relations::profile::Profiles;
use crate::relations::system::{Equation, NodeId, System, combining_of};

/// Pairs of nodes that are looked at for one pair of terms.
const MOST_PAIRS: usize = 64;

/// How deep terms are looked into.
const MOST_DEPTH: usize = 24;

pub(in crate::relations) struct Matching<'a> {
    pub(in crate::relations) profiles: &'a Profiles<'a>,
}

/// The node that a term is computed from, with the relation from its index.
type Made = (NodeId, Union);

impl Matching<'_> {
    /// Of candidates for pairs of indices those whose terms are made of the same elements, as far as that is looked into.
    pub(in crate::relations) fn pairs(
        &self,
        systems: [&System; 2],
        (own, other): (&Family, &Family),
        candidates: Union,
        budget: &Budget<'_>,
    ) -> Result<Union, GaveUp> {
        if candidates.parts().is_empty() {
            return Ok(candidates);
        }
        let first = own.term.follow_second(&identity(&own.index.range()));
        let second = other.term.follow_second(&identity(&other.index.range()));
        let mut left = MOST_PAIRS;
        let mut search = Search { systems, profiles: self.profiles, budget, left: &mut left };
        search.same((own.node, first), (other.node, second), candidates, 0)
    }
}

struct Search<'a, 'b> {
    systems: [&'a System; 2],
    profiles: &'a Profiles<'a>,
    budget: &'a Budget<'b>,
    left: &'a mut usize,
}

impl Search<'_, '_> {
    /// The pairs for which two values are made of the same.
    fn same(&mut self, first: Made, second: Made, pairs: Union, depth: usize) -> Result<Union, GaveUp> {
        if pairs.parts().is_empty() || depth > MOST_DEPTH || *self.left == 0 {
            return Ok(pairs);
        }
        *self.left -= 1;
        let [own, other] = self.systems;
        if let Some(pieces) = own.pieces(first.0, self.budget)? {
            let mut found = Union::empty(pairs.space());
            for piece in pieces {
                let (relation, rest) = self.along(&first.1, piece.within.as_ref(), &piece.edge)?;
                let rest = simplified(&first_within(&pairs, &rest), self.budget)?;
                let same = self.same((piece.node, relation), second.clone(), rest, depth + 1)?;
                found = found.union(&same);
            }
            return Ok(found);
        }
        if let Some(pieces) = other.pieces(second.0, self.budget)? {
            let mut found = Union::empty(pairs.space());
            for piece in pieces {
                let (relation, rest) = self.along(&second.1, piece.within.as_ref(), &piece.edge)?;
                let rest = simplified(&second_within(&pairs, &rest), self.budget)?;
                let same = self.same(first.clone(), (piece.node, relation), rest, depth + 1)?;
                found = found.union(&same);
            }
            return Ok(found);
        }
        let nothing = Union::empty(pairs.space());
        match (&own.nodes[first.0].equation, &other.nodes[second.0].equation) {
            (Equation::LiveIn(a), Equation::LiveIn(b)) if a == b => {
                let alike = first.1.compose_within(&second.1.inverse(), self.budget)?;
                simplified(&pairs.intersect_within(&alike, self.budget)?, self.budget)
            }
            (Equation::Integer(a), Equation::Integer(b)) => {
                let values = second.1.compose_within(b, self.budget)?.inverse();
                let values = first.1.compose_within(a, self.budget)?.compose_within(&values, self.budget)?;
                simplified(&pairs.intersect_within(&values, self.budget)?, self.budget)
            }
            (
                Equation::Operation { kind, operands },
                Equation::Operation { kind: other, operands: others },
            ) if kind == other && operands.len() == others.len() => {
                let mut order: Vec<usize> = (0..others.len()).collect();
                if let ([a, b], [c, d], true) = (&operands[..], &others[..], kind.commutes) {
                    let likeness = |pairs: [(NodeId, NodeId); 2]| {
                        pairs.iter().filter(|it| self.profiles.are_alike(it.0, it.1)).count()
                    };
                    if likeness([(a.1, d.1), (b.1, c.1)]) > likeness([(a.1, c.1), (b.1, d.1)]) {
                        order.reverse();
                    }
                }
                let mut found = pairs.clone();
                for (operand, at) in operands.iter().zip(order) {
                    let first = self.along(&first.1, None, &operand.0)?.0;
                    let second = self.along(&second.1, None, &others[at].0)?.0;
                    found = self.same((operand.1, first), (others[at].1, second), found, depth + 1)?;
                }
                let is_open = kind.combining.is_some() && found.parts().is_empty();
                Ok(if is_open && self.profiles.read_alike(first.0, second.0) { pairs } else { found })
            }
            // Of the same memory at the same indices, as far as the guess goes.
            (Equation::Element { indices, .. }, Equation::Element { indices: others, .. })
                if indices.len() == others.len() =>
            {
                let mut found = pairs;
                for (index, other) in indices.iter().zip(others) {
                    let first = self.along(&first.1, None, &index.0)?.0;
                    let second = self.along(&second.1, None, &other.0)?.0;
                    found = self.same((index.1, first), (other.1, second), found, depth + 1)?;
                }
                Ok(found)
            }
            // Reductions inside a term may be in another order, which says nothing.
            (own, other)
                if combining_of(own).is_some()
                    && combining_of(own) == combining_of(other)
                    && self.profiles.read_alike(first.0, second.0) =>
            {
                Ok(pairs)
            }
            _ => Ok(nothing),
        }
    }

    /// The source of a part of a value, and the indices to which that applies.
    fn along(&self, made: &Union, within: Option<&Union>, edge: &Edge) -> Result<(Union, Union), GaveUp> {
        let made = match within {
            Some(within) => second_within(made, within),
            None => made.clone(),
        };
        let made = simplified(&edge.follow_second(&made), self.budget)?;
        let indices = simplified(&made.domain(), self.budget)?;
        Ok((made, indices))
    }
}

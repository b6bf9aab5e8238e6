//! [`Union`]: finitely many relations of one space.

use crate::interrupt::{Budget, GaveUp};
use crate::{Integer, IntegerRelation, ParseError, Space, notation};

/// The points of any of its parts. The parts agree in their numbers of domain, range and symbol variables, and have locals of their own.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Union {
    space: Space,
    parts: Vec<IntegerRelation>,
}

impl From<IntegerRelation> for Union {
    fn from(relation: IntegerRelation) -> Union {
        Union { space: relation.space().without_locals(), parts: vec![relation] }
    }
}

impl Union {
    pub fn empty(space: Space) -> Union {
        Union { space: space.without_locals(), parts: Vec::new() }
    }

    pub fn universe(space: Space) -> Union {
        Union::from(IntegerRelation::universe(space.without_locals()))
    }

    /// Reads a union in isl's notation.
    pub fn parse(text: &str) -> Result<Union, ParseError> {
        notation::parse_union(text)
    }

    /// The common space of the parts, without locals.
    pub fn space(&self) -> Space {
        self.space
    }

    pub fn parts(&self) -> &[IntegerRelation] {
        &self.parts
    }

    pub fn into_parts(self) -> Vec<IntegerRelation> {
        self.parts
    }

    /// Adds a part. Its space must agree but for locals.
    pub fn push(&mut self, part: IntegerRelation) {
        debug_assert_eq!(part.space().without_locals(), self.space);
        self.parts.push(part);
    }

    /// The points of either.
    pub fn union(&self, other: &Union) -> Union {
        let mut result = self.clone();
        for part in &other.parts {
            if !result.parts.contains(part) {
                result.push(part.clone());
            }
        }
        result
    }

    /// The points of both: each part of one with each of the other.
    pub fn intersect(&self, other: &Union) -> Union {
        let mut result = Union::empty(self.space);
        for a in &self.parts {
            for b in &other.parts {
                let mut part = a.intersect(b);
                part.normalise();
                if !part.is_obviously_empty() {
                    result.push(part);
                }
            }
        }
        result
    }

    /// Whether no part has an integer point. Exact.
    pub fn is_empty(&self, budget: &Budget<'_>) -> Result<bool, GaveUp> {
        for part in &self.parts {
            if !part.is_integer_empty(budget)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether a point is in some part, with one value per variable that is not a local. Exact.
    pub fn contains(&self, point: &[Integer], budget: &Budget<'_>) -> Result<bool, GaveUp> {
        for part in &self.parts {
            if part.contains(point, budget)? {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

impl IntegerRelation {
    /// Whether a point is in the relation for some values of the locals. Exact.
    pub fn contains(&self, point: &[Integer], budget: &Budget<'_>) -> Result<bool, GaveUp> {
        let mut slice = self.clone();
        for (column, value) in point.iter().take(self.space().local_columns().start).enumerate() {
            slice.fix(column, value);
        }
        Ok(!slice.is_integer_empty(budget)?)
    }
}

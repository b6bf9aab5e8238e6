//! [`Union`]: finitely many relations of one space.

use crate::interrupt::{Budget, GaveUp};
use crate::{Integer, IntegerRelation, ParseError, Space, notation};

/// More parts of a product are not made: they would take tens of megabytes, and each question about them long.
const MOST_PARTS: usize = 1 << 12;

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

    /// As [`IntegerRelation::inverse`], part by part.
    pub fn inverse(&self) -> Union {
        let space = Space { domain: self.space.range, range: self.space.domain, ..self.space };
        Union { space, parts: self.parts.iter().map(IntegerRelation::inverse).collect() }
    }

    /// As [`IntegerRelation::with_domain`], part by part.
    pub fn with_domain(self, domain: usize) -> Union {
        let space = IntegerRelation::universe(self.space).with_domain(domain).space();
        Union { space, parts: self.parts.into_iter().map(|it| it.with_domain(domain)).collect() }
    }

    /// As [`IntegerRelation::domain`], part by part.
    pub fn domain(&self) -> Union {
        let space = Space::set(self.space.domain, self.space.symbols);
        Union { space, parts: self.parts.iter().map(IntegerRelation::domain).collect() }
    }

    /// As [`IntegerRelation::range`], part by part.
    pub fn range(&self) -> Union {
        let space = Space::set(self.space.range, self.space.symbols);
        Union { space, parts: self.parts.iter().map(IntegerRelation::range).collect() }
    }

    /// As [`IntegerRelation::compose`], for each part of one and each of the other.
    pub fn compose(&self, next: &Union) -> Union {
        let space = Space { range: next.space.range, ..self.space };
        let pairs = self.parts.iter().flat_map(|first| next.parts.iter().map(move |second| (first, second)));
        Union { space, parts: pairs.map(|(first, second)| first.compose(second)).collect() }
    }

    /// As [`Union::intersect`], where both may have many parts.
    ///
    /// # Errors
    ///
    /// Gives up where the budget is spent, or where there would be too many parts.
    pub fn intersect_within(&self, other: &Union, budget: &Budget<'_>) -> Result<Union, GaveUp> {
        self.charge_product(other, budget)?;
        Ok(self.intersect(other))
    }

    /// As [`Union::compose`], where both may have many parts.
    ///
    /// # Errors
    ///
    /// Gives up where the budget is spent, or where there would be too many parts.
    pub fn compose_within(&self, next: &Union, budget: &Budget<'_>) -> Result<Union, GaveUp> {
        self.charge_product(next, budget)?;
        Ok(self.compose(next))
    }

    /// The steps for the parts of a product, each a row or so for each column.
    fn charge_product(&self, other: &Union, budget: &Budget<'_>) -> Result<(), GaveUp> {
        let parts = self.parts.len().saturating_mul(other.parts.len());
        if parts > MOST_PARTS {
            return Err(GaveUp::OUT_OF_BUDGET);
        }
        let columns = self.space.columns().saturating_add(other.space.columns());
        budget.spend(u64::try_from(parts.saturating_mul(columns)).unwrap_or(u64::MAX))
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

#[cfg(test)]
mod tests {
    use super::*;

    fn union(text: &str) -> Union {
        Union::parse(text).unwrap()
    }

    #[track_caller]
    fn check(union: &Union, expected: &str) {
        let budget = Budget::unlimited();
        assert!(union.is_equal(&Union::parse(expected).unwrap(), &budget).unwrap(), "{union}");
    }

    #[test]
    fn relations_compose() {
        let double = union("[N] -> { [i] -> [2i] : 0 <= i < N }");
        let either = union("[N] -> { [i] -> [i + 1, N]; [i] -> [i, 0] }");
        check(
            &double.compose(&either),
            "[N] -> { [i] -> [2i + 1, N] : 0 <= i < N; [i] -> [2i, 0] : 0 <= i < N }",
        );
        check(&double.inverse(), "[N] -> { [k] -> [i] : k = 2i and 0 <= i < N }");
        check(&double.range(), "[N] -> { [k] : k mod 2 = 0 and 0 <= k < 2N }");
        check(&double.domain(), "[N] -> { [i] : 0 <= i < N }");
    }

    #[test]
    fn products_of_many_parts_are_not_made() {
        let space = Space::set(1, 0);
        let mut many = Union::empty(space);
        for value in 0..65 {
            let mut part = IntegerRelation::universe(space);
            part.fix(0, &Integer::from(value));
            many.push(part);
        }
        let budget = Budget::unlimited();
        assert!(many.intersect_within(&many, &budget).is_err());
        let one = union("{ [i] : i = 3 }");
        check(&many.intersect_within(&one, &budget).unwrap(), "{ [i] : i = 3 }");
        assert!(budget.spent() >= 65);
        assert!(many.intersect_within(&one, &Budget::new(10)).is_err());
    }

    #[test]
    fn differences_of_lattices() {
        let budget = Budget::unlimited();
        let difference = union("{ [i] : 0 <= i < 12 }")
            .subtract(&union("{ [i] : i mod 2 = 0; [i] : i mod 3 = 0 }"), &budget);
        check(&difference.unwrap(), "{ [i] : i = 1 or i = 5 or i = 7 or i = 11 }");
    }
}

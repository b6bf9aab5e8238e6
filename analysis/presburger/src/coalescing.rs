//! Coalescing: the same points in fewer and simpler parts.
//!
//! Parts without points and parts inside others go, redundant rows go, and two parts become one where the rows of each that
//! hold on the other one leave nothing but the two (Verdoolaege, *Integer Set Coalescing*, 2015).

use crate::divisions::Divided;
use crate::interrupt::{Budget, GaveUp};
use crate::matrix::{Row, complement, negated};
use crate::{Integer, IntegerRelation, Union};

impl Union {
    /// The same points; never more parts, none of them empty or lies in another one, and no redundant rows as far as rational
    /// optima show them. Exact.
    ///
    /// ```
    /// use presburger::{Budget, Union};
    ///
    /// let parts = Union::parse("{ [i, j] : 0 <= j <= i <= 9; [i, j] : 0 <= i < j <= 9; [i, j] : i = 3 and j = 4 }").unwrap();
    /// let square = parts.coalesce(&Budget::unlimited()).unwrap();
    /// assert_eq!(square.parts().len(), 1);
    /// ```
    pub fn coalesce(&self, budget: &Budget<'_>) -> Result<Union, GaveUp> {
        let mut parts: Vec<IntegerRelation> = Vec::new();
        for part in self.parts() {
            let part = simplified(part.clone(), budget)?;
            if !part.is_obviously_empty() && !part.is_integer_empty(budget)? {
                parts.push(part);
            }
        }
        let mut index = 0;
        while index < parts.len() {
            match absorb(&parts, index, budget)? {
                None => index += 1,
                Some((other, both)) => {
                    if let Some(both) = both {
                        parts[other] = both;
                        // The new part may take in or complete earlier ones.
                        parts.swap_remove(index);
                        index = 0;
                    } else {
                        parts.swap_remove(index);
                    }
                }
            }
        }
        let mut result = Union::empty(self.space());
        parts.into_iter().for_each(|part| result.push(part));
        Ok(result)
    }
}

fn simplified(mut part: IntegerRelation, budget: &Budget<'_>) -> Result<IntegerRelation, GaveUp> {
    part.remove_redundant(budget)?;
    Ok(part)
}

/// Another part that has all points of a part, or both in one with the part in place of the other.
fn absorb(
    parts: &[IntegerRelation],
    index: usize,
    budget: &Budget<'_>,
) -> Result<Option<(usize, Option<IntegerRelation>)>, GaveUp> {
    let part = Union::from(parts[index].clone());
    let others = || (0..parts.len()).filter(|&other| other != index);
    for other in others() {
        budget.spend(parts[other].space().columns() as u64)?;
        if part.is_subset(&Union::from(parts[other].clone()), budget)? {
            return Ok(Some((other, None)));
        }
    }
    for other in others() {
        if let Some(both) = join(&parts[index], &parts[other], budget)? {
            return Ok(Some((other, Some(both))));
        }
    }
    Ok(None)
}

/// One relation with exactly the points of two, if the rows that hold on both describe it.
fn join(
    a: &IntegerRelation,
    b: &IntegerRelation,
    budget: &Budget<'_>,
) -> Result<Option<IntegerRelation>, GaveUp> {
    let (first, second) = (a.divided(budget)?, b.divided(budget)?);
    let ([first], [second]) = (first.as_slice(), second.as_slice()) else { return Ok(None) };
    if !have_equal_locals(first, second) {
        return Ok(None);
    }
    let (a, b) = (&first.relation, &second.relation);
    let mut both = IntegerRelation::universe(a.space());
    let locals = a.space().local_columns().start;
    for (index, division) in first.divisions.iter().enumerate() {
        division.rows(locals + index).iter().for_each(|row| both.add_inequality(row));
    }
    for (own, other) in [(a, b), (b, a)] {
        for row in inequalities(own) {
            let mut outside = other.clone();
            outside.add_inequality(&complement(&row));
            if outside.is_integer_empty(budget)? {
                both.add_inequality(&row);
            }
        }
    }
    let either = Union::from(a.clone()).union(&Union::from(b.clone()));
    if !Union::from(both.clone()).is_subset(&either, budget)? {
        return Ok(None);
    }
    Ok(Some(simplified(both, budget)?))
}

/// Whether the locals of both are the same functions of the other variables, in the same order.
fn have_equal_locals(a: &Divided<Integer>, b: &Divided<Integer>) -> bool {
    let pairs = || a.divisions.iter().zip(&b.divisions);
    a.relation.space() == b.relation.space()
        && pairs().all(|(a, b)| a.divisor == b.divisor && a.dividend == b.dividend)
}

/// All rows, equalities as two.
fn inequalities(relation: &IntegerRelation) -> Vec<Row> {
    let row = |row: &[Integer]| row.iter().cloned().collect::<Row>();
    let equalities = relation.equalities().flat_map(|it| [row(it), negated(it)]);
    relation.inequalities().map(row).chain(equalities).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, parts: usize) {
        let budget = Budget::unlimited();
        let union = Union::parse(text).unwrap();
        let coalesced = union.coalesce(&budget).unwrap();
        assert!(coalesced.is_equal(&union, &budget).unwrap(), "{coalesced}");
        assert_eq!(coalesced.parts().len(), parts, "{coalesced}");
    }

    #[test]
    fn adjacent_and_contained_parts_join() {
        check("{ [i] : 0 <= i <= 4; [i] : 5 <= i <= 9; [i] : 2 <= i <= 3; [i] : i < i }", 1);
        check("{ [i, j] : 0 <= i <= 4 and 0 <= j <= 9; [i, j] : 5 <= i <= 9 and 0 <= j <= 9 }", 1);
        check("{ [i, j] : 0 <= j <= i <= 9; [i, j] : 0 <= i < j <= 9 }", 1);
        check("{ [i] : i = 3; [i] : i = 4; [i] : i = 5 }", 1);
        check("[N] -> { [i] : 0 <= i < N; [i] : N <= i <= 2N and N >= 1 }", 1);
    }

    #[test]
    fn what_is_not_convex_stays() {
        check("{ [i] : i = 3; [i] : i = 5 }", 2);
        check("{ [i, j] : 0 <= i <= 4 and 0 <= j <= 9; [i, j] : 5 <= i <= 9 and 0 <= j <= 8 }", 2);
    }

    #[test]
    fn lattices_join_where_they_are_the_same() {
        check("{ [i] : i mod 2 = 0 and 0 <= i <= 4; [i] : i mod 2 = 0 and 5 <= i <= 9 }", 1);
        check("{ [i] : i mod 2 = 0 and 0 <= i <= 4; [i] : i mod 2 = 1 and 5 <= i <= 9 }", 2);
    }

    #[test]
    fn redundant_rows_go() {
        let union =
            Union::parse("{ [i, j] : 0 <= i <= 4 and 0 <= j <= 4 and i + j <= 9 and 3i - j >= -5 }").unwrap();
        let coalesced = union.coalesce(&Budget::unlimited()).unwrap();
        assert_eq!(coalesced.parts().iter().map(|it| it.inequalities().len()).collect::<Vec<_>>(), [4]);
    }
}

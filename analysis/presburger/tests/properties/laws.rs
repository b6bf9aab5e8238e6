//! Laws of the algebra of sets, and notation, on unions with and without bounds.

use presburger::{Budget, Cardinality, GaveUp, Space, Union};
use proptest::prelude::*;

use crate::brute_force::*;

/// More than nearly all of these cases need.
const STEPS: u64 = 100_000_000;

/// A case that costs more than the budget is left out. Proptest fails where that happens often.
fn known<T>(answer: Result<T, GaveUp>) -> Result<T, TestCaseError> {
    answer.map_err(|error| TestCaseError::reject(format!("{error:?}")))
}

/// Up to two parts over two variables, with a local in the first.
fn union(boxed: bool) -> impl Strategy<Value = Union> {
    (system(3, boxed), prop::option::of(system(2, boxed))).prop_map(|(first, second)| {
        let mut union = Union::from(first.relation_with_locals(1));
        second.iter().for_each(|it| union.push(it.relation()));
        union
    })
}

proptest! {
    #![proptest_config(cases(100))]

    #[test]
    fn lattice(a in union(false), b in union(false), c in union(false)) {
        let budget = Budget::new(STEPS);
        let equal = |left: &Union, right: &Union| known(left.is_equal(right, &budget));
        prop_assert!(equal(&a.union(&b), &b.union(&a))?);
        prop_assert!(equal(&a.intersect(&b), &b.intersect(&a))?);
        prop_assert!(equal(&a.intersect(&b.union(&c)), &a.intersect(&b).union(&a.intersect(&c)))?);
        prop_assert!(equal(&a.union(&a.intersect(&b)), &a)?);
        prop_assert!(equal(&a.intersect(&a.union(&b)), &a)?);
        prop_assert!(known(a.intersect(&b).is_subset(&a, &budget))?);
        prop_assert!(known(a.is_subset(&a.union(&b), &budget))?);
        let nothing = Union::empty(Space::set(2, 0));
        prop_assert!(equal(&a.union(&nothing), &a)? && equal(&a.intersect(&nothing), &nothing)?);
    }

    #[test]
    fn differences(a in union(false), b in union(false), c in union(true)) {
        let budget = Budget::new(STEPS);
        let minus = |left: &Union, right: &Union| known(left.subtract(right, &budget));
        let equal = |left: &Union, right: &Union| known(left.is_equal(right, &budget));
        prop_assert!(equal(&minus(&a, &b.union(&c))?, &minus(&minus(&a, &b)?, &c)?)?);
        prop_assert!(equal(&minus(&a, &minus(&a, &b)?)?, &a.intersect(&b))?);
        prop_assert!(known(minus(&a, &b)?.intersect(&b).is_empty(&budget))?);
        prop_assert!(known(minus(&a, &a)?.is_empty(&budget))?);
        prop_assert_eq!(known(minus(&a, &b)?.is_empty(&budget))?, known(a.is_subset(&b, &budget))?);
        let either = known(b.union(&c).complement(&budget))?;
        let neither = known(b.complement(&budget))?.intersect(&known(c.complement(&budget))?);
        prop_assert!(equal(&either, &neither)?);
    }

    /// Inclusion and exclusion.
    #[test]
    fn numbers(a in union(true), b in union(true)) {
        let budget = Budget::new(STEPS);
        let count = |it: &Union| match known(it.cardinality(&budget))? {
            Cardinality::Finite(count) => Ok(count),
            Cardinality::Infinite => Err(TestCaseError::fail(format!("{it} has bounds"))),
        };
        prop_assert_eq!(count(&a.union(&b))? + count(&a.intersect(&b))?, count(&a)? + count(&b)?);
        let rest = known(a.subtract(&b, &budget))?;
        prop_assert_eq!(count(&rest)? + count(&a.intersect(&b))?, count(&a)?);
    }

    /// Projection goes into unions, and a projection of a projection is one.
    #[test]
    fn projections(a in system(4, true), b in system(4, true)) {
        let budget = Budget::new(STEPS);
        let (a, b) = (a.relation(), b.relation());
        let twice = a.project_out(&[3]).project_out(&[2]);
        let once = a.project_out(&[2, 3]);
        let equal = |left: Union, right: &Union| known(left.is_equal(right, &budget));
        prop_assert!(equal(Union::from(twice), &Union::from(once.clone()))?);
        prop_assert!(equal(known(once.eliminate_quantifiers(&budget))?, &Union::from(once.clone()))?);
        let both = a.intersect(&b).project_out(&[2, 3]);
        let shadows = Union::from(once).intersect(&Union::from(b.project_out(&[2, 3])));
        prop_assert!(known(Union::from(both).is_subset(&shadows, &budget))?);
    }

    #[test]
    fn notation(a in union(false)) {
        let text = a.to_string();
        prop_assert_eq!(Union::parse(&text).unwrap(), a, "{}", text);
    }

    #[test]
    fn coalescing(a in union(false), b in union(true)) {
        let budget = Budget::new(STEPS);
        let union = a.union(&b);
        let coalesced = known(union.coalesce(&budget))?;
        prop_assert!(known(coalesced.is_equal(&union, &budget))?, "{} became {}", union, coalesced);
        prop_assert!(coalesced.parts().len() <= union.parts().len());
        for (index, part) in coalesced.parts().iter().enumerate() {
            let others = coalesced.parts().iter().enumerate().filter(|it| it.0 != index);
            for (_, other) in others {
                prop_assert!(!known(Union::from(part.clone()).is_subset(&Union::from(other.clone()), &budget))?);
            }
        }
    }
}

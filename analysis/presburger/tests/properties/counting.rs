//! Numbers of points against lists of them.

use std::collections::BTreeSet;

use presburger::{Budget, Cardinality, Integer, IntegerRelation, Space, Union};
use proptest::prelude::*;

use crate::brute_force::*;

/// Far more than any of these cases needs.
const STEPS: u64 = 100_000_000;

fn number(count: usize) -> Cardinality {
    Cardinality::Finite(Integer::from(i64::try_from(count).unwrap_or(i64::MAX)))
}

proptest! {
    #![proptest_config(cases(600))]

    #[test]
    fn conjunctions(system in system(4, true)) {
        let budget = Budget::new(STEPS);
        prop_assert_eq!(system.relation().cardinality(&budget), Ok(number(system.points().len())), "{}", system.relation());
    }

    /// The last variables are locals: each point counts once, whatever the values of those.
    #[test]
    fn projections(system in system(4, true), locals in 1usize..3) {
        let points: BTreeSet<Vec<i64>> =
            system.points().into_iter().map(|point| point[..4 - locals].to_vec()).collect();
        let relation = system.relation_with_locals(locals);
        prop_assert_eq!(relation.cardinality(&Budget::new(STEPS)), Ok(number(points.len())), "{}", relation);
    }

    #[test]
    fn unions(a in system(3, true), b in system(3, true), c in system(2, true)) {
        let mut union = Union::from(a.relation_with_locals(1));
        union.push(b.relation_with_locals(1));
        union.push(c.relation());
        let shadows = [a, b].into_iter().flat_map(|it| it.points()).map(|point| point[..2].to_vec());
        let points: BTreeSet<Vec<i64>> = shadows.chain(c.points()).collect();
        prop_assert_eq!(union.cardinality(&Budget::new(STEPS)), Ok(number(points.len())), "{}", union);
    }

    /// A set without bounds has infinitely many points, one, or none.
    #[test]
    fn sets_without_bounds(system in system(3, false)) {
        let relation = system.relation();
        let budget = Budget::new(STEPS);
        let columns = 0..3;
        let extents: Vec<_> = columns.map(|it| relation.constant_bounds(it, &budget).unwrap()).collect();
        let ends = extents.iter().flat_map(|(low, high)| [low, high]);
        let is_finite = ends.clone().all(|it| it.value().is_some());
        match relation.cardinality(&budget).unwrap() {
            Cardinality::Infinite => prop_assert!(!is_finite, "{}", relation),
            Cardinality::Finite(count) if count.is_zero() => {
                prop_assert!(relation.is_integer_empty(&budget).unwrap());
            }
            Cardinality::Finite(count) => {
                prop_assert!(is_finite, "{}", relation);
                if let Some(size) = ends.filter_map(|it| it.value()?.to_i64()).map(i64::abs).max().filter(|it| *it < 20) {
                    let all = grid(3, size).into_iter().filter(|point| relation.holds_at(&integers(point)));
                    prop_assert_eq!(Cardinality::Finite(count), number(all.count()));
                }
            }
        }
    }

    /// Polygons far larger than what can be listed: cut along a line, both sides are the whole.
    #[test]
    fn cut_polygons(
        corner in prop::collection::vec(-1_000_000_000_000i64..1_000_000_000_000, 4),
        rows in prop::collection::vec((-1000i64..1000, -1000i64..1000, -1_000_000_000_000_000i64..1_000_000_000_000_000), 1..5),
    ) {
        let budget = Budget::new(STEPS);
        let mut polygon = IntegerRelation::universe(Space::set(2, 0));
        for (column, ends) in [(0, &corner[..2]), (1, &corner[2..])] {
            let mut row = [0, 0, -ends[0].min(ends[1])];
            row[column] = 1;
            polygon.inequality(&row);
            row = [0, 0, ends[0].max(ends[1])];
            row[column] = -1;
            polygon.inequality(&row);
        }
        let (cut, rest) = rows.split_first().unwrap();
        for (a, b, c) in rest {
            polygon.inequality(&[*a, *b, *c]);
        }
        let (a, b, c) = *cut;
        let (mut above, mut below) = (polygon.clone(), polygon.clone());
        above.inequality(&[a, b, c]);
        below.inequality(&[-a, -b, -c - 1]);
        let count = |it: &IntegerRelation| it.cardinality(&budget).unwrap().finite().unwrap().clone();
        prop_assert_eq!(count(&above) + count(&below), count(&polygon), "{} cut by {:?}", polygon, cut);
    }
}

#[test]
fn large_sets() {
    let count = |text: &str| Union::parse(text).unwrap().cardinality(&Budget::new(1_000_000)).unwrap();
    let finite = |digits: &str| Cardinality::Finite(digits.parse().unwrap());
    assert_eq!(
        count("{ [i, j] : 0 <= j <= i < 9223372036854775807 }"),
        finite("42535295865117307928310139910543638528")
    );
    assert_eq!(count("{ [i, j, k] : 0 <= i, j, k < 1000000000 }"), finite("1000000000000000000000000000"));
    assert_eq!(
        count("{ [i, j, k] : 0 <= i < 1000 and i <= j < 1000000 and j <= k < 1000000 }"),
        finite("499501166167000")
    );
    assert_eq!(count("{ [i] : i mod 7 = 3 and 0 <= i < 7000000000000 }"), finite("1000000000000"));
    assert_eq!(
        count("{ [i] : 0 <= i < 10; [i] : 5 <= i < 15; [i] : i mod 2 = 0 and 0 <= i < 30 }"),
        finite("22")
    );
    assert_eq!(count("[N] -> { [i] : 0 <= i < 10 }"), Cardinality::Infinite);
    assert_eq!(count("{ [i, j] : i = 2j }"), Cardinality::Infinite);
    assert_eq!(count("{ [i, j] : 2i = 2j + 1 }"), finite("0"));
    assert_eq!(count("{ [] : true }"), finite("1"));
}

//! Every operation against brute force over small boxes.

mod brute_force;
mod counting;
mod large;
mod laws;
mod leading_forms;

use brute_force::*;
use presburger::{Budget, Cardinality, Enumeration, IntegerRelation, Lexmin, Optimum, Union};
use proptest::prelude::*;

proptest! {
    #![proptest_config(cases(1500))]

    #[test]
    fn emptiness_and_sample(system in system(3, true)) {
        let relation = system.relation();
        let points = system.points();
        let budget = Budget::unlimited();
        prop_assert_eq!(relation.is_integer_empty(&budget).unwrap(), points.is_empty(), "{}", relation);
        match relation.sample(&budget).unwrap() {
            Some(point) => prop_assert!(relation.holds_at(&point), "{} at {:?}", relation, point),
            None => prop_assert!(points.is_empty()),
        }
    }

    /// A unimodular change of variables keeps emptiness and optima, however thin the set becomes.
    #[test]
    fn sheared_sets(
        system in system(3, true),
        shears in prop::collection::vec((0usize..3, 0usize..3, -1000i64..1000), 1..6),
        objective in prop::collection::vec(-4i64..5, 4),
    ) {
        let relation = system.relation();
        let mut sheared = IntegerRelation::universe(relation.space());
        let shear = |row: &[presburger::Integer]| {
            let mut row = row.to_vec();
            for &(from, to, factor) in shears.iter().filter(|(from, to, _)| from != to) {
                row[to] = &row[to] + &(&row[from] * &factor.into());
            }
            row
        };
        relation.inequalities().for_each(|row| sheared.add_inequality(&shear(row)));
        relation.equalities().for_each(|row| sheared.add_equality(&shear(row)));
        let budget = Budget::new(5_000_000);
        prop_assert_eq!(sheared.is_integer_empty(&budget).unwrap(), system.points().is_empty(), "{}", sheared);
        let objective = integers(&objective);
        let expected = relation.minimum(&objective, &budget).unwrap();
        prop_assert_eq!(sheared.minimum(&shear(&objective), &budget).unwrap(), expected, "{}", sheared);
    }

    #[test]
    fn samples_of_unbounded_sets(system in system(4, false)) {
        let relation = system.relation();
        let budget = Budget::unlimited();
        match relation.sample(&budget).unwrap() {
            Some(point) => prop_assert!(relation.holds_at(&point), "{} at {:?}", relation, point),
            None => prop_assert!(system.points().is_empty(), "{}", relation),
        }
    }

    #[test]
    fn optima(system in system(3, true), objective in prop::collection::vec(-4i64..5, 4)) {
        let relation = system.relation();
        let values = system.points().into_iter().map(|point| dot(&objective, &point));
        let budget = Budget::unlimited();
        let row = integers(&objective);
        let expected = |value: Option<i64>| value.map_or(Optimum::Empty, |value| Optimum::Value(value.into()));
        let minimum = expected(values.clone().min());
        let maximum = expected(values.max());
        prop_assert_eq!(relation.minimum(&row, &budget).unwrap(), minimum.clone(), "{}", relation);
        prop_assert_eq!(relation.maximum(&row, &budget).unwrap(), maximum.clone(), "{}", relation);
        prop_assert_eq!(relation.extent(&row, &budget).unwrap(), (minimum, maximum));
    }

    #[test]
    fn unbounded_optima(system in system(3, false), objective in prop::collection::vec(-3i64..4, 4)) {
        let relation = system.relation();
        let budget = Budget::unlimited();
        let row = integers(&objective);
        let least_in_box = system.points().into_iter().map(|point| dot(&objective, &point)).min();
        match relation.minimum(&row, &budget).unwrap() {
            Optimum::Empty => prop_assert!(least_in_box.is_none()),
            Optimum::Value(value) => {
                // Attained, and nothing is below.
                let mut at = relation.clone();
                let mut equality = row.clone();
                equality[3] = &equality[3] - &value;
                at.add_equality(&equality);
                let point = at.sample(&budget).unwrap();
                prop_assert!(point.is_some_and(|point| relation.holds_at(&point)));
                prop_assert!(least_in_box.is_none_or(|least| value <= least.into()));
                let mut below = relation.clone();
                let mut inequality: Vec<_> = equality.iter().map(|entry| -entry).collect();
                inequality[3] = &inequality[3] - &1.into();
                below.add_inequality(&inequality);
                prop_assert!(below.is_integer_empty(&budget).unwrap());
            }
            Optimum::Unbounded => {
                let mut below = relation.clone();
                let mut inequality: Vec<_> = row.iter().map(|entry| -entry).collect();
                inequality[3] = &inequality[3] - &1_000_000_007i64.into();
                below.add_inequality(&inequality);
                prop_assert!(!below.is_integer_empty(&budget).unwrap());
            }
        }
    }

    #[test]
    fn lexicographic_optima(system in system(3, true)) {
        let relation = system.relation();
        let points = system.points();
        let budget = Budget::unlimited();
        let expected = |point: Option<&Vec<i64>>| point.map_or(Lexmin::Empty, |point| Lexmin::Point(integers(point)));
        prop_assert_eq!(relation.lexmin(&[0, 1, 2], &budget).unwrap(), expected(points.first()));
        prop_assert_eq!(relation.lexmax(&[0, 1, 2], &budget).unwrap(), expected(points.last()));
    }

    #[test]
    fn enumerations(system in system(3, true)) {
        let relation = system.relation();
        let mut expected: Vec<Vec<i64>> = system.points().into_iter().map(|point| point[1..].to_vec()).collect();
        expected.sort();
        expected.dedup();
        let budget = Budget::unlimited();
        let found = relation.enumerate(1..3, 10, &budget).unwrap();
        if expected.len() > 10 {
            prop_assert_eq!(found, Enumeration::MoreThan(10));
        } else {
            let expected: Vec<_> = expected.iter().map(|point| integers(point)).collect();
            prop_assert_eq!(found, Enumeration::Finite(expected));
        }
    }

    #[test]
    fn notation_round_trips(system in system(4, false), locals in 0usize..3) {
        let relation = system.relation_with_locals(locals);
        let text = relation.to_string();
        prop_assert_eq!(IntegerRelation::parse(&text).unwrap(), relation, "{}", text);
    }

    #[test]
    fn normalisation_keeps_points(system in system(3, true)) {
        let mut relation = system.relation();
        relation.normalise();
        prop_assert_eq!(points_of(&relation, BOX), system.points());
    }

    #[test]
    fn membership_with_locals(system in system(3, true)) {
        let relation = system.relation_with_locals(1);
        let projected = system.relation().project_out(&[2]);
        let points: Vec<_> = system.points().into_iter().map(|point| point[..2].to_vec()).collect();
        let budget = Budget::unlimited();
        for point in grid(2, BOX + 1) {
            let expected = points.contains(&point);
            prop_assert_eq!(relation.contains(&integers(&point), &budget).unwrap(), expected, "{}", relation);
            prop_assert_eq!(projected.contains(&integers(&point), &budget).unwrap(), expected);
        }
    }
}

proptest! {
    #![proptest_config(cases(200))]

    /// Whatever the coefficients, an operation answers truly or gives up; it neither panics nor runs on.
    #[test]
    fn hostile_coefficients(
        rows in prop::collection::vec(prop::collection::vec(prop_oneof![any::<i64>(), -9i64..9, Just(i64::MIN)], 6), 0..9),
        equalities in 0usize..3,
    ) {
        let mut relation = IntegerRelation::universe(presburger::Space { locals: 2, ..presburger::Space::set(3, 0) });
        for (index, row) in rows.iter().enumerate() {
            if index < equalities { relation.equality(row) } else { relation.inequality(row) };
        }
        let budget = || Budget::new(100_000);
        let sample = relation.sample(&budget());
        if let Ok(Some(point)) = &sample {
            prop_assert!(relation.holds_at(point), "{}", relation);
        }
        if let Ok(None) = sample {
            prop_assert!(!matches!(relation.constant_bounds(0, &budget()), Ok((Optimum::Value(_), _))));
        }
        let _ = relation.constant_bounds(1, &budget());
        let _ = relation.enumerate(0..2, 4, &budget());
        let union = Union::from(relation);
        let _ = union.complement(&budget());
        let _ = union.coalesce(&budget());
    }

    #[test]
    fn differences(a in system(3, true), b in system(3, true), c in system(2, true)) {
        // The last variable of the first two is a local.
        let unions = [
            Union::from(a.relation_with_locals(1)),
            Union::from(b.relation_with_locals(1)),
            Union::from(c.relation()),
        ];
        let budget = Budget::unlimited();
        let shadow = |system: &System| system.points().into_iter().map(|point| point[..2].to_vec()).collect();
        let points: [Vec<Vec<i64>>; 3] = [shadow(&a), shadow(&b), shadow(&c)];
        let both = unions[1].union(&unions[2]);
        let difference = unions[0].subtract(&both, &budget).unwrap();
        let common = unions[0].intersect(&both);
        for point in grid(2, BOX + 1) {
            let inside: Vec<bool> = points.iter().map(|points| points.contains(&point)).collect();
            let subtracted = inside[1] || inside[2];
            let point = integers(&point);
            prop_assert_eq!(difference.contains(&point, &budget).unwrap(), inside[0] && !subtracted);
            prop_assert_eq!(common.contains(&point, &budget).unwrap(), inside[0] && subtracted);
        }
        let covered = points[0].iter().all(|point| points[1].contains(point) || points[2].contains(point));
        prop_assert_eq!(unions[0].is_subset(&both, &budget).unwrap(), covered);
        prop_assert!(difference.intersect(&both).is_empty(&budget).unwrap());
        prop_assert!(unions[0].is_equal(&difference.union(&common), &budget).unwrap());
        let coalesced = both.union(&difference).coalesce(&budget).unwrap();
        prop_assert!(coalesced.is_equal(&both.union(&unions[0]), &budget).unwrap());
    }

    #[test]
    fn complements(a in system(3, false)) {
        let union = Union::from(a.relation_with_locals(1));
        let budget = Budget::unlimited();
        let complement = union.complement(&budget).unwrap();
        for point in grid(2, BOX) {
            let point = integers(&point);
            let (inside, outside) = (union.contains(&point, &budget), complement.contains(&point, &budget));
            prop_assert_ne!(inside, outside, "{} at {:?}", union, point);
        }
        prop_assert!(union.intersect(&complement).is_empty(&budget).unwrap());
    }

    #[test]
    fn parametric_lexicographic_minima(system in system(4, true)) {
        // One symbol-like dimension in, two out, one local.
        let flat = system.relation_with_locals(1);
        let mut relation = IntegerRelation::universe(presburger::Space { domain: 1, range: 2, symbols: 0, locals: 1 });
        flat.equalities().for_each(|row| relation.add_equality(row));
        flat.inequalities().for_each(|row| relation.add_inequality(row));
        let budget = Budget::unlimited();
        let graph = Union::from(relation).lexmin_of_range(&budget).unwrap();
        let mut least: Vec<Vec<i64>> = system.points().into_iter().map(|point| point[..3].to_vec()).collect();
        least.sort();
        least.dedup_by_key(|point| point[0]);
        for point in &least {
            prop_assert!(graph.contains(&integers(point), &budget).unwrap(), "{} at {:?}", graph, point);
        }
        let count = Cardinality::Finite((least.len() as i64).into());
        prop_assert_eq!(graph.cardinality(&budget).unwrap(), count, "{}", graph);
    }

    #[test]
    fn eliminations_contain_the_projection(system in system(4, true)) {
        let relation = system.relation();
        let budget = Budget::unlimited();
        let rational = relation.eliminate_rationally(&[1, 3], &budget).unwrap();
        let exact = relation.project_out(&[1, 3]).eliminate_quantifiers(&budget).unwrap();
        let mut points: Vec<_> = system.points().into_iter().map(|point| vec![point[0], point[2]]).collect();
        points.sort();
        points.dedup();
        for point in grid(2, BOX) {
            let inside = points.contains(&point);
            let point = integers(&point);
            prop_assert_eq!(exact.contains(&point, &budget).unwrap(), inside);
            prop_assert!(!inside || rational.holds_at(&point));
        }
        let mut shorter = relation.clone();
        shorter.remove_redundant(&budget).unwrap();
        prop_assert_eq!(points_of(&shorter, BOX), system.points());
    }
}

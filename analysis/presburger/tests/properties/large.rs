//! Systems with coefficients near 2^31 and 2^63 whose points are known: small ones after a unimodular change of variables,
//! a shift, and rows multiplied with their constants loosened by less than the factor.

use std::collections::BTreeSet;

use presburger::{
    Budget, Cardinality, Enumeration, Integer, IntegerRelation, Lexmin, Optimum, Union, VariableKind,
};
use proptest::prelude::*;

use crate::brute_force::*;

/// Variables of the changed systems; the last may be a local.
const VARIABLES: usize = 3;

/// Far more than any of these cases needs.
const STEPS: u64 = 100_000_000;

#[derive(Clone, Debug)]
struct Change {
    /// Variable `from` becomes itself less a multiple of variable `to`.
    shears: Vec<(usize, usize, i64)>,
    /// What is added to each variable.
    shift: Vec<i64>,
    /// A positive factor for rows, and what part of it is added to constants of inequalities.
    factor: i64,
    part: u8,
}

/// Numbers near the ends of words, and small ones.
fn word() -> impl Strategy<Value = i64> {
    prop_oneof![
        2 => -3i64..4,
        2 => (-3i64..4).prop_map(|it| (1 << 31) + it),
        1 => (-3i64..4).prop_map(|it| -(1 << 31) + it),
        2 => (0i64..4).prop_map(|it| i64::MAX - it),
        1 => (0i64..4).prop_map(|it| i64::MIN + it),
        1 => (-3i64..4).prop_map(|it| (1 << 62) + it),
    ]
}

fn change() -> impl Strategy<Value = Change> {
    let shear = (0..VARIABLES, 0..VARIABLES, word()).prop_map(|(a, b, factor)| {
        // What is kept never depends on the last variable, so that projections are changed alike.
        let (from, to) = if a == b { (VARIABLES - 1, 0) } else { (a, b) };
        if to == VARIABLES - 1 { (to, from, factor) } else { (from, to, factor) }
    });
    (prop::collection::vec(shear, 0..3), prop::collection::vec(word(), VARIABLES), word(), any::<u8>())
        .prop_map(|(shears, shift, factor, part)| Change {
            shears,
            shift,
            factor: factor.checked_abs().unwrap_or(i64::MAX).max(1),
            part,
        })
}

impl Change {
    /// A row, so that its value at a changed point is that of the old row at the point.
    fn row(&self, row: &[i64]) -> Vec<Integer> {
        let mut row = integers(row);
        for &(from, to, factor) in &self.shears {
            row[to] = &row[to] + &(&row[from] * &Integer::from(factor));
        }
        let moved =
            row.iter().zip(&self.shift).fold(Integer::ZERO, |sum, (a, x)| sum + a * &Integer::from(*x));
        row[VARIABLES] = &row[VARIABLES] - &moved;
        row
    }

    fn point(&self, point: &[i64]) -> Vec<Integer> {
        let mut point = integers(point);
        for &(from, to, factor) in &self.shears {
            point[from] = &point[from] - &(&point[to] * &Integer::from(factor));
        }
        point.iter().zip(&self.shift).map(|(x, shift)| x + &Integer::from(*shift)).collect()
    }

    /// The first coordinates of a changed point, which do not depend on the others.
    fn shadow(&self, point: &[i64]) -> Vec<Integer> {
        let mut full = point.to_vec();
        full.resize(VARIABLES, 0);
        let mut changed = self.point(&full);
        changed.truncate(point.len());
        changed
    }

    fn relation(&self, system: &System, locals: usize) -> IntegerRelation {
        let mut space = presburger::Space::set(VARIABLES - locals, 0);
        space.locals = locals;
        let mut relation = IntegerRelation::universe(space);
        let plain = system.relation();
        let words = |row: &[Integer]| row.iter().filter_map(Integer::to_i64).collect::<Vec<_>>();
        let factor = Integer::from(self.factor);
        let scaled = |row: &[Integer]| -> Vec<Integer> {
            self.row(&words(row)).iter().map(|entry| entry * &factor).collect()
        };
        plain.equalities().for_each(|row| relation.add_equality(&scaled(row)));
        for row in plain.inequalities() {
            let mut row = scaled(row);
            // Less than the factor, so the row's value times the factor is as negative as before.
            let loose = (&Integer::from(self.part as i64) * &factor).floor_div(&Integer::from(256));
            row[VARIABLES] = &row[VARIABLES] + &loose;
            relation.add_inequality(&row);
        }
        relation
    }
}

proptest! {
    #![proptest_config(cases(300))]

    #[test]
    fn conjunctions(system in system(3, true), change in change(), objective in prop::collection::vec(-4i64..5, 4)) {
        let relation = change.relation(&system, 0);
        let budget = Budget::new(STEPS);
        let mut points: Vec<Vec<Integer>> = system.points().iter().map(|point| change.point(point)).collect();
        points.sort();
        prop_assert_eq!(relation.is_integer_empty(&budget).unwrap(), points.is_empty(), "{}", relation);
        match relation.sample(&budget).unwrap() {
            Some(point) => prop_assert!(points.contains(&point), "{} at {:?}", relation, point),
            None => prop_assert!(points.is_empty()),
        }
        let values = || system.points().into_iter().map(|point| Integer::from(dot(&objective, &point)));
        let optimum = |value: Option<Integer>| value.map_or(Optimum::Empty, Optimum::Value);
        let row = change.row(&objective);
        let ends = (optimum(values().min()), optimum(values().max()));
        prop_assert_eq!(relation.extent(&row, &budget).unwrap(), ends, "{}", relation);
        let lexmin = points.first().cloned().map_or(Lexmin::Empty, Lexmin::Point);
        prop_assert_eq!(relation.lexmin(&[0, 1, 2], &budget).unwrap(), lexmin, "{}", relation);
        let count = Integer::from(points.len() as i64);
        prop_assert_eq!(relation.cardinality(&budget).unwrap(), Cardinality::Finite(count), "{}", relation);
        let listed = if points.len() > 10 { Enumeration::MoreThan(10) } else { Enumeration::Finite(points) };
        prop_assert_eq!(relation.enumerate(0..3, 10, &budget).unwrap(), listed, "{}", relation);
        let text = relation.to_string();
        prop_assert_eq!(IntegerRelation::parse(&text).unwrap(), relation, "{}", text);
    }

    /// The last variable is a local: union, intersection, difference, inclusion, projection and coalescing.
    #[test]
    fn unions(a in system(3, true), b in system(3, true), c in system(3, true), change in change()) {
        let budget = Budget::new(STEPS);
        let systems = [a, b, c];
        let [a, b, c] = [0, 1, 2].map(|it| Union::from(change.relation(&systems[it], 1)));
        let shadows: Vec<BTreeSet<Vec<i64>>> =
            systems.iter().map(|it| it.points().into_iter().map(|point| point[..2].to_vec()).collect()).collect();
        let (both, common) = (b.union(&c), b.intersect(&c));
        let difference = a.subtract(&both, &budget).unwrap();
        let coalesced = both.union(&difference).coalesce(&budget).unwrap();
        prop_assert!(coalesced.parts().len() <= 2 + difference.parts().len());
        for point in grid(2, BOX + 1) {
            let inside: Vec<bool> = shadows.iter().map(|points| points.contains(&point)).collect();
            let at = change.shadow(&point);
            let contains = |it: &Union| it.contains(&at, &budget).unwrap();
            prop_assert_eq!(contains(&both), inside[1] || inside[2]);
            prop_assert_eq!(contains(&common), inside[1] && inside[2]);
            prop_assert_eq!(contains(&difference), inside[0] && !inside[1] && !inside[2]);
            prop_assert_eq!(contains(&coalesced), inside[0] || inside[1] || inside[2]);
        }
        prop_assert!(a.is_equal(&difference.union(&a.intersect(&both)), &budget).unwrap());
        let subset = shadows[0].iter().all(|point| shadows[1].contains(point));
        prop_assert_eq!(a.is_subset(&b, &budget).unwrap(), subset);
        let number = Integer::from((&shadows[1] | &shadows[2]).len() as i64);
        prop_assert_eq!(both.cardinality(&budget).unwrap(), Cardinality::Finite(number));
        let text = coalesced.to_string();
        prop_assert!(Union::parse(&text).unwrap().is_equal(&coalesced, &budget).unwrap(), "{}", text);
    }

    #[test]
    fn projections(system in system(3, true), change in change()) {
        let budget = Budget::new(STEPS);
        let relation = change.relation(&system, 0);
        let last = relation.space().columns_of(VariableKind::Range).end - 1;
        let projected = relation.project_out(&[last]);
        let divided = projected.eliminate_quantifiers(&budget).unwrap();
        let points: BTreeSet<Vec<i64>> = system.points().into_iter().map(|point| point[..2].to_vec()).collect();
        for point in grid(2, BOX + 1) {
            let at = change.shadow(&point);
            prop_assert_eq!(projected.contains(&at, &budget).unwrap(), points.contains(&point), "{}", projected);
            prop_assert_eq!(divided.contains(&at, &budget).unwrap(), points.contains(&point), "{}", divided);
        }
    }
}

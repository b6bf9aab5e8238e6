//! Questions about small systems in a box, against the points of the box.
#![no_main]

use arbitrary::Arbitrary;
use libfuzzer_sys::fuzz_target;
use presburger::{Budget, Cardinality, Integer, IntegerRelation, Lexmin, Optimum, Space};

const VARIABLES: usize = 3;
const BOX: i64 = 3;
/// Far more than systems of this size need.
const STEPS: u64 = 50_000_000;

#[derive(Debug, Arbitrary)]
struct System {
    equalities: Vec<[i8; VARIABLES + 1]>,
    inequalities: Vec<[i8; VARIABLES + 1]>,
    objective: [i8; VARIABLES + 1],
}

fn integers(row: &[i8]) -> Vec<Integer> {
    row.iter().map(|entry| Integer::from(i64::from(*entry))).collect()
}

/// The value of a row at a point.
fn value(row: &[i8; VARIABLES + 1], point: &[i64; VARIABLES]) -> i64 {
    let terms = row.iter().zip(point).map(|(coefficient, x)| i64::from(*coefficient) * x);
    terms.sum::<i64>() + i64::from(row[VARIABLES])
}

fn points() -> impl Iterator<Item = [i64; VARIABLES]> {
    let side = || -BOX..=BOX;
    side().flat_map(move |x| side().flat_map(move |y| side().map(move |z| [x, y, z])))
}

fuzz_target!(|system: System| {
    if system.equalities.len() > 3 || system.inequalities.len() > 8 {
        return;
    }
    let mut relation = IntegerRelation::universe(Space::set(VARIABLES, 0));
    system.equalities.iter().for_each(|row| relation.add_equality(&integers(row)));
    system.inequalities.iter().for_each(|row| relation.add_inequality(&integers(row)));
    for variable in 0..VARIABLES {
        for sign in [1, -1] {
            let mut row = [0; VARIABLES + 1];
            (row[variable], row[VARIABLES]) = (sign, BOX as i8);
            relation.add_inequality(&integers(&row));
        }
    }
    let holds = |point: &[i64; VARIABLES]| {
        system.equalities.iter().all(|row| value(row, point) == 0)
            && system.inequalities.iter().all(|row| value(row, point) >= 0)
    };
    let found: Vec<_> = points().filter(holds).collect();
    let exact = |point: &[i64; VARIABLES]| point.map(Integer::from).to_vec();

    let budget = Budget::new(STEPS);
    assert_eq!(relation.is_integer_empty(&budget), Ok(found.is_empty()), "{relation}");
    let sample = relation.sample(&budget).expect("small systems are within the budget");
    assert!(sample.map_or(found.is_empty(), |it| found.iter().any(|point| exact(point) == it)), "{relation}");
    let values = || found.iter().map(|point| Integer::from(value(&system.objective, point)));
    let optimum = |value: Option<Integer>| value.map_or(Optimum::Empty, Optimum::Value);
    let extent = (optimum(values().min()), optimum(values().max()));
    assert_eq!(relation.extent(&integers(&system.objective), &budget), Ok(extent), "{relation}");
    let lexmin = found.first().map_or(Lexmin::Empty, |point| Lexmin::Point(exact(point)));
    assert_eq!(relation.lexmin(&[0, 1, 2], &budget), Ok(lexmin), "{relation}");
    let count = Cardinality::Finite(Integer::from(found.len() as i64));
    assert_eq!(relation.cardinality(&budget), Ok(count), "{relation}");
});

//! Systems of any machine words: within a bound on work an answer or none, and points that satisfy every row.
#![no_main]

use arbitrary::Arbitrary;
use libfuzzer_sys::fuzz_target;
use presburger::{Budget, Integer, IntegerRelation, Optimum, Space};

const VARIABLES: usize = 4;
const STEPS: u64 = 200_000;

#[derive(Debug, Arbitrary)]
struct System {
    locals: u8,
    equalities: Vec<[i64; VARIABLES + 1]>,
    inequalities: Vec<[i64; VARIABLES + 1]>,
    objective: [i64; VARIABLES + 1],
}

fn integers(row: &[i64]) -> Vec<Integer> {
    row.iter().copied().map(Integer::from).collect()
}

fn value(row: &[i64], point: &[Integer]) -> Integer {
    let (row, constant) = (integers(&row[..VARIABLES]), Integer::from(row[VARIABLES]));
    row.iter().zip(point).fold(constant, |sum, (coefficient, x)| sum + coefficient * x)
}

fuzz_target!(|system: System| {
    if system.equalities.len() > 3 || system.inequalities.len() > 8 {
        return;
    }
    let locals = usize::from(system.locals) % VARIABLES;
    let space = Space { locals, ..Space::set(VARIABLES - locals, 0) };
    let mut relation = IntegerRelation::universe(space);
    system.equalities.iter().for_each(|row| relation.add_equality(&integers(row)));
    system.inequalities.iter().for_each(|row| relation.add_inequality(&integers(row)));
    let budget = || Budget::new(STEPS);
    let sample = relation.sample(&budget());
    if let Ok(Some(point)) = &sample {
        assert!(system.equalities.iter().all(|row| value(row, point) == Integer::ZERO), "{relation}");
        assert!(system.inequalities.iter().all(|row| value(row, point) >= Integer::ZERO), "{relation}");
    }
    let minimum = relation.minimum(&integers(&system.objective), &budget());
    match (&sample, &minimum) {
        (Ok(None), Ok(minimum)) => assert_eq!(*minimum, Optimum::Empty, "{relation}"),
        (Ok(Some(_)), Ok(Optimum::Empty)) => panic!("{relation} has a point"),
        (Ok(Some(point)), Ok(Optimum::Value(least))) => {
            assert!(value(&system.objective, point) >= *least, "{relation}");
        }
        _ => {}
    }
    let coalesced = presburger::Union::from(relation.clone()).coalesce(&budget());
    if let (Ok(Some(point)), Ok(union)) = (&sample, coalesced)
        && let Ok(inside) = union.contains(&point[..VARIABLES - locals], &budget())
    {
        assert!(inside, "{relation}");
    }
    let text = relation.to_string();
    assert_eq!(IntegerRelation::parse(&text).as_ref(), Ok(&relation), "{text}");
});

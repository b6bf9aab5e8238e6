//! The first form that is not zero, against the points of a box.

use std::collections::BTreeSet;

use presburger::{Budget, FormValues, LeadingForms, Level};
use proptest::prelude::*;

use crate::brute_force::*;

const MOST: usize = 6;

/// From the distinct vectors of values, in order.
fn values(vectors: &[&Vec<i64>]) -> Option<FormValues> {
    let forms = vectors.first()?.len();
    let of = |form: usize| vectors.iter().map(move |vector| vector[form]);
    let bounds = (0..forms).map(|form| (of(form).min().map(Into::into), of(form).max().map(Into::into)));
    let few = vectors.len() <= MOST;
    Some(FormValues {
        bounds: bounds.collect(),
        vectors: few.then(|| vectors.iter().map(|vector| integers(vector)).collect()),
    })
}

fn expected(system: &System, forms: &[Vec<i64>]) -> LeadingForms {
    let vectors: BTreeSet<Vec<i64>> =
        system.points().iter().map(|point| forms.iter().map(|form| dot(form, point)).collect()).collect();
    let levels = (0..forms.len()).map(|level| {
        let part = |sign: i64| {
            let first = |vector: &&Vec<i64>| vector.iter().position(|it| *it != 0) == Some(level);
            let of_sign = |vector: &&Vec<i64>| vector[level].signum() == sign;
            values(&vectors.iter().filter(first).filter(of_sign).collect::<Vec<_>>())
        };
        Level { positive: part(1), negative: part(-1) }
    });
    LeadingForms {
        levels: levels.collect(),
        all_zero: vectors.iter().any(|vector| vector.iter().all(|it| *it == 0)),
    }
}

fn forms() -> impl Strategy<Value = Vec<Vec<i64>>> {
    let entry = prop_oneof![2 => Just(0), 2 => -1i64..=1, 1 => -4i64..5];
    let form = (prop::collection::vec(entry, 4), -2i64..3).prop_map(|(mut row, constant)| {
        row.push(constant);
        row
    });
    prop::collection::vec(form, 1..=3)
}

proptest! {
    #![proptest_config(cases(1500))]

    #[test]
    fn leading_forms(system in system(4, true), forms in forms()) {
        let rows: Vec<_> = forms.iter().map(|form| integers(form)).collect();
        let found = system.relation().leading_forms(&rows, MOST, &Budget::unlimited()).unwrap();
        prop_assert_eq!(&found, &expected(&system, &forms), "{} {:?}", system.relation(), forms);
    }

    /// The values over a union are those over its parts, joined.
    #[test]
    fn joined(a in system(2, true), b in system(2, true)) {
        let forms = [vec![1, 0, 0], vec![1, -2, 1]];
        let rows: Vec<_> = forms.iter().map(|form| integers(form)).collect();
        let budget = Budget::unlimited();
        let mut found = a.relation().leading_forms(&rows, MOST, &budget).unwrap();
        found.join(b.relation().leading_forms(&rows, MOST, &budget).unwrap(), MOST);
        let other = LeadingForms::default();
        prop_assert_ne!(&found, &other);
        let vectors: BTreeSet<Vec<i64>> = [&a, &b]
            .into_iter()
            .flat_map(System::points)
            .map(|point| forms.iter().map(|form| dot(form, &point)).collect())
            .collect();
        for (level, it) in found.levels.iter().enumerate() {
            let positive: Vec<_> = vectors
                .iter()
                .filter(|vector| vector.iter().position(|it| *it != 0) == Some(level) && vector[level] > 0)
                .collect();
            prop_assert_eq!(&it.positive, &values(&positive));
        }
    }

    #[test]
    fn negated_forms(system in system(3, true), mut forms in forms()) {
        forms.iter_mut().for_each(|form| { form.remove(0); });
        let negated: Vec<_> = forms.iter().map(|form| integers(&form.iter().map(|it| -it).collect::<Vec<_>>())).collect();
        let rows: Vec<_> = forms.iter().map(|form| integers(form)).collect();
        let budget = Budget::unlimited();
        let found = system.relation().leading_forms(&rows, MOST, &budget).unwrap();
        let opposite = system.relation().leading_forms(&negated, MOST, &budget).unwrap();
        for (a, b) in found.levels.iter().zip(&opposite.levels) {
            prop_assert_eq!(a.positive.as_ref().map(FormValues::negated), b.negative.clone());
            prop_assert_eq!(a.negative.as_ref().map(FormValues::negated), b.positive.clone());
        }
    }
}

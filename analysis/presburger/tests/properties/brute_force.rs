//! Random systems and their points in a small box.

use presburger::{Integer, IntegerRelation, Space};
use proptest::prelude::*;

pub(crate) const BOX: i64 = 4;

/// So many cases, or more where `PROPTEST_CASES` asks for them. One in ten may be left out.
pub(crate) fn cases(least: u32) -> ProptestConfig {
    let asked = std::env::var("PROPTEST_CASES").ok().and_then(|it| it.parse().ok());
    let cases = asked.map_or(least, |it: u32| it.max(least));
    ProptestConfig { max_global_rejects: cases / 10, ..ProptestConfig::with_cases(cases) }
}

/// Equalities and inequalities over a few variables, with or without the box itself.
#[derive(Clone, Debug)]
pub(crate) struct System {
    pub(crate) variables: usize,
    pub(crate) equalities: Vec<Vec<i64>>,
    pub(crate) inequalities: Vec<Vec<i64>>,
    pub(crate) boxed: bool,
}

pub(crate) fn system(variables: usize, boxed: bool) -> impl Strategy<Value = System> {
    let row = |constants: std::ops::Range<i64>| {
        (prop::collection::vec(prop_oneof![2 => Just(0), 5 => -7i64..8], variables), constants).prop_map(
            |(mut row, constant)| {
                row.push(constant);
                row
            },
        )
    };
    let equalities = prop_oneof![
        3 => Just(Vec::new()).boxed(),
        1 => prop::collection::vec(row(-9..10), 1..3).boxed(),
    ];
    (equalities, prop::collection::vec(row(-12..13), 0..6))
        .prop_map(move |(equalities, inequalities)| System { variables, equalities, inequalities, boxed })
}

impl System {
    pub(crate) fn relation(&self) -> IntegerRelation {
        self.relation_with_locals(0)
    }

    /// The last variables are locals.
    pub(crate) fn relation_with_locals(&self, locals: usize) -> IntegerRelation {
        let mut relation =
            IntegerRelation::universe(Space { locals, ..Space::set(self.variables - locals, 0) });
        for row in &self.equalities {
            relation.equality(row);
        }
        for row in &self.inequalities {
            relation.inequality(row);
        }
        if self.boxed {
            for variable in 0..self.variables {
                let mut row = vec![0; self.variables + 1];
                row[self.variables] = BOX;
                row[variable] = 1;
                relation.inequality(&row);
                row[variable] = -1;
                relation.inequality(&row);
            }
        }
        relation
    }

    /// The points in the box, in lexicographic order.
    pub(crate) fn points(&self) -> Vec<Vec<i64>> {
        let mut points = grid(self.variables, BOX);
        points.retain(|point| {
            self.equalities.iter().all(|row| dot(row, point) == 0)
                && self.inequalities.iter().all(|row| dot(row, point) >= 0)
        });
        points
    }
}

/// All points with coordinates from `-size` to `size`, in lexicographic order.
pub(crate) fn grid(dimensions: usize, size: i64) -> Vec<Vec<i64>> {
    let mut points = vec![Vec::new()];
    for _ in 0..dimensions {
        points = points
            .into_iter()
            .flat_map(|point| {
                (-size..=size).map(move |value| {
                    let mut point = point.clone();
                    point.push(value);
                    point
                })
            })
            .collect();
    }
    points
}

/// The points of a relation without locals in the box.
pub(crate) fn points_of(relation: &IntegerRelation, size: i64) -> Vec<Vec<i64>> {
    let mut points = grid(relation.space().variables(), size);
    points.retain(|point| relation.holds_at(&integers(point)));
    points
}

/// The value of a row with a constant at a point.
pub(crate) fn dot(row: &[i64], point: &[i64]) -> i64 {
    row[point.len()] + row.iter().zip(point).map(|(a, b)| a * b).sum::<i64>()
}

pub(crate) fn integers(values: &[i64]) -> Vec<Integer> {
    values.iter().copied().map(Integer::from).collect()
}

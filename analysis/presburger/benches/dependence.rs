//! Systems that dependence analysis asks about: feasibility, and the range of each distance.

use divan::Bencher;
use presburger::{Budget, IntegerRelation};

fn main() {
    divan::main();
}

/// Name, and the dependence polyhedron as a relation from source to sink iterations.
const SYSTEMS: [(&str, &str); 7] = [
    (
        "uniform",
        "{ [i, j] -> [k, l] : 1 <= i, k < 99 and 1 <= j, l < 99 and i = k - 1 and j = l + 1 and i < k }",
    ),
    ("matmul", "[N] -> { [i, j, k] -> [a, b, c] : 0 <= i, j, k, a, b, c < N and i = a and j = b and k < c }"),
    (
        "triangular",
        "[N] -> { [i, j, k] -> [a, b, c] : 0 <= i < N and i < j < N and 0 <= k < i and 0 <= a < N and a < b < N and 0 <= c < a and i = b and k = c and i < a }",
    ),
    (
        "skewed",
        "{ [i, j] -> [k, l] : 0 <= i, k < 10 and 0 <= j, l < 7 and i + 3j = k + l and 4i + 5j = k + 2l + 3 and i < k }",
    ),
    ("modulo", "{ [i] -> [k] : 0 <= i, k < 22 and i mod 4 = k mod 4 and i < k }"),
    (
        "tiled",
        "[N] -> { [t, u, i, j] -> [v, w, k, l] : exists (a, b, c, d : t = 32a and u = 32b and v = 32c and w = 32d and 0 <= t, u, v, w < N and t <= i < t + 32 and u <= j < u + 32 and v <= k < v + 32 and w <= l < w + 32 and i = k - 1 and j = l and t < v and i, j, k, l < N) }",
    ),
    (
        "guard",
        "{ [i, j] -> [k, l] : 0 <= i, k < 32 and 0 <= j, l < 32 and 27 <= 11i + 13j <= 45 and -10 <= 7i - 9j <= 4 and k > i }",
    ),
];

fn relation(name: &str) -> IntegerRelation {
    let text = SYSTEMS.iter().find(|(known, _)| *known == name).map_or("{ [] }", |(_, text)| text);
    IntegerRelation::parse(text).unwrap_or_else(|error| panic!("{name}: {error}"))
}

fn names() -> impl Iterator<Item = &'static str> {
    SYSTEMS.iter().map(|(name, _)| *name)
}

#[divan::bench(args = names())]
fn is_integer_empty(bencher: Bencher<'_, '_>, name: &str) {
    let relation = relation(name);
    bencher.bench(|| relation.is_integer_empty(&Budget::unlimited()));
}

#[divan::bench(args = names())]
fn distances(bencher: Bencher<'_, '_>, name: &str) {
    let relation = relation(name);
    let space = relation.space();
    let objectives: Vec<Vec<_>> = (0..space.domain)
        .map(|k| {
            let mut row = vec![0i64; space.columns()];
            row[k] = -1;
            row[space.domain + k] = 1;
            row.into_iter().map(Into::into).collect()
        })
        .collect();
    bencher.bench(|| {
        let budget = Budget::unlimited();
        let solver = relation.solver(&budget)?;
        objectives.iter().map(|row| solver.extent(row, &budget)).collect::<Result<Vec<_>, _>>()
    });
}

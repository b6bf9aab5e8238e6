//! Smaller sizes for which a sequence of transformations leads to a text of the same form.

use rustc_hash::FxHashMap;
use transforms::parameter::Parameter;
use transforms::{tile, unroll_jam, vectorize};

use crate::search::Step;

/// Numbers that stay as they are: taps, strides, small vectors.
const SMALL: i64 = 24;

/// Numbers that are as near to each other as this belong together: a size, and the bounds of loops that leave out its ends.
const NEAR: i64 = 64;

/// A size that is greater than this many times the smallest one is not kept in proportion.
const MOST_IN_PROPORTION: i64 = 6;

/// By what the steps of a sequence divide loops.
pub(crate) struct Divisors {
    /// Of the factors and the lanes: a rest that is left by each.
    every: i64,
    /// The sizes of tiles; the last tile may be partial.
    tiles: Vec<i64>,
}

impl Divisors {
    pub(crate) fn of(steps: &[Step]) -> Self {
        let asked = |parameter: Parameter| {
            let numbers = steps.iter().filter_map(move |it| it.action.parameters().number(parameter.name));
            numbers.filter(|it| *it > 0)
        };
        let every = asked(unroll_jam::FACTOR).chain(asked(vectorize::WIDTH)).fold(1, lcm);
        Self { every: every.max(1), tiles: asked(tile::SIZE).collect() }
    }

    /// The size of a tile in place of another: it holds twice what is unrolled or in lanes.
    pub(crate) fn tile(&self) -> i64 {
        (2 * self.every).max(8)
    }

    /// The sizes from which on every loop runs more than one tile and is unrolled.
    fn least(&self) -> i64 {
        2 * if self.tiles.is_empty() { self.every.max(8) } else { self.tile() }
    }

    /// Whether a smaller size leaves what the size leaves.
    fn is_like(&self, size: i64, smaller: i64) -> bool {
        let is_partial = |size: i64, tile: i64| size % tile != 0;
        size % self.every == smaller % self.every
            && self.tiles.iter().all(|it| is_partial(size, *it) == is_partial(smaller, self.tile()))
    }
}

fn lcm(left: i64, right: i64) -> i64 {
    let (mut a, mut b) = (left, right);
    while b != 0 {
        (a, b) = (b, a % b);
    }
    (left / a.max(1)).saturating_mul(right)
}

/// Numbers that belong together.
struct Cluster {
    least: i64,
    greatest: i64,
}

/// Smaller numbers for those of a program, in several ways; none where it has no large ones.
pub(crate) fn smaller(values: &[i64], divisors: &Divisors) -> Vec<FxHashMap<i64, i64>> {
    let mut sorted: Vec<i64> =
        values.iter().copied().filter(|it| *it >= SMALL.max(divisors.least())).collect();
    sorted.sort_unstable();
    sorted.dedup();
    let mut clusters: Vec<Cluster> = Vec::new();
    for value in &sorted {
        match clusters.last_mut() {
            Some(it) if value - it.greatest <= NEAR.min(value / 8) => it.greatest = *value,
            _ => clusters.push(Cluster { least: *value, greatest: *value }),
        }
    }
    let ways = [(0, true), (0, false), (1, true), (1, false)];
    let mut found: Vec<FxHashMap<i64, i64>> = Vec::new();
    for (more, in_proportion) in ways {
        let base = divisors.least() + more * (divisors.every + 1);
        let Some(sizes) = sizes(&clusters, divisors, base, in_proportion) else { continue };
        let pairs = sorted.iter().filter_map(|value| {
            let at = clusters.iter().position(|it| (it.least..=it.greatest).contains(value))?;
            Some((*value, sizes.get(at)? - (clusters[at].greatest - value)))
        });
        let map: FxHashMap<i64, i64> = pairs.filter(|it| it.0 != it.1).collect();
        if !map.is_empty() && !found.contains(&map) {
            found.push(map);
        }
    }
    found
}

/// A smaller size for the greatest number of each cluster.
fn sizes(clusters: &[Cluster], divisors: &Divisors, base: i64, in_proportion: bool) -> Option<Vec<i64>> {
    let mut found: Vec<i64> = Vec::new();
    let first = clusters.first()?.greatest;
    for cluster in clusters {
        let share = base.saturating_mul(cluster.greatest) / first;
        let wanted = match found.last() {
            None => base,
            Some(_) if in_proportion && share <= MOST_IN_PROPORTION * base => share,
            Some(last) => last + 1,
        };
        let wanted = wanted.max(cluster.greatest - cluster.least + divisors.every.max(4));
        let end = wanted.saturating_add(4 * divisors.tile());
        found.push((wanted..end).find(|it| divisors.is_like(cluster.greatest, *it))?);
    }
    Some(found)
}

#[cfg(test)]
mod tests {
    use super::{Divisors, smaller};

    /// The smaller sizes in the first way.
    fn first(values: &[i64], every: i64, tiles: &[i64]) -> Vec<i64> {
        let all = smaller(values, &Divisors { every, tiles: tiles.to_vec() });
        values.iter().map(|it| all.first().and_then(|way| way.get(it)).copied().unwrap_or(*it)).collect()
    }

    #[test]
    fn sizes_leave_the_same_rests() {
        assert_eq!(first(&[512, 511, 1, 500], 8, &[]), [24, 23, 1, 12]);
        assert_eq!(first(&[500], 8, &[32]), [36]);
        assert_eq!(first(&[512], 8, &[32]), [32]);
        assert_eq!(first(&[1000, 1001], 4, &[]), [16, 17]);
    }

    #[test]
    fn proportions_are_kept_where_that_is_not_too_much() {
        assert_eq!(first(&[512, 1024], 8, &[]), [16, 32]);
        assert_eq!(first(&[48, 1_000_000, 1_000_047], 8, &[]), [16, 8, 55]);
    }

    #[test]
    fn small_numbers_stay() {
        assert!(smaller(&[1, 2, 16, 20], &Divisors { every: 4, tiles: vec![] }).is_empty());
    }
}

//! Pairs of accesses that are too many to be computed one by one: they stand for themselves together.

use super::MemrefAccess;
use crate::report::AccessKind;
use rustc_hash::FxHashMap;
use std::ops::Range;

/// Why pairs are not computed.
pub const NOT_COMPUTED: &str =
    "the function has too many accesses of this memory for pairs so far apart to be computed";

/// Accesses that may share memory, one of which at least writes.
///
/// How far two of them are apart is counted in these accesses.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Group {
    /// In program order.
    accesses: Box<[usize]>,
    /// Per access.
    writes: Box<[bool]>,
    /// Places in `accesses` of those that write.
    write_places: Box<[usize]>,
}

impl Group {
    /// All that a dependence is possible in, by the first access of each.
    pub(super) fn all(accesses: &[MemrefAccess]) -> Vec<Self> {
        Self::of_range(accesses, 0..accesses.len())
    }

    /// As [`Group::all`], of some of the accesses.
    pub(super) fn of_range(accesses: &[MemrefAccess], range: Range<usize>) -> Vec<Self> {
        let mut numbers = FxHashMap::default();
        let mut members: Vec<Vec<usize>> = Vec::new();
        let some = range.clone().zip(accesses.get(range).unwrap_or_default());
        for (index, access) in some {
            let Some(key) = access.class else { continue };
            let number = *numbers.entry(key).or_insert_with(|| {
                members.push(Vec::new());
                members.len() - 1
            });
            members[number].push(index);
        }
        let is_write = |it: &usize| accesses[*it].kind == AccessKind::Write;
        members.retain(|it| it.iter().any(is_write));
        let group = |it: Vec<usize>| {
            let writes = it.iter().map(is_write).collect();
            Self::of(it.into(), writes)
        };
        members.into_iter().map(group).collect()
    }

    fn of(accesses: Box<[usize]>, writes: Box<[bool]>) -> Self {
        let write_places = (0..writes.len()).filter(|it| writes[*it]).collect();
        Self { accesses, writes, write_places }
    }

    /// The first of its accesses.
    pub(super) fn first(&self) -> Option<usize> {
        self.accesses.first().copied()
    }

    pub(super) fn last(&self) -> Option<usize> {
        self.accesses.last().copied()
    }

    pub(super) fn len(&self) -> usize {
        self.accesses.len()
    }

    /// The pairs with a write at least this far apart, each in program order.
    pub(super) fn pairs(&self, apart: usize) -> impl Iterator<Item = (usize, usize)> {
        self.write_places.iter().flat_map(move |write| {
            let behind = write.checked_add(apart).filter(|it| *it < self.len()).map(|it| (*write, it));
            // With a write before it, that one has the pair.
            let before = write.checked_sub(apart).filter(|it| !self.writes[*it]).map(|it| (it, *write));
            behind.into_iter().chain(before).map(|(a, b)| (self.accesses[a], self.accesses[b]))
        })
    }

    /// The number of pairs with a write at least this far apart.
    pub(super) fn count(&self, apart: usize) -> u64 {
        let mut reads_before = 0_u64;
        let mut pairs = 0_u64;
        for (later, writes) in self.writes.iter().enumerate() {
            let Some(last) = later.checked_sub(apart) else { continue };
            reads_before += u64::from(!self.writes[last]);
            let before = last as u64 + 1;
            pairs = pairs.saturating_add(if *writes { before } else { before - reads_before });
        }
        pairs
    }

    /// Of the pairs with a write at least this far apart, the nearest of each access in both directions.
    fn nearest(&self, apart: usize) -> Vec<(usize, usize)> {
        let last = self.len().saturating_sub(apart);
        let mut pairs = Vec::new();
        let mut write_behind = None;
        for earlier in (0..last).rev() {
            let later = earlier + apart;
            if self.writes[later] {
                write_behind = Some(later);
            }
            let nearest = if self.writes[earlier] { Some(later) } else { write_behind };
            pairs.extend(nearest.map(|it| (earlier, it)));
        }
        let mut write_before = None;
        for earlier in 0..last {
            let later = earlier + apart;
            if self.writes[earlier] {
                write_before = Some(earlier);
            }
            let nearest = if self.writes[later] { Some(earlier) } else { write_before };
            pairs.extend(nearest.map(|it| (it, later)));
        }
        pairs.sort_unstable();
        pairs.dedup();
        pairs.into_iter().map(|(a, b)| (self.accesses[a], self.accesses[b])).collect()
    }
}

/// The pairs of a group's accesses that are too far apart to be computed. All of them may depend on each other.
///
/// Of each access the nearest ones before and after it are in the list of dependences as not known. So in whatever
/// stretch of the program such a pair lies, one that is in the list lies there too, and each access of the pair is an end
/// of one. What another of the pairs would change has to be asked for here.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NotComputed {
    group: Group,
    /// In accesses of the group: pairs that are at least so far apart are not computed.
    pub apart: usize,
    /// How many there are, both orders of one counted once.
    pub pairs: u64,
}

impl NotComputed {
    /// `None` if there is no such pair.
    pub(super) fn of(group: &Group, apart: usize) -> Option<Self> {
        let pairs = group.count(apart);
        (pairs > 0).then(|| Self { group: group.clone(), apart, pairs })
    }

    /// In program order.
    pub fn accesses(&self) -> &[usize] {
        &self.group.accesses
    }

    /// Those that are in the list of dependences, each in program order.
    pub(super) fn nearest(&self) -> Vec<(usize, usize)> {
        let mut pairs = self.group.nearest(self.apart);
        if self.apart == 0 {
            // Outside all loops an access does not depend on itself, and needs an entry with another one.
            pairs.extend(self.group.nearest(1));
            pairs.sort_unstable();
            pairs.dedup();
        }
        pairs
    }

    /// Whether an access may depend on others in ways that are not computed.
    pub fn has_pairs_of(&self, access: usize) -> bool {
        let place = self.group.accesses.binary_search(&access);
        place.is_ok_and(|it| it >= self.apart || self.group.len() - it > self.apart)
    }

    /// Whether a pair is one of them.
    pub fn concerns(&self, a: usize, b: usize) -> bool {
        let place = |access: usize| self.group.accesses.binary_search(&access).ok();
        match (place(a), place(b)) {
            (Some(a), Some(b)) => {
                a.abs_diff(b) >= self.apart && (self.group.writes[a] || self.group.writes[b])
            }
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn group(writes: &[bool]) -> Group {
        // Accesses of other memory are between.
        Group::of((0..writes.len()).map(|it| 3 * it + 1).collect(), writes.into())
    }

    proptest! {
        #[test]
        fn every_stretch_with_a_pair_has_one_of_the_nearest(
            writes in prop::collection::vec(any::<bool>(), 0..24),
            apart in 0_usize..26,
        ) {
            let group = group(&writes);
            let not_computed = NotComputed { group: group.clone(), apart, pairs: group.count(apart) };
            let all: Vec<(usize, usize)> = (apart..writes.len()).flat_map(|it| group.pairs(it)).collect();
            prop_assert_eq!(not_computed.pairs, all.len() as u64);
            let nearest = not_computed.nearest();
            prop_assert!(nearest.len() <= 3 * writes.len());
            prop_assert!(nearest.iter().all(|it| all.contains(it)));
            for (first, second) in &all {
                let mut inside = nearest.iter().filter(|it| first <= &it.0 && &it.1 <= second);
                prop_assert!(inside.clone().any(|it| it.0 == *first));
                prop_assert!(inside.clone().any(|it| it.1 == *second));
                let is_of_two = |it: &&(usize, usize)| it.0 != it.1;
                prop_assert!(first == second || inside.clone().any(|it| is_of_two(&it) && it.0 == *first));
                prop_assert!(first == second || inside.any(|it| is_of_two(&it) && it.1 == *second));
            }
            for (first, second) in (0..apart.min(writes.len())).flat_map(|it| group.pairs(it)) {
                prop_assert!(!not_computed.concerns(first, second));
            }
            prop_assert!(all.iter().all(|it| not_computed.concerns(it.0, it.1) && not_computed.concerns(it.1, it.0)));
        }
    }
}

//! Compares an answer with the true dependences.

use std::collections::{BTreeMap, BTreeSet};

use crate::answer::{Access, Answer, Claim, Components, Key};

/// The true dependences of a function.
#[derive(Debug, Default, Clone)]
pub(crate) struct Truth {
    pub(crate) accesses: Vec<TrueAccess>,
    /// Depths and vectors count all loops, of any spelling.
    pub(crate) dependences: BTreeMap<Key, Extent>,
    /// Source and sink of pairs of which the truth is not known.
    pub(crate) unsure: BTreeSet<(usize, usize)>,
}

#[derive(Debug, Clone)]
pub(crate) struct TrueAccess {
    /// Where it stands in the text, from zero.
    pub(crate) line: usize,
    /// The names that each loop's variable goes by, outermost first.
    pub(crate) loops: Vec<Vec<String>>,
    /// Whether something is between it and an exact answer that no analysis has to see through.
    pub(crate) is_hard: bool,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Extent {
    pub(crate) components: Components,
    /// All of them; `None` where they are not known one by one.
    pub(crate) distances: Option<Vec<Vec<i64>>>,
}

/// How many dependences of each kind there were.
#[derive(Debug, Default)]
pub(crate) struct Counts {
    /// What is said is what is.
    pub(crate) exact: usize,
    /// More is said than is true: it may not exist, or the access is hard.
    pub(crate) conservative: usize,
    /// Said of what does not exist, where it may not exist or an access is hard.
    pub(crate) spurious: usize,
    /// Carried by a loop that is not counted.
    pub(crate) uncounted: usize,
    /// One of both accesses is listed as not analysed.
    pub(crate) listed: usize,
    /// One of both accesses is neither analysed nor listed.
    pub(crate) neither: usize,
    /// Missing, too narrow, or claimed without need though it does not exist.
    pub(crate) wrong: Vec<String>,
}

/// The lists of distances have at most so many.
const MOST_DISTANCES: usize = 16;

impl Counts {
    pub(crate) fn judge(&mut self, truth: &Truth, answer: &Answer) {
        let analysed: Vec<_> = truth.accesses.iter().map(|it| answer.accesses.get(&it.line)).collect();
        let mut counted = Vec::new();
        for (access, analysed) in truth.accesses.iter().zip(&analysed) {
            let found = analysed.map(|it| counted_loops(access, it));
            if let Some(None) = found {
                self.wrong.push(format!("the loops around {access:?} are not {analysed:?}"));
            }
            counted.push(found.flatten());
        }
        let mut expected = BTreeSet::new();
        for ((source, sink, depth), extent) in &truth.dependences {
            let (Some(a), Some(b)) = (analysed[*source], analysed[*sink]) else {
                self.judge_unanalysed(truth, answer, (*source, *sink, *depth));
                continue;
            };
            let (Some(loops), Some(_)) = (&counted[*source], &counted[*sink]) else { continue };
            let is_hard = truth.accesses[*source].is_hard || truth.accesses[*sink].is_hard;
            let all = extent.components.len();
            let loops: Vec<usize> = loops.iter().copied().filter(|it| *it < all).collect();
            if *depth <= all && !loops.contains(&(depth - 1)) {
                self.uncounted += 1;
                continue;
            }
            let depth = 1 + loops.iter().filter(|it| **it + 1 < *depth).count();
            let key = (a.id, b.id, depth);
            self.judge_claims(answer, key, &extent.of_loops(&loops), is_hard || loops.len() < all);
            expected.insert(key);
        }
        let is_hard: BTreeMap<usize, bool> = (truth.accesses.iter().zip(&analysed).zip(&counted))
            .filter_map(|((access, analysed), counted)| {
                let misses = counted.as_ref().is_none_or(|it| it.len() < access.loops.len());
                Some(((*analysed)?.id, access.is_hard || misses))
            })
            .collect();
        let place = |id: usize| analysed.iter().position(|it| it.is_some_and(|it| it.id == id));
        for (key, claim) in &answer.claims {
            let hard = |id: usize| is_hard.get(&id).copied();
            if place(key.0).zip(place(key.1)).is_some_and(|it| truth.unsure.contains(&it)) {
                continue;
            }
            let (Some(source), Some(sink)) = (hard(key.0), hard(key.1)) else { continue };
            let exists = if claim.may_not_exist {
                expected.iter().any(|it| (it.0, it.1) == (key.0, key.1))
            } else {
                expected.contains(key)
            };
            match exists {
                true => {}
                false if claim.may_not_exist || source || sink => self.spurious += 1,
                false => self.wrong.push(format!("{key:?} does not exist: {claim:?}")),
            }
        }
    }

    fn judge_claims(&mut self, answer: &Answer, key: Key, extent: &Extent, may_be_wider: bool) {
        let claim = answer.claims.get(&key).filter(|it| !it.may_not_exist);
        // Of a pair about which little is known there is one dependence for all depths.
        let perhaps = || {
            let claims = answer.claims.range((key.0, key.1, 0)..=(key.0, key.1, usize::MAX));
            claims.into_iter().any(|(_, it)| it.may_not_exist)
        };
        let not_computed = || answer.not_computed.iter().any(|it| it.contains(&key.0) && it.contains(&key.1));
        match claim {
            Some(claim) if extent.is_said_by(claim) => self.exact += 1,
            Some(claim) if may_be_wider && contains(&claim.components, &extent.components) => {
                self.conservative += 1;
            }
            Some(claim) => self.wrong.push(format!("{key:?} is {extent:?}, not {claim:?}")),
            None if perhaps() => self.conservative += 1,
            None if not_computed() => self.listed += 1,
            None => self.wrong.push(format!("{key:?} is missing: {extent:?}")),
        }
    }

    /// Of accesses of which at least one is not analysed.
    fn judge_unanalysed(&mut self, truth: &Truth, answer: &Answer, (source, sink, depth): Key) {
        let lines = [source, sink].map(|it| truth.accesses[it].line);
        let analysed = lines.map(|it| answer.accesses.get(&it));
        let listed = lines.map(|it| answer.unanalysed.get(&it));
        let is_seen = |it: usize| analysed[it].is_some() || listed[it].is_some();
        if !is_seen(0) || !is_seen(1) {
            self.neither += 1;
            return;
        }
        let knows = |other: usize, id: usize| {
            listed[other].is_some_and(|it| it.has_more || it.accesses.contains(&id))
        };
        match analysed {
            [Some(access), _] if !knows(1, access.id) => {
                self.wrong
                    .push(format!("line {} is not said to touch {:?} at depth {depth}", lines[1], access));
            }
            [_, Some(access)] if !knows(0, access.id) => {
                self.wrong
                    .push(format!("line {} is not said to touch {:?} at depth {depth}", lines[0], access));
            }
            _ => self.listed += 1,
        }
    }

    pub(crate) fn add(&mut self, more: Counts) {
        self.exact += more.exact;
        self.conservative += more.conservative;
        self.spurious += more.spurious;
        self.uncounted += more.uncounted;
        self.listed += more.listed;
        self.neither += more.neither;
        self.wrong.extend(more.wrong);
    }

    /// All but what is wrong, on one line.
    pub(crate) fn summary(&self) -> String {
        let Counts { exact, conservative, spurious, uncounted, listed, neither, wrong } = self;
        format!(
            "{exact} exact, {conservative} conservative, {uncounted} carried by loops that are not counted, \
             {listed} listed, {neither} neither analysed nor listed, {} wrong; {spurious} may exist and do not",
            wrong.len()
        )
    }
}

/// Which of the loops around an access are counted; `None` where others are named, or in another order.
fn counted_loops(access: &TrueAccess, analysed: &Access) -> Option<Vec<usize>> {
    let mut all = access.loops.iter().enumerate();
    analysed.loops.iter().map(|name| Some(all.find(|(_, names)| names.contains(name))?.0)).collect()
}

impl Extent {
    /// Of these of the loops.
    fn of_loops(&self, loops: &[usize]) -> Extent {
        let distances = self.distances.as_ref().map(|distances| {
            let mut distances: Vec<Vec<i64>> =
                distances.iter().map(|vector| loops.iter().map(|it| vector[*it]).collect()).collect();
            distances.sort();
            distances.dedup();
            distances
        });
        Extent { components: loops.iter().map(|it| self.components[*it]).collect(), distances }
    }

    fn is_said_by(&self, claim: &Claim) -> bool {
        let is_listed = |it: &Vec<Vec<i64>>| !it[0].is_empty() && it.len() <= MOST_DISTANCES;
        let same_distances = match &self.distances {
            Some(it) => claim.distances.as_ref() == Some(it).filter(|it| is_listed(it)),
            None => true,
        };
        self.components == claim.components && same_distances
    }
}

fn contains(wide: &Components, narrow: &Components) -> bool {
    let below = |wide: Option<i64>, narrow: Option<i64>| match (wide, narrow) {
        (None, _) => true,
        (Some(_), None) => false,
        (Some(wide), Some(narrow)) => wide <= narrow,
    };
    wide.len() == narrow.len()
        && wide.iter().zip(narrow).all(|(wide, narrow)| {
            below(wide.0, narrow.0) && below(wide.1.map(|it| -it), narrow.1.map(|it| -it))
        })
}

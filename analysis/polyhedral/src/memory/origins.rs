//! The memory that a value may refer to.

use ir::{OpId, ValueId};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

/// Memory that is distinct from that of all other origins.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Origin {
    /// The result of an allocation.
    Allocation(ValueId),
    /// An allocation of a called function: the call, and which of its allocations.
    Returned(OpId, usize),
    /// An argument of the function.
    Argument(ValueId),
    /// By the first value that names it.
    Global(ValueId),
}

/// A value with more origins may be any memory.
const MOST: usize = 16;

/// The memory that a value may refer to.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct Origins {
    /// In their order, each once.
    known: SmallVec<[Origin; 1]>,
    /// Whether it may be all that others can reach.
    pub(super) anything: bool,
    /// Whether it may be all memory there is.
    pub(super) everything: bool,
    /// Whether others can reach some of it.
    pub(super) outside: bool,
}

impl Origins {
    pub(super) fn one(origin: Origin) -> Self {
        Self { known: SmallVec::from_elem(origin, 1), ..Self::default() }
    }

    pub(super) fn anything() -> Self {
        Self { anything: true, outside: true, ..Self::default() }
    }

    pub(super) fn everything() -> Self {
        Self { everything: true, ..Self::anything() }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.known.is_empty() && !self.anything
    }

    pub(crate) fn known(&self) -> &[Origin] {
        &self.known
    }

    /// Whether it may be all that others can reach, and nothing more is known.
    pub(crate) fn is_anything(&self) -> bool {
        *self == Self::anything()
    }

    /// The properties besides the origins.
    pub(crate) fn flags(&self) -> [bool; 3] {
        [self.anything, self.everything, self.outside]
    }

    /// Adds those of another; whether there was one to add.
    pub(super) fn add(&mut self, other: &Self) -> bool {
        if self.everything {
            return false;
        }
        let before = (self.known.len(), self.anything);
        self.anything |= other.anything;
        self.outside |= other.outside;
        for origin in &other.known {
            if let Err(place) = self.known.binary_search(origin) {
                self.known.insert(place, *origin);
            }
        }
        if other.everything || self.known.len() > MOST {
            *self = Self::everything();
            return true;
        }
        before != (self.known.len(), self.anything)
    }

    /// Whether the two have an origin in common.
    pub fn may_share(&self, other: &Self) -> bool {
        self.everything
            || other.everything
            || self.anything && other.outside
            || other.anything && self.outside
            || self.known.iter().any(|it| other.known.binary_search(it).is_ok())
    }
}

/// Numbers such that values of different numbers share no memory.
pub fn classes<'a>(values: impl Iterator<Item = &'a Origins>) -> Vec<usize> {
    let values: Vec<&Origins> = values.collect();
    let has_everything = values.iter().any(|it| it.everything);
    let has_anything = values.iter().any(|it| it.anything);
    let mut parents: Vec<usize> = (0..values.len()).collect();
    let mut first_of: FxHashMap<Option<Origin>, usize> = FxHashMap::default();
    for (index, it) in values.iter().enumerate() {
        let is_common = has_everything || has_anything && it.outside;
        let marks = it.known.iter().map(|it| Some(*it)).chain(is_common.then_some(None));
        for mark in marks {
            let first = *first_of.entry(mark).or_insert(index);
            let (first, own) = (class(&mut parents, first), class(&mut parents, index));
            parents[own] = first;
        }
    }
    (0..values.len()).map(|it| class(&mut parents, it)).collect()
}

/// The number of a value's class; the way there is halved each time.
fn class(parents: &mut [usize], mut of: usize) -> usize {
    while parents[of] != of {
        parents[of] = parents[parents[of]];
        of = parents[of];
    }
    of
}

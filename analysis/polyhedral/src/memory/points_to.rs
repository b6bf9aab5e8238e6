//! Points-to analysis by inclusion (Andersen, *Program analysis and specialization for the C programming language*,
//! 1994): the origins of each value include those of the values that flow into it.

use super::constraints::Constraints;
use super::origins::{Origin, Origins};
use ir::ValueId;
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::LazyLock;

/// The origins of the values of one isolated op.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct PointsTo {
    origins: FxHashMap<ValueId, Origins>,
    /// The allocations that unknown code can reach; `None`: all of them.
    escaping: Option<FxHashSet<Origin>>,
}

/// Of a value that nothing is known to flow into.
static ANYTHING: LazyLock<Origins> = LazyLock::new(Origins::anything);

impl PointsTo {
    pub(super) fn of(constraints: &Constraints) -> Self {
        let mut following: FxHashMap<ValueId, Vec<ValueId>> = FxHashMap::default();
        for (from, to) in &constraints.flows {
            following.entry(*from).or_default().push(*to);
        }
        let mut origins: FxHashMap<ValueId, Origins> = FxHashMap::default();
        let mut pending = Vec::new();
        let reached: FxHashSet<ValueId> =
            constraints.flows.iter().map(|it| it.1).chain(constraints.starts.iter().map(|it| it.0)).collect();
        let unreached = following.keys().filter(|it| !reached.contains(it)).map(|it| (*it, &*ANYTHING));
        for (value, start) in constraints.starts.iter().map(|it| (it.0, &it.1)).chain(unreached) {
            if origins.entry(value).or_default().add(start) {
                pending.push(value);
            }
        }
        // Each origin reaches each value once, and a value has a bounded number of them.
        while let Some(value) = pending.pop() {
            let Some(own) = origins.get(&value).cloned() else { continue };
            for next in following.get(&value).map(Vec::as_slice).unwrap_or_default() {
                if origins.entry(*next).or_default().add(&own) {
                    pending.push(*next);
                }
            }
        }
        origins.retain(|_, it| !it.is_empty());
        let of = |value: &ValueId| origins.get(value).unwrap_or(&ANYTHING);
        let escaping = match constraints.escaping.iter().any(|it| of(it).everything) {
            true => None,
            false => Some(constraints.escaping.iter().flat_map(|it| of(it).known()).copied().collect()),
        };
        let mut found = Self { origins, escaping };
        let mut origins = std::mem::take(&mut found.origins);
        for it in origins.values_mut() {
            it.outside |= it.known().iter().any(|it| found.is_outside(it));
        }
        Self { origins, ..found }
    }

    /// Whether others can reach what is of an origin.
    pub(super) fn is_outside(&self, origin: &Origin) -> bool {
        match origin {
            Origin::Argument(_) | Origin::Global(_) => true,
            Origin::Allocation(_) | Origin::Returned(..) => {
                self.escaping.as_ref().is_none_or(|it| it.contains(origin))
            }
        }
    }

    /// The memory that a value may refer to: anything where nothing is known to flow into it.
    pub(super) fn origins(&self, value: ValueId) -> &Origins {
        self.origins.get(&value).unwrap_or(&ANYTHING)
    }
}

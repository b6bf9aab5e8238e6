//! A dependence between two accesses at one depth.

use crate::report::{Component, DependenceKind};
use presburger::Integer;
use std::sync::Arc;

/// A dependence from `source` to `sink` (indices into [`Dependences::accesses`](super::Dependences::accesses)) at one depth; see
/// [`crate::report::Dependence`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Dependence {
    pub source: usize,
    pub sink: usize,
    pub kind: DependenceKind,
    pub depth: usize,
    pub components: Arc<[Component]>,
    pub distances: Option<Arc<[Vec<Integer>]>>,
    /// Why nothing more is known; it counts as a dependence at this depth and all below it.
    pub unknown: Option<Arc<str>>,
}

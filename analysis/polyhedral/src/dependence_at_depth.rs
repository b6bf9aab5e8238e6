//! A dependence between two accesses at one depth, and its distance vector.

use presburger::Integer;
use std::fmt;
use std::sync::Arc;

/// A dependence from `source` to `sink`, indices into the accesses that it was found among, at one depth.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Dependence {
    pub source: usize,
    pub sink: usize,
    pub kind: DependenceKind,
    /// From 1; the number of common loops + 1 where the dependence is loop-independent.
    pub depth: usize,
    /// One per common loop: the least and the greatest t − s, in values of the induction variables; both are attained.
    pub components: Arc<[Component]>,
    /// All vectors t − s in lexicographic order, where there are at most 16.
    pub distances: Option<Arc<[Vec<Integer>]>>,
    /// Why nothing more is known: it counts as a dependence at this depth and all below it, with components that are
    /// unbounded from its depth on, and may not exist.
    pub unknown: Option<Arc<str>>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum DependenceKind {
    Raw,
    War,
    Waw,
}

impl DependenceKind {
    pub fn as_str(self) -> &'static str {
        match self {
            DependenceKind::Raw => "RAW",
            DependenceKind::War => "WAR",
            DependenceKind::Waw => "WAW",
        }
    }
}

/// `None` where there is no bound.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Component {
    pub lower: Option<Integer>,
    pub upper: Option<Integer>,
}

impl fmt::Display for Component {
    /// `2`, or `[-1, *]` where it is not constant.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let end = |it: &Option<Integer>| it.as_ref().map_or("*".to_owned(), Integer::to_string);
        match &self.lower {
            Some(lower) if Some(lower) == self.upper.as_ref() => lower.fmt(f),
            lower => write!(f, "[{}, {}]", end(lower), end(&self.upper)),
        }
    }
}

/// `(2, 0)`; `([1, 7], [-1, *])` where it is not constant.
pub fn vector_text(components: impl IntoIterator<Item: fmt::Display>) -> String {
    let components: Vec<String> = components.into_iter().map(|it| it.to_string()).collect();
    format!("({})", components.join(", "))
}

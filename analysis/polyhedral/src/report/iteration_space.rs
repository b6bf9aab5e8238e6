//! Iteration spaces: the content of one of the server's own requests.

use super::{Access, Dependence, DependenceKind};
use presburger::Integer;
use rustc_hash::FxHashMap;
use syntax::TextRange;

/// Which part of a nest a picture shows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IterationSpaceOptions {
    /// Values of symbols by name, `%n`; 8 for those that are not named.
    pub symbols: FxHashMap<String, i64>,
    /// So many of the loops, from the outermost; all without it.
    ///
    /// Iterations and dependences of the loops inside are projected onto them.
    pub depth: Option<usize>,
    /// So many steps of each loop from the least value of its induction variable; all without it.
    pub extent: Option<u32>,
    /// So many points and so many arrows.
    pub limit: usize,
}

/// The iterations of a loop nest as points.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IterationSpace {
    /// All loops around the place, outermost first: induction variable, and where the operation's name stands.
    pub nest: Vec<(String, TextRange)>,
    /// Induction variables of the loops that are shown: the first ones of the nest.
    pub loops: Vec<String>,
    /// One per loop that is shown.
    pub ranges: Vec<InductionRange>,
    /// The values that symbols were given.
    pub symbols: Vec<(String, i64)>,
    /// In the order in which they run.
    pub points: Vec<Vec<Integer>>,
    /// Whether there are more points than these.
    pub truncated: bool,
    /// What arrows are of: accesses inside the loops that are shown, with their indices in
    /// [`super::FunctionDependences::accesses`].
    pub accesses: Vec<(usize, Access)>,
    /// Between these accesses, whether they have arrows or not; source and sink are indices in
    /// [`super::FunctionDependences::accesses`].
    pub dependences: Vec<Dependence>,
    pub arrows: Vec<IterationArrow>,
    /// Whether there may be more arrows than these.
    pub arrows_truncated: bool,
    /// Why points or arrows are missing that may exist.
    pub unknown: Vec<String>,
}

/// The values that an induction variable takes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InductionRange {
    /// Over all iterations; `None` where there is no bound, or no iteration, or it is not known.
    pub least: Option<Integer>,
    /// As `least`.
    pub greatest: Option<Integer>,
    /// Points beyond it are left out.
    pub last_shown: Option<Integer>,
    pub step: i64,
}

/// Two different iterations of the loops that are shown, where the second depends on the first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IterationArrow {
    pub kind: DependenceKind,
    pub source: Vec<Integer>,
    pub sink: Vec<Integer>,
    /// Of the memref; nothing where loops that are not shown decide on it, or there are several.
    pub element: Option<Vec<Integer>>,
    /// Indices into [`IterationSpace::dependences`], ascending.
    pub dependences: Vec<usize>,
}

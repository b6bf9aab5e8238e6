//! Constraint systems and iteration spaces: the content of the server's own requests.

use super::DependenceKind;
use presburger::Integer;
use syntax::TextRange;

/// One system of constraints.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ConstraintTable {
    /// `srcRel`, `dstDomain`, …; with `(1 of 3)` where it falls into pieces.
    pub title: String,
    /// Names of the columns that stand for values: loops (a prime marks the sink's), then symbols.
    pub names: Vec<String>,
    /// Counts of variables, kinds of columns, and one row per constraint: equalities `= 0`, then inequalities `>= 0`.
    ///
    /// As in MLIR's dumps, domain and range of a relation are counted together.
    pub tableau: String,
    /// The same in isl's notation.
    pub isl: String,
}

/// The systems behind one access.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AccessPolyhedra {
    /// Of the operation's name.
    pub range: TextRange,
    /// Its access relation and its domain; empty where they are not known.
    pub tables: Vec<ConstraintTable>,
    /// Why not.
    pub unknown: Option<String>,
    /// Those that leave or reach it.
    pub dependences: Vec<DependencePolyhedra>,
}

/// The systems behind one dependence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DependencePolyhedra {
    pub kind: DependenceKind,
    /// Of the operations' names.
    pub source: TextRange,
    pub sink: TextRange,
    pub depth: usize,
    pub tables: Vec<ConstraintTable>,
    pub unknown: Option<String>,
}

/// The iterations of a loop nest as points.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IterationSpace {
    /// Induction variables, outermost first.
    pub loops: Vec<String>,
    /// The values that symbols were given.
    pub symbols: Vec<(String, i64)>,
    /// In the order in which they run.
    pub points: Vec<Vec<Integer>>,
    /// Whether there are more points than these.
    pub truncated: bool,
    pub arrows: Vec<IterationArrow>,
    /// Whether there are more arrows than these.
    pub arrows_truncated: bool,
    /// Why points or arrows are missing that may exist.
    pub unknown: Vec<String>,
}

/// A dependence between two iterations of the nest; several between the same two are one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IterationArrow {
    pub kind: DependenceKind,
    pub source: Vec<Integer>,
    pub sink: Vec<Integer>,
}

//! Constraint systems: the content of one of the server's own requests.

use super::DependenceKind;
use syntax::TextRange;

/// One system of constraints.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ConstraintTable {
    /// `srcRel`, `dstDomain`, …; with `(1 of 3)` where it falls into pieces.
    pub title: String,
    /// Names of the columns that stand for values: loops (a prime marks the sink's), then symbols.
    pub names: Vec<String>,
    /// The meaning of each column of the tableau but the last, the constant: values by their names, `[0]` for a
    /// subscript, `Δ%i` for a distance, `q0` for what a step or a division needs.
    pub columns: Vec<String>,
    /// Counts of variables, kinds of columns, and one row per constraint: equalities `= 0`, then inequalities `>= 0`.
    ///
    /// As in MLIR's dumps, domain and range of a relation are counted together.
    pub tableau: String,
    /// The same in isl's notation.
    pub isl: String,
}

/// The systems after one access.
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

/// The systems after one dependence.
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

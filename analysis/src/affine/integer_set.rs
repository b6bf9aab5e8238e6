//! Integer sets: (dimensions)[symbols] : (constraints).

use super::{AffineExpr, map::write_inputs};
use std::fmt;

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct IntegerSet {
    pub(crate) dims: usize,
    pub(crate) symbols: usize,
    pub(crate) constraints: Box<[Constraint]>,
}

/// `expression >= 0` or `expression == 0`.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Constraint {
    pub(crate) expression: AffineExpr,
    pub(crate) kind: ConstraintKind,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum ConstraintKind {
    Equality,
    Inequality,
}

impl IntegerSet {
    pub(crate) fn inputs(&self) -> usize {
        self.dims.saturating_add(self.symbols)
    }
}

impl fmt::Display for IntegerSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_inputs(f, self.dims, self.symbols)?;
        f.write_str(" : (")?;
        for (index, constraint) in self.constraints.iter().enumerate() {
            if index > 0 {
                f.write_str(", ")?;
            }
            let relation = match constraint.kind {
                ConstraintKind::Equality => "==",
                ConstraintKind::Inequality => ">=",
            };
            write!(f, "{} {relation} 0", constraint.expression)?;
        }
        f.write_str(")")
    }
}

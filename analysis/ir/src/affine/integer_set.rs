//! Integer sets: (dimensions)[symbols] : (constraints).

use super::{AffineExpr, map::write_inputs};
use std::fmt;

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct IntegerSet {
    pub dims: usize,
    pub symbols: usize,
    pub constraints: Box<[Constraint]>,
}

/// `expression >= 0` or `expression == 0`.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Constraint {
    pub expression: AffineExpr,
    pub kind: ConstraintKind,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ConstraintKind {
    Equality,
    Inequality,
}

impl IntegerSet {
    pub fn inputs(&self) -> usize {
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

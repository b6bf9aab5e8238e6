//! Affine expressions, maps and integer sets as values, with no syntax and no positions.

mod expression;
mod folding;
mod integer_set;
mod lower;
mod map;
pub mod symbols;

pub use expression::{AffineExpr, BinaryOp};
pub use integer_set::{Constraint, ConstraintKind, IntegerSet};
pub use lower::{
    Inputs, ValueInputs, lower_expression, lower_map, lower_set, lower_value_expression, parse_integer,
};
pub use map::AffineMap;

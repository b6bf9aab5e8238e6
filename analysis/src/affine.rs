//! Affine expressions, maps and integer sets as values, with no syntax and no positions.

mod expression;
mod folding;
mod integer_set;
mod lower;
mod map;
pub(crate) mod symbols;

pub(crate) use expression::{AffineExpr, BinaryOp};
pub(crate) use integer_set::{Constraint, ConstraintKind, IntegerSet};
pub(crate) use lower::{
    Inputs, ValueInputs, lower_expression, lower_map, lower_set, lower_value_expression, parse_integer,
};
pub(crate) use map::AffineMap;

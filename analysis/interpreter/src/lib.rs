//! Runs programs in MLIR's generic form, to compare what they compute before and after a rewrite.
//!
//! `mlir-opt --mlir-print-op-generic` resolves names, aliases and custom forms; [`Module::parse`] reads what it
//! prints, and a [`Machine`] runs one function of it. Every access is checked against the real bounds of its memref,
//! through views as well, and against the other iterations of the parallel loops around it: a program that relies on
//! either ends with a [`Fault`] that names the operation. Integers wrap at their width, floats are rounded as their
//! type is. What is undefined in MLIR is a fault, and what nobody has written is poison until it decides something.

mod affine_map;
mod attribute;
mod conditions;
mod domain;
mod effects;
mod fault;
mod from_ir;
mod machine;
mod memory;
mod opaque;
mod open_sizes;
mod operations;
mod parallel;
mod poll;
mod program;
mod random;
mod regions;
#[cfg(test)]
mod tests;
mod types;
mod value;

pub use affine_map::apply;
pub use domain::{Domain, Operator};
pub use fault::{Cause, Fault};
pub use from_ir::{Obstacle, function_name};
pub use machine::{Arithmetic, Machine, Order, Stored};
pub use memory::{Ending, extent};
pub use operations::Exactness;
pub use poll::Poll;
pub use program::{Function, Module, Operation};
pub use types::{Element, Layout, Type};
pub use value::{Scalar, Value, Vector};

//! Runs programs in MLIR's generic form, to compare what they compute before and after a rewrite.
//!
//! `mlir-opt --mlir-print-op-generic` resolves names, aliases and custom forms; [`Module::parse`] reads what it
//! prints, and a [`Machine`] runs one function of it. Every access is checked against the real bounds of its memref,
//! through views as well, and against the other iterations of the parallel loops around it: a program that relies on
//! either ends with a [`Fault`] that names the operation. Integers wrap at their width, floats are rounded as their
//! type is. What is undefined in MLIR is a fault, and uninitialized memory is poison, which is a fault only where it decides something.

mod affine_map;
mod attribute;
mod conditions;
mod domain;
mod effects;
mod fault;
mod from_ir;
mod from_text;
mod interpretation;
mod lanes;
mod machine;
mod memory;
mod open_sizes;
mod operations;
mod parallel;
mod poll;
mod program;
mod random;
mod regions;
mod scalar;
mod semantics;
mod symbolic;
mod tensor;
mod tensors;
#[cfg(test)]
mod tests;
mod transfers;
mod types;
mod value;
mod view;

pub use affine_map::{Operator, apply};
pub use domain::Domain;
pub use fault::{Cause, Fault};
pub use from_ir::{Obstacle, function_name};
pub use interpretation::Interpretation;
pub use machine::{Machine, Order};
pub use memory::Ending;
pub use poll::Poll;
pub use program::{Function, Module, Operation};
pub use scalar::Scalar;
pub use semantics::Exactness;
pub use tensor::Tensor;
pub use types::{Element, Layout, Type};
pub use value::{Value, Vector};
pub use view::extent;

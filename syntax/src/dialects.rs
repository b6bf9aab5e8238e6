//! The dialects of MLIR that are known in full, a table each, in ODS's words. Facts about the others are in
//! [`crate::ods`]'s facts.
//!
//! Names, constraints and traits are those of MLIR. Parents and terminators are named by their operations. What ODS says
//! in C++ is said by directives of [`crate::ods`]'s own, and types that MLIR's parsers compute by `TypesMatchWith`.

mod affine;
mod arith;
mod bufferization;
mod builtin;
mod cf;
mod complex;
mod forms;
mod func;
mod index;
mod math;
mod memref;
mod scf;
mod tensor;
mod test;
mod ub;
mod vector;

use crate::ods::OpText;
#[cfg(test)]
pub(crate) use forms::notations;
pub(crate) use forms::{directive, form};

/// The operations of a dialect.
pub(crate) struct Dialect {
    pub(crate) name: &'static str,
    /// Whether these are all of them.
    pub(crate) is_complete: bool,
    pub(crate) operations: &'static [OpText<'static>],
}

pub(crate) fn tables() -> impl Iterator<Item = &'static Dialect> {
    COMPLETE.iter().chain(PARTIAL)
}

const COMPLETE: &[Dialect] = &[
    complete("affine", affine::OPERATIONS),
    complete("arith", arith::OPERATIONS),
    complete("bufferization", bufferization::OPERATIONS),
    complete("builtin", builtin::OPERATIONS),
    complete("cf", cf::OPERATIONS),
    complete("complex", complex::OPERATIONS),
    complete("func", func::OPERATIONS),
    complete("index", index::OPERATIONS),
    complete("math", math::OPERATIONS),
    complete("memref", memref::OPERATIONS),
    complete("scf", scf::OPERATIONS),
    complete("tensor", tensor::OPERATIONS),
    complete("ub", ub::OPERATIONS),
    complete("vector", vector::OPERATIONS),
];

const PARTIAL: &[Dialect] = &[Dialect { name: "test", is_complete: false, operations: test::OPERATIONS }];

const fn complete(name: &'static str, operations: &'static [OpText<'static>]) -> Dialect {
    Dialect { name, is_complete: true, operations }
}

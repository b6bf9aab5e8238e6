//! The operations of MLIR's dialects, a table each, in ODS's words.
//!
//! Names, constraints and traits are those of MLIR. Parents and terminators are named by their operations. What ODS says
//! in C++ is said by directives of [`crate::ods`]'s own, and types that MLIR's parsers compute by `TypesMatchWith`.

mod affine;
mod arith;
mod builtin;
mod cf;
mod complex;
mod func;
mod index;
mod math;
mod memref;
mod scf;
mod tensor;
mod ub;
mod vector;

use crate::ods::OpText;

pub(crate) const TABLES: &[(&str, &[OpText<'static>])] = &[
    ("affine", affine::OPERATIONS),
    ("arith", arith::OPERATIONS),
    ("builtin", builtin::OPERATIONS),
    ("cf", cf::OPERATIONS),
    ("complex", complex::OPERATIONS),
    ("func", func::OPERATIONS),
    ("index", index::OPERATIONS),
    ("math", math::OPERATIONS),
    ("memref", memref::OPERATIONS),
    ("scf", scf::OPERATIONS),
    ("tensor", tensor::OPERATIONS),
    ("ub", ub::OPERATIONS),
    ("vector", vector::OPERATIONS),
];

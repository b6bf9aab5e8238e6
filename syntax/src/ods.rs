//! The registry of operations: what each one is, in the words of MLIR's operation definition specification (ODS).
//!
//! A [`Registry`] holds an [`OpDefinition`] per operation, read from the same text as TableGen reads: operands, results
//! and attributes with their constraints, traits, and the assembly format. One definition serves the parser, the names
//! of the pieces of a tree ([`OpDefinition::bind`]), the typing of values ([`TypeRule`]), and everything that asks what the
//! operation is, and what it computes ([`Semantics`]). The definitions that are built in are in tables, one per dialect (`dialects`).

mod attributes;
mod combining;
mod common_attributes;
mod definition;
mod expression;
mod facts;
#[cfg(test)]
mod form_tests;
mod format;
pub mod import;
mod name;
mod registry;
pub mod semantics;
mod storage;
mod summaries;
#[cfg(test)]
mod tests;
mod text;
mod type_rules;
#[cfg(test)]
mod type_tests;
mod version;

/// The reader of the files that definitions are imported from.
pub use ::ods as tablegen;

pub use combining::{ATOMIC_KINDS, Combining, Neutral};
pub use definition::{
    Arity, AttributeDefinition, MemoryEffect, OpDefinition, RegionDefinition, SuccessorDefinition,
    ValueDefinition,
};
pub use expression::Expression;
pub(crate) use format::Outcome;
pub use format::{BoundOperand, OpBinding};
pub use name::{Name, full_name};
pub use registry::{Library, Registry};
pub use semantics::Semantics;
pub use storage::KeywordStorage;
pub use text::{ImportedOp, ImportedType, OpText, Origin, op};
pub use type_rules::TypeRule;
pub use version::{Version, Versions};

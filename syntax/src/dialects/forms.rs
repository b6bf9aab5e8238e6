//! Forms of MLIR's own dialects and of Fortran's that are parsed in C++, and directives of theirs, in the notation of assembly formats.
//!
//! They are for definitions that are imported. A text that does not fit one is not wrong: the operation stays opaque.

mod directives;
mod flang;
mod llvm;
mod others;
mod spirv;
mod tosa;

use std::sync::LazyLock;

use rustc_hash::FxHashMap;

/// A name, and the notation that it stands for.
type Table = &'static [(&'static str, &'static str)];

/// Looked up when the definition of an operation is read: most programs use few.
type ByName = LazyLock<FxHashMap<&'static str, &'static str>>;

static FORMS: ByName =
    LazyLock::new(|| by_name(&[flang::FORMS, llvm::FORMS, others::FORMS, spirv::FORMS, tosa::FORMS]));

static DIRECTIVES: ByName = LazyLock::new(|| by_name(&[directives::DIRECTIVES]));

/// The form of the operation of that full name.
pub(crate) fn form(name: &str) -> Option<&'static str> {
    FORMS.get(name).copied()
}

/// The notation for `custom<name>($1, $2, …)`.
pub(crate) fn directive(name: &str) -> Option<&'static str> {
    DIRECTIVES.get(name).copied()
}

/// All forms and directives.
#[cfg(test)]
pub(crate) fn notations() -> impl Iterator<Item = (&'static str, &'static str)> {
    FORMS.iter().chain(DIRECTIVES.iter()).map(|it| (*it.0, *it.1))
}

fn by_name(tables: &[Table]) -> FxHashMap<&'static str, &'static str> {
    tables.iter().copied().flatten().copied().collect()
}

//! A reader of TableGen, the language of LLVM's and MLIR's definitions, as far as data goes: it parses files and evaluates
//! their records, and knows nothing of what backends make of them.
//!
//! After the TableGen Programmer's Reference of LLVM 22. Starts no process and reads no file: texts come from a
//! [`Source`]. Whatever the text is, it ends, within [`Limits`]; errors are reported, and everything else is there: a value that depends on
//! something missing or wrong is [`Value::Unknown`].

mod ast;
mod declarations;
mod evaluator;
mod lexer;
mod parser;
mod value;

use rustc_hash::FxHashMap;
use std::sync::Arc;

pub use declarations::Declaration;
pub use lexer::Offset;
pub use value::{Dag, RecordId, Value};

/// A file that is parsed; others may include it over and over.
#[derive(Debug, Clone)]
pub struct ParsedFile(Arc<ast::File>);

impl ParsedFile {
    pub fn parse(text: &str) -> Self {
        Self(Arc::new(parser::parse(text)))
    }
}

/// Where files come from.
pub trait Source {
    /// The file that is included by this path, with a path that names it alone. `from` is the file that includes it,
    /// if any does.
    fn file(&self, path: &str, from: Option<&str>) -> Option<(Arc<str>, ParsedFile)>;
}

/// Bounds on what evaluating may take.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// Items and expressions that are evaluated, and what values are made of.
    pub steps: u64,
    /// How deep they nest.
    pub depth: usize,
    pub records: usize,
    /// Of a list or a dag, with those of lists in it.
    pub elements: usize,
    /// Of a text.
    pub bytes: usize,
    /// How deep files include each other.
    pub includes: usize,
    /// The errors that are reported.
    pub errors: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            // All of MLIR 22 takes a million, for 15 thousand records.
            steps: 4_000_000,
            depth: 300,
            records: 100_000,
            elements: 100_000,
            bytes: 1 << 24,
            includes: 200,
            errors: 1_000,
        }
    }
}

/// A mistake in a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Error {
    pub file: Arc<str>,
    /// The main file that is that file or includes it.
    pub main: Arc<str>,
    pub at: Offset,
    pub message: String,
}

/// A record: a definition, or what an expression made.
#[derive(Debug, Clone)]
pub struct Record {
    pub name: Arc<str>,
    pub is_anonymous: bool,
    /// Its classes and theirs, each after those that it is one of, with the arguments in the order of the parameters.
    pub classes: Vec<(Arc<str>, Vec<Value>)>,
    pub fields: Vec<(Arc<str>, Value)>,
    /// Whether a class of it is missing, or of one of its classes: it may be of any other class, and have more fields.
    pub is_partial: bool,
    /// Where it is defined.
    pub file: Arc<str>,
    pub at: Offset,
}

impl Record {
    pub fn is_a(&self, class: &str) -> bool {
        self.classes.iter().any(|it| *it.0 == *class)
    }

    /// The arguments that a class of the record has.
    pub fn arguments(&self, class: &str) -> &[Value] {
        self.classes.iter().find(|it| *it.0 == *class).map_or(&[], |it| &it.1)
    }

    pub fn field(&self, name: &str) -> &Value {
        self.fields.iter().find(|it| *it.0 == *name).map_or(&Value::Unset, |it| &it.1)
    }
}

/// All records of some files, in the order of their definition.
#[derive(Debug, Clone, Default)]
pub struct Records {
    pub records: Vec<Record>,
    by_name: FxHashMap<Arc<str>, RecordId>,
    pub errors: Vec<Error>,
}

impl Records {
    pub fn get(&self, name: &str) -> Option<&Record> {
        self.records.get(*self.by_name.get(name)?)
    }

    /// The record that a value is.
    pub fn of(&self, value: &Value) -> Option<&Record> {
        self.records.get(value.as_record()?)
    }
}

/// Selects what a caller needs of the records of files: most of their content is for other tools.
#[derive(Debug, Clone, Copy)]
pub struct RecordFilter<'a> {
    /// The records with names that are of one of these classes, and all that they refer to.
    pub classes: &'a [&'a str],
    /// The fields of those records.
    pub fields: &'a [&'a str],
}

/// Evaluates files as if one file included them all, one after the other.
pub fn evaluate(source: &dyn Source, paths: &[&str], limits: Limits) -> Records {
    evaluator::evaluate(source, paths, None, limits)
}

/// As [`evaluate`], but what the filter leaves out may be missing.
pub fn evaluate_filtered(
    source: &dyn Source,
    paths: &[&str],
    filter: &RecordFilter<'_>,
    limits: Limits,
) -> Records {
    evaluator::evaluate(source, paths, Some(filter), limits)
}

//! The outline of one `.td` file: its dialects and operations.

use analysis::ods::tablegen::{Declaration, ParsedFile};
use rustc_hash::FxHashSet;

/// The outline of a file.
#[derive(Debug, Default)]
pub(super) struct Outline {
    pub(super) includes: Vec<Box<str>>,
    pub(super) classes: Vec<(Box<str>, Derivation)>,
    /// How its records are derived, each way once.
    pub(super) records: FxHashSet<Derivation>,
    pub(super) named: Vec<NamedRecord>,
}

/// The parents of a class or record.
#[derive(Debug, PartialEq, Eq, Hash)]
pub(super) struct Derivation {
    pub(super) parents: Box<[Box<str>]>,
    /// The names among the arguments of the parents.
    pub(super) arguments: Box<[Box<str>]>,
}

/// A record that gives its field `name` a text, as dialects do.
#[derive(Debug)]
pub(super) struct NamedRecord {
    pub(super) record: Box<str>,
    pub(super) name: Box<str>,
    pub(super) derivation: Derivation,
}

impl Outline {
    pub(super) fn of(text: &str) -> Self {
        let file = ParsedFile::parse(text);
        let mut outline =
            Self { includes: file.includes().into_iter().map(Box::from).collect(), ..Self::default() };
        for declaration in file.declarations() {
            let derivation = derivation(&declaration);
            match (declaration.name, declaration.text("name")) {
                (Some(name), _) if declaration.is_class => outline.classes.push((name.into(), derivation)),
                (Some(record), Some(name)) => {
                    outline.named.push(NamedRecord { record: record.into(), name: name.into(), derivation });
                }
                _ => _ = outline.records.insert(derivation),
            }
        }
        outline
    }
}

fn derivation(declaration: &Declaration<'_>) -> Derivation {
    Derivation {
        parents: declaration.parents().map(Box::from).collect(),
        arguments: declaration.arguments().map(Box::from).collect(),
    }
}

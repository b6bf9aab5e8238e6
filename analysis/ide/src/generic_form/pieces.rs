//! The parts of an operation in generic form.

use ir::RegionId;
use syntax::ods::Name;

/// The pieces of one operation.
#[derive(Default)]
pub(super) struct Pieces {
    /// Indices into the operation's operands.
    pub(super) operands: Vec<usize>,
    pub(super) operand_types: Vec<String>,
    pub(super) result_types: Vec<String>,
    pub(super) properties: Vec<Entry>,
    pub(super) attributes: Vec<Entry>,
    pub(super) regions: Vec<RegionPiece>,
}

/// An attribute: a name, with its value if it is not `unit`.
pub(super) struct Entry {
    pub(super) name: String,
    pub(super) value: Option<String>,
}

impl Entry {
    pub(super) fn new(name: &str, value: impl Into<String>) -> Self {
        Self { name: name.to_owned(), value: Some(value.into()) }
    }

    pub(super) fn unit(name: &str) -> Self {
        Self { name: name.to_owned(), value: None }
    }
}

/// A region in its place among the operation's regions.
pub(super) enum RegionPiece {
    Own(RegionId, Filling),
    /// One without blocks.
    Empty,
}

/// The operations that MLIR adds to a region that is written.
#[derive(Clone, Default)]
pub(super) struct Filling {
    /// A block, where none is written.
    pub(super) has_block: bool,
    /// The operation at the end of the block, where no terminator is written.
    pub(super) terminator: Option<Terminator>,
}

/// An operation that MLIR adds.
#[derive(Clone)]
pub(super) struct Terminator {
    /// Unknown where it is of a dialect that the definition was read without.
    pub(super) name: Option<Name>,
    /// Whether its operands are the results of the only operation before it.
    pub(super) passes_results: bool,
}

/// The list in brackets, or nothing.
pub(super) fn list_of(entries: &[Entry]) -> String {
    let entry = |it: &Entry| match &it.value {
        Some(value) => format!("{} = {value}", spelled(&it.name)),
        None => spelled(&it.name),
    };
    entries.iter().map(entry).collect::<Vec<_>>().join(", ")
}

/// A name in quotes where it is not a word.
fn spelled(name: &str) -> String {
    let is_word = name.starts_with(|it: char| it.is_ascii_alphabetic() || it == '_')
        && name.chars().all(|it| it.is_ascii_alphanumeric() || matches!(it, '_' | '$' | '.'));
    if is_word { name.to_owned() } else { format!("\"{name}\"") }
}

/// `array<i64: 1, 2>`
pub(super) fn dense_array(ty: &str, numbers: impl IntoIterator<Item = impl ToString>) -> String {
    let numbers: Vec<String> = numbers.into_iter().map(|it| it.to_string()).collect();
    if numbers.is_empty() { format!("array<{ty}>") } else { format!("array<{ty}: {}>", numbers.join(", ")) }
}

//! What is known of all operations of MLIR's dialects where nobody has read their definitions: their names, operands,
//! results, regions, successors and traits, from a table that is made of MLIR's own files.
//!
//! A line of `[dialect]` begins the operations of a dialect. Each line below it describes the operations that it names
//! first; behind them, between bars, stand what they take, give, hold and go to, and their traits in ODS's words. A value
//! that may be missing ends with `?`, several with `*`; `@` begins an attribute that has to be there, and behind `!`
//! stand the effects on a value: read, write, allocate, free.
//! A dialect is read when somebody asks for an operation of it, and an operation when somebody asks for that.

use std::sync::{Arc, LazyLock, OnceLock};

use rustc_hash::FxHashMap;

use super::{OpDefinition, op};

/// A test of the whole program writes it.
const TEXT: &str = include_str!("facts.txt");

/// Dialects that projects add operations to, each its own.
const EXTENDED: &[&str] = &["transform"];

static FACTS: LazyLock<Facts> = LazyLock::new(|| Facts::of(TEXT));

/// The operations of a table.
#[derive(Debug)]
pub(super) struct Facts {
    dialects: FxHashMap<&'static str, Dialect>,
}

#[derive(Debug)]
struct Dialect {
    text: &'static str,
    operations: OnceLock<FxHashMap<&'static str, Operation>>,
}

#[derive(Debug)]
struct Operation {
    line: &'static str,
    definition: OnceLock<Option<Arc<OpDefinition>>>,
}

impl Facts {
    /// Those on MLIR's own dialects.
    pub(super) fn of_mlir() -> &'static Facts {
        &FACTS
    }

    fn of(text: &'static str) -> Self {
        let sections = text.split("\n[").skip(1).filter_map(|it| it.split_once("]\n"));
        let dialect = |text| Dialect { text, operations: OnceLock::new() };
        Self { dialects: sections.map(|(name, text)| (name, dialect(text))).collect() }
    }

    /// Whether the operations of the dialect are in the table.
    pub(super) fn has_dialect(&self, dialect: &str) -> bool {
        self.dialects.contains_key(dialect)
    }

    /// Whether the dialect has no operations beside those in the table.
    pub(super) fn lists(&self, dialect: &str) -> bool {
        self.has_dialect(dialect) && !EXTENDED.contains(&dialect)
    }

    /// The operation of that full name.
    pub(super) fn get(&self, name: &str) -> Option<&Arc<OpDefinition>> {
        let operation = self.operation(name)?;
        let read = || operation.read(name).ok().map(Arc::new);
        operation.definition.get_or_init(read).as_ref()
    }

    /// Whether the operation of that full name is in the table.
    pub(super) fn has(&self, name: &str) -> bool {
        self.operation(name).is_some()
    }

    fn operation(&self, name: &str) -> Option<&Operation> {
        let (dialect, name) = name.split_once('.')?;
        self.dialects.get(dialect)?.operations().get(name)
    }

    /// The full names of all operations that begin with a text.
    pub(super) fn names_with<'a>(&'a self, start: &'a str) -> impl Iterator<Item = String> + 'a {
        let dialects = self.dialects.iter().filter(move |(dialect, _)| match start.split_once('.') {
            Some((of, _)) => **dialect == of,
            None => dialect.starts_with(start),
        });
        let names = dialects.flat_map(|(dialect, of)| of.names().map(move |it| format!("{dialect}.{it}")));
        names.filter(move |it| it.starts_with(start))
    }
}

impl Dialect {
    fn names(&self) -> impl Iterator<Item = &'static str> {
        self.text.lines().flat_map(names)
    }

    fn operations(&self) -> &FxHashMap<&'static str, Operation> {
        let operation = |line| Operation { line, definition: OnceLock::new() };
        let lines = self.text.lines().flat_map(|line| names(line).map(move |it| (it, operation(line))));
        self.operations.get_or_init(|| lines.collect())
    }
}

/// The operations that a line describes.
fn names(line: &'static str) -> impl Iterator<Item = &'static str> {
    line.split_once('|').map_or("", |it| it.0).split_ascii_whitespace()
}

impl Operation {
    fn read(&self, name: &str) -> Result<OpDefinition, String> {
        let mut fields = self.line.splitn(6, '|').skip(1);
        let mut field = |read: fn(&str) -> String| {
            let entries = fields.next().unwrap_or_default().split_ascii_whitespace();
            entries.map(read).collect::<Vec<_>>().join(", ")
        };
        let (ins, outs) = (field(value), field(value));
        let regions = field(|it| one_or_many(it, "AnyRegion", "VariadicRegion"));
        let successors = field(|it| one_or_many(it, "AnySuccessor", "VariadicSuccessor"));
        let traits = fields.next().unwrap_or_default();
        let text = op(&[]).ins(&ins).outs(&outs).regions(&regions).successors(&successors).traits(traits);
        OpDefinition::read(name, &text)
    }
}

/// `name?!r` and `@name` in ODS's words.
fn value(entry: &str) -> String {
    if let Some(attribute) = entry.strip_prefix('@') {
        return format!("ForeignAttr:${attribute}");
    }
    let (entry, effects) = entry.split_once('!').unwrap_or((entry, ""));
    let (name, ty) = match (entry.strip_suffix('?'), entry.strip_suffix('*')) {
        (Some(name), _) => (name, "Optional<AnyType>"),
        (_, Some(name)) => (name, "Variadic<AnyType>"),
        _ => (entry, "AnyType"),
    };
    let effects: Vec<&str> = EFFECTS.iter().filter(|it| effects.contains(it.0)).map(|it| it.1).collect();
    match effects.is_empty() {
        true => format!("{ty}:${name}"),
        false => format!("Arg<{ty}, \"\", [{}]>:${name}", effects.join(", ")),
    }
}

/// Effects with their letters in the table and their names in ODS.
const EFFECTS: &[(char, &str)] = &[('r', "MemRead"), ('w', "MemWrite"), ('a', "MemAlloc"), ('f', "MemFree")];

fn one_or_many(entry: &str, one: &str, many: &str) -> String {
    match entry.strip_suffix('*') {
        Some(name) => format!("{many}<{one}>:${name}"),
        None => format!("{one}:${entry}"),
    }
}

#[cfg(test)]
mod tests {
    use super::Facts;
    use crate::ods::{Arity, ImportedOp, MemoryEffect, Registry};

    #[test]
    fn all_of_the_table_can_be_read() {
        let facts = Facts::of_mlir();
        let operations: usize = facts.dialects.values().map(|it| it.operations().len()).sum();
        assert!(operations > 2_000, "{operations}");
        for (dialect, section) in &facts.dialects {
            assert_eq!(section.names().count(), section.operations().len(), "{dialect}: a name stands twice");
            for (name, operation) in section.operations() {
                operation
                    .read(&format!("{dialect}.{name}"))
                    .unwrap_or_else(|error| panic!("{name}: {error}"));
            }
        }
    }

    #[test]
    fn a_line_says_arities_effects_and_traits() {
        let registry = Registry::builtin();
        let copy = registry.get("gpu.memcpy").expect("facts");
        let operands: Vec<_> =
            copy.operands.iter().map(|it| (&*it.name, it.arity, it.effects.to_vec())).collect();
        let expected = [
            ("asyncDependencies", Arity::Variadic, vec![]),
            ("dst", Arity::One, vec![MemoryEffect::Write]),
            ("src", Arity::One, vec![MemoryEffect::Read]),
        ];
        assert_eq!(operands, expected);
        assert_eq!(copy.results.iter().map(|it| it.arity).collect::<Vec<_>>(), [Arity::Optional]);
        assert!(!copy.has_form() && !copy.has_no_memory_effect());
        let switch = registry.get("llvm.switch").expect("facts");
        let successors: Vec<_> = switch.successors.iter().map(|it| it.is_variadic).collect();
        assert!(switch.has_trait("Terminator") && switch.is_pure());
        assert_eq!(successors, [false, true]);
        let thread = registry.get("gpu.thread_id").expect("facts");
        assert_eq!(thread.attributes.iter().map(|it| &*it.name).collect::<Vec<_>>(), ["dimension"]);
        assert!(
            registry.get("gpu.no_such").is_none()
                && registry.lists("gpu")
                && !registry.lists("transform")
                && !registry.is_complete("gpu")
        );
    }

    #[test]
    fn what_somebody_brings_goes_before_the_table() {
        let own = ImportedOp { name: "gpu.thread_id".into(), ..ImportedOp::default() };
        let registry = Registry::builtin().with([own]);
        let found = registry.get("gpu.thread_id").expect("somebody's");
        assert!(found.attributes.is_empty() && !found.is_pure());
        assert!(registry.get("gpu.block_id").is_some_and(|it| it.is_pure()));
    }
}

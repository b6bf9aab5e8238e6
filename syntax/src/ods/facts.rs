//! Facts about all operations of MLIR's dialects, known without their definition files: their names, operands,
//! results, regions, successors and traits, from a table that is made of MLIR's own files.
//!
//! A line of `[dialect]` begins the operations of a dialect. Each line below it describes the operations that it names
//! first; after them, between bars, are what they take, give, hold and go to, and their traits in ODS's words. A value
//! that may be missing ends with `?`, several with `*`; `@` begins an attribute that has to be there, and after `!`
//! are the effects on a value: read, write, allocate, free.
//! The tables of later versions of MLIR list the differences: lines of operations that are new or changed, and
//! after `-` the names of those that are gone, after `=` with their current full names. Of a changed operation only
//! the facts that the versions share are known.
//! A dialect is read when one of its operations is first asked for, and an operation when it is itself asked for.

use std::borrow::Cow;
use std::sync::{Arc, LazyLock, OnceLock};

use rustc_hash::FxHashMap;

use super::definition::{UNKNOWN_ARGUMENTS, UNKNOWN_TRAITS};
use super::{Name, OpDefinition, Version, Versions, op};

/// A test of the whole program writes it.
const TEXT: &str = include_str!("facts.txt");

/// The tables of versions after the first one.
const LATER: &[(Version, &str)] = &[(Version::V23, include_str!("facts-23.txt"))];

/// Dialects that projects add operations to, each its own.
const EXTENDED: &[&str] = &["transform"];

static FACTS: LazyLock<Facts> = LazyLock::new(|| Facts::of(TEXT, LATER));

/// The operations of a table.
#[derive(Debug)]
pub(super) struct Facts {
    dialects: FxHashMap<&'static str, Dialect>,
}

#[derive(Debug)]
struct Dialect {
    /// Its sections in the tables, and the versions of those after the first.
    texts: Vec<(Option<Version>, &'static str)>,
    operations: OnceLock<FxHashMap<&'static str, Operation>>,
}

#[derive(Debug)]
struct Operation {
    /// Several where versions differ.
    lines: Vec<&'static str>,
    versions: Versions,
    renamed: Option<&'static str>,
    definition: OnceLock<Option<Arc<OpDefinition>>>,
}

impl Facts {
    /// Those on MLIR's own dialects.
    pub(super) fn of_mlir() -> &'static Facts {
        &FACTS
    }

    fn of(text: &'static str, later: &[(Version, &'static str)]) -> Self {
        let mut dialects: FxHashMap<&'static str, Dialect> = FxHashMap::default();
        let later = later.iter().map(|(version, text)| (Some(*version), *text));
        for (version, text) in [(None, text)].into_iter().chain(later) {
            for (name, text) in text.split("\n[").skip(1).filter_map(|it| it.split_once("]\n")) {
                let empty = || Dialect { texts: Vec::new(), operations: OnceLock::new() };
                dialects.entry(name).or_insert_with(empty).texts.push((version, text));
            }
        }
        Self { dialects }
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
        let names = dialects
            .flat_map(|(dialect, of)| of.operations().keys().map(move |it| format!("{dialect}.{it}")));
        names.filter(move |it| it.starts_with(start))
    }
}

impl Dialect {
    fn operations(&self) -> &FxHashMap<&'static str, Operation> {
        self.operations.get_or_init(|| {
            let mut found = FxHashMap::default();
            for (version, text) in &self.texts {
                text.lines().for_each(|line| take(&mut found, *version, line));
            }
            found
        })
    }
}

/// Takes a line of the table of a version.
fn take(found: &mut FxHashMap<&'static str, Operation>, version: Option<Version>, line: &'static str) {
    if let Some(gone) = line.strip_prefix('-') {
        for entry in gone.split_ascii_whitespace() {
            let (name, renamed) = entry.split_once('=').map_or((entry, None), |it| (it.0, Some(it.1)));
            if let Some(operation) = found.get_mut(name) {
                (operation.versions.until, operation.renamed) = (version, renamed);
            }
        }
        return;
    }
    for name in names(line) {
        let versions = Versions { since: version, until: None };
        let new = || Operation { lines: Vec::new(), versions, renamed: None, definition: OnceLock::new() };
        found.entry(name).or_insert_with(new).lines.push(line);
    }
}

/// The operations that a line describes.
fn names(line: &'static str) -> impl Iterator<Item = &'static str> {
    line.split_once('|').map_or("", |it| it.0).split_ascii_whitespace()
}

impl Operation {
    fn read(&self, name: &str) -> Result<OpDefinition, String> {
        let [ins, outs, regions, successors, traits] = self.fields();
        let list = |entries: &str, read: fn(&str) -> String| {
            entries.split_ascii_whitespace().map(read).collect::<Vec<_>>().join(", ")
        };
        let (ins, outs) = (list(&ins, value), list(&outs, value));
        let regions = list(&regions, |it| one_or_many(it, "AnyRegion", "VariadicRegion"));
        let successors = list(&successors, |it| one_or_many(it, "AnySuccessor", "VariadicSuccessor"));
        let text = op(&[]).ins(&ins).outs(&outs).regions(&regions).successors(&successors).traits(&traits);
        let mut definition = OpDefinition::read(name, &text)?;
        definition.versions = self.versions;
        definition.renamed = self.renamed.map(Name::new);
        Ok(definition)
    }

    /// Its operands, results, regions, successors and traits, as far as all versions have them.
    fn fields(&self) -> [Cow<'static, str>; 5] {
        let fields = |line: &'static str| {
            let mut fields = line.splitn(6, '|').skip(1);
            [(); 5].map(|()| fields.next().unwrap_or_default())
        };
        let mut lines = self.lines.iter().map(|it| fields(it));
        let Some(first) = lines.next() else { return Default::default() };
        let mut known = first.map(Cow::Borrowed);
        for other in lines {
            for (field, (known, other)) in known.iter_mut().zip(other).enumerate() {
                if *known != other {
                    *known = OF_BOTH[field](known, other).into();
                }
            }
            if first[0] != other[0] {
                known[4] = without_segments(&known[4]).into();
            }
        }
        known
    }
}

/// The merge of each field where two versions differ.
const OF_BOTH: [fn(&str, &str) -> String; 5] = [
    |_, _| "operands*".to_owned(),
    |_, _| "results*".to_owned(),
    |_, _| "regions*".to_owned(),
    |_, _| "successors*".to_owned(),
    |known, other| {
        let others: Vec<&str> = split_traits(other).collect();
        let both = split_traits(known).filter(|it| others.contains(it));
        both.chain([UNKNOWN_TRAITS]).collect::<Vec<_>>().join(", ")
    },
];

/// The traits of an operation of whose operands and attributes nothing is known.
fn without_segments(traits: &str) -> String {
    let kept = split_traits(traits).filter(|it| !it.starts_with("AttrSized") && !it.contains("Match<"));
    kept.chain([UNKNOWN_ARGUMENTS]).collect::<Vec<_>>().join(", ")
}

/// The traits of a list, with what is in their brackets.
fn split_traits(list: &str) -> impl Iterator<Item = &str> {
    let mut depth = 0_usize;
    let parts = list.split(move |it| {
        match it {
            '<' => depth += 1,
            '>' => depth = depth.saturating_sub(1),
            _ => {}
        }
        it == ',' && depth == 0
    });
    parts.map(str::trim).filter(|it| !it.is_empty())
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
    use super::{Facts, names};
    use crate::ods::{Arity, ImportedOp, MemoryEffect, Registry, Version, Versions};
    use rustc_hash::FxHashSet;

    #[test]
    fn all_of_the_table_can_be_read() {
        let facts = Facts::of_mlir();
        let operations: usize = facts.dialects.values().map(|it| it.operations().len()).sum();
        assert!(operations > 2_000, "{operations}");
        for (dialect, section) in &facts.dialects {
            for (version, text) in &section.texts {
                let listed: Vec<_> = text.lines().filter(|it| !it.starts_with('-')).flat_map(names).collect();
                let once: FxHashSet<_> = listed.iter().collect();
                assert_eq!(once.len(), listed.len(), "{dialect} {version:?}: a name stands twice");
            }
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
    fn tables_of_later_versions_say_what_is_otherwise() {
        let first = "\n[ours]\nkept old|a|||\nchanged|a b? @c|r|||Pure, AllTypesMatch<a, b>, AttrSizedOperandSegments\n";
        let second = "\n[ours]\nnew|a|||\n- old=theirs.old\nchanged|a|r|||Pure, Terminator\n";
        let facts = Facts::of(first, &[(Version::V23, second)]);
        let get = |name| facts.get(name).expect("an operation");
        assert_eq!(get("ours.kept").versions, Versions::ALL);
        assert_eq!(get("ours.new").versions, Versions::since(Version::V23));
        let old = get("ours.old");
        assert_eq!(
            (old.versions, old.renamed.as_deref()),
            (Versions::until(Version::V23), Some("theirs.old"))
        );
        let changed = get("ours.changed");
        assert!(changed.versions == Versions::ALL && changed.has_unknown_arguments());
        assert!(
            changed.has_trait("Pure")
                && !changed.has_trait("Terminator")
                && !changed.lacks_trait("Terminator")
        );
        let arities: Vec<_> = changed.operands.iter().chain(&changed.results).map(|it| it.arity).collect();
        assert_eq!(arities, [Arity::Variadic, Arity::One]);
        assert!(changed.attributes.is_empty() && !changed.has_trait("AttrSizedOperandSegments"));
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

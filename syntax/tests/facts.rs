//! The table of facts on operations, against MLIR's own definitions.
#![expect(clippy::unwrap_used, reason = "a test ends at the first surprise")]
#![expect(clippy::print_stderr, reason = "a test tells what it skips")]

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use expect_test::expect_file;
use syntax::ods::tablegen::{Limits, ParsedFile, Source, evaluate_filtered};
use syntax::ods::{
    Arity, Expression, ImportedOp, MemoryEffect, OpDefinition, Registry, ValueDefinition, import,
};

/// The version of the first table, whose definitions are installed wherever tests run.
const FIRST: u16 = 22;

/// Later versions, each with a table of what they have otherwise than the one before.
const LATER: [u16; 1] = [23];

/// Where the definitions of a version of MLIR are: in the folder that `AFFINE_ANALYZER_MLIR_` and its number name, or
/// else where they are installed.
fn includes(version: u16) -> PathBuf {
    let named = std::env::var_os(format!("AFFINE_ANALYZER_MLIR_{version}"));
    named.unwrap_or_else(|| format!("/usr/lib/llvm-{version}/include").into()).into()
}

/// The files below a folder, each parsed once.
struct Files {
    folder: PathBuf,
    parsed: RefCell<BTreeMap<PathBuf, ParsedFile>>,
}

impl Source for Files {
    fn file(&self, path: &str, from: Option<&str>) -> Option<(Arc<str>, ParsedFile)> {
        let beside = from.and_then(|it| Path::new(it).parent());
        let path = [beside, Some(&*self.folder)].into_iter().flatten().map(|it| it.join(path));
        let path = path.into_iter().find(|it| it.is_file())?;
        let name = path.to_string_lossy().as_ref().into();
        let read = || Some(ParsedFile::parse(&std::fs::read_to_string(&path).ok()?));
        let known = self.parsed.borrow().get(&path).cloned();
        let parsed = known.or_else(read)?;
        self.parsed.borrow_mut().insert(path, parsed.clone());
        Some((name, parsed))
    }
}

/// All files of definitions below a folder.
fn definition_files(folder: &Path, found: &mut Vec<String>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            definition_files(&path, found);
        } else if path.extension().is_some_and(|it| it == "td") {
            found.push(path.to_string_lossy().into_owned());
        }
    }
}

/// The operations that the files of a version define, by their names; `None` where these are not installed.
fn operations(version: u16) -> Option<BTreeMap<String, OpDefinition>> {
    let includes = includes(version);
    if !includes.join("mlir").is_dir() {
        let is_ci = std::env::var_os("CI").is_some_and(|it| !it.is_empty());
        assert!(!is_ci || version != FIRST, "libmlir-{version}-dev is not installed");
        eprintln!("skipped: libmlir-{version}-dev is not installed");
        return None;
    }
    let mut paths = Vec::new();
    definition_files(&includes.join("mlir"), &mut paths);
    paths.sort();
    let paths: Vec<&str> = paths.iter().map(String::as_str).collect();
    let files = Files { folder: includes, parsed: RefCell::default() };
    let records = evaluate_filtered(&files, &paths, &import::FILTER, Limits::default());
    assert_eq!(records.errors, []);
    let read = |it: &ImportedOp| (it.name.to_string(), it.read().unwrap());
    Some(import::operations(&records).iter().map(read).collect())
}

const HEAD: &str = "\
# The operations of MLIR 22's dialects, but for those whose definitions are built in.
# `facts.rs` says how it is read. `UPDATE_EXPECT=1 cargo test -p syntax --test facts` writes
# it from the definitions that are installed.
";

/// `UPDATE_EXPECT=1` writes the table.
#[test]
fn the_table_is_what_the_definitions_say() {
    let Some(operations) = operations(FIRST) else { return };
    let lines = lines(&operations);
    expect_file!["../src/ods/facts.txt"].assert_eq(&table(HEAD, &lines, &[]));
}

/// The table of a later version says what it has otherwise. Where its definitions are not installed it stays as it is.
#[test]
fn the_tables_of_later_versions_are_what_their_definitions_say() {
    for version in LATER {
        let (Some(before), Some(now)) = (operations(version - 1), operations(version)) else { continue };
        let (before, now) = (lines(&before), lines(&now));
        let other: Lines = now.iter().filter(|it| before.get(it.0) != Some(it.1)).map(owned).collect();
        let path = format!("{}/src/ods/facts-{version}.txt", env!("CARGO_MANIFEST_DIR"));
        let renamed = renamed(&std::fs::read_to_string(&path).unwrap_or_default());
        let gone = before.keys().filter(|it| !now.contains_key(*it));
        let gone: Vec<String> = gone
            .map(|it| renamed.iter().find(|of| of.0 == *it).map_or(it.clone(), |of| of.1.clone()))
            .collect();
        let head = HEAD_OF_LATER.replace("{version}", &version.to_string());
        expect_test::expect_file![path].assert_eq(&table(&head, &other, &gone));
    }
}

const HEAD_OF_LATER: &str = "\
# What the operations of MLIR {version}'s dialects have otherwise than those of the version before, but for those whose
# definitions are built in. `facts.rs` says how it is read, and CONTRIBUTING.md how it is written.
";

/// Operations that are gone, by their full names, with these and their names of today, of which definitions do not tell.
fn renamed(table: &str) -> Vec<(String, String)> {
    let sections = table.split("\n[").filter_map(|it| it.split_once("]\n"));
    let gone = sections.flat_map(|(dialect, text)| {
        let lines = text.lines().filter_map(|it| it.strip_prefix('-'));
        lines.flat_map(str::split_ascii_whitespace).map(move |it| format!("{dialect}.{it}"))
    });
    gone.filter_map(|it| Some((it.split_once('=')?.0.to_owned(), it))).collect()
}

/// What the table says of operations, by their full names.
type Lines = BTreeMap<String, String>;

fn owned((name, line): (&String, &String)) -> (String, String) {
    (name.clone(), line.clone())
}

/// Of the operations whose definitions are not built in.
fn lines(operations: &BTreeMap<String, OpDefinition>) -> Lines {
    let full = |name: &str| if name.contains('.') { name.to_owned() } else { format!("builtin.{name}") };
    let known = operations.iter().map(|(name, definition)| (full(name), facts(definition)));
    known.filter(|it| !Registry::builtin().is_complete(dialect(&it.0))).collect()
}

fn dialect(name: &str) -> &str {
    name.split_once('.').map_or("builtin", |it| it.0)
}

/// The text of a table.
fn table(head: &str, lines: &Lines, gone: &[String]) -> String {
    let mut dialects: BTreeMap<&str, BTreeMap<&str, BTreeSet<&str>>> = BTreeMap::new();
    for (name, facts) in lines {
        let (dialect, short) = name.split_once('.').unwrap_or(("builtin", name));
        dialects.entry(dialect).or_default().entry(facts).or_default().insert(short);
    }
    gone.iter().for_each(|it| _ = dialects.entry(dialect(it)).or_default());
    let mut table = head.to_owned();
    for (dialect, lines) in dialects {
        writeln!(table, "\n[{dialect}]").unwrap();
        let gone: Vec<&str> =
            gone.iter().filter_map(|it| it.strip_prefix(dialect)?.strip_prefix('.')).collect();
        if !gone.is_empty() {
            writeln!(table, "- {}", gone.join(" ")).unwrap();
        }
        let mut lines: Vec<(BTreeSet<&str>, &str)> = lines.into_iter().map(|it| (it.1, it.0)).collect();
        lines.sort();
        for (names, facts) in lines {
            let names: Vec<&str> = names.into_iter().collect();
            writeln!(table, "{}|{facts}", names.join(" ")).unwrap();
        }
    }
    table
}

/// What the table says of an operation, behind its name.
fn facts(definition: &OpDefinition) -> String {
    let required = definition.attributes.iter().filter(|it| !it.is_optional && !it.is_discardable);
    let ins: Vec<String> =
        definition.operands.iter().map(value).chain(required.map(|it| format!("@{}", it.name))).collect();
    let outs: Vec<String> = definition.results.iter().map(value).collect();
    let many = |name: &str, is_variadic| format!("{name}{}", if is_variadic { "*" } else { "" });
    let regions: Vec<String> = definition.regions.iter().map(|it| many(&it.name, it.is_variadic)).collect();
    let successors: Vec<String> =
        definition.successors.iter().map(|it| many(&it.name, it.is_variadic)).collect();
    let traits: BTreeSet<String> =
        definition.traits.iter().filter(|it| is_told(definition, it)).map(ToString::to_string).collect();
    let traits: Vec<String> = traits.into_iter().collect();
    let lists = [ins, outs, regions, successors].map(|it| it.join(" "));
    format!("{}|{}", lists.join("|"), traits.join(", "))
}

/// Whether the table names a trait: not if it is part of another one or about types, and of interfaces only those that
/// somebody asks for.
fn is_told(definition: &OpDefinition, one: &Expression) -> bool {
    match &*one.name {
        "AlwaysSpeculatable" | "AlwaysSpeculatableImplTrait" | "RecursivelySpeculatableImplTrait" => false,
        "ConditionallySpeculatable" | "NoMemoryEffect" => !definition.has_trait("Pure"),
        "OnlyType" | "TypesMatchWith" => false,
        // Attributes that may be missing are not in the table.
        name if name.ends_with("Match") => one.arguments.iter().all(|it| is_value(definition, &it.name)),
        name => !name.ends_with("Interface") || ASKED.contains(&name),
    }
}

const ASKED: &[&str] = &[
    "CallOpInterface",
    "LoopLikeOpInterface",
    "MemoryEffectsOpInterface",
    "RegionBranchOpInterface",
    "RegionKindInterface",
    "ShapedDimOpInterface",
    "ViewLikeOpInterface",
];

fn is_value(definition: &OpDefinition, name: &str) -> bool {
    definition.values().any(|it| it.name == name)
}

fn value(value: &ValueDefinition) -> String {
    let arity = match value.arity {
        Arity::One => "",
        Arity::Optional => "?",
        Arity::Variadic => "*",
    };
    let mut text = format!("{}{arity}", value.name);
    if !value.effects.is_empty() {
        text.push('!');
        text.extend(value.effects.iter().map(|it| match it {
            MemoryEffect::Read => 'r',
            MemoryEffect::Write => 'w',
            MemoryEffect::Allocate => 'a',
            MemoryEffect::Free => 'f',
        }));
    }
    text
}

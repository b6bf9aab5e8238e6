//! The table of facts on operations, against MLIR's own definitions.
#![expect(clippy::unwrap_used, reason = "a test ends at the first surprise")]
#![expect(clippy::print_stderr, reason = "a test tells what it skips")]

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use expect_test::expect_file;
use syntax::ods::tablegen::{Limits, ParsedFile, Source, evaluate_wanted};
use syntax::ods::{
    Arity, Expression, ImportedOp, MemoryEffect, OpDefinition, Registry, ValueDefinition, import,
};

/// Where MLIR's definitions are installed.
const INCLUDES: &str = "/usr/lib/llvm-22/include";

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

/// The operations that MLIR's files define, by their names.
fn operations() -> Option<BTreeMap<String, OpDefinition>> {
    let includes = PathBuf::from(INCLUDES);
    if !includes.join("mlir").is_dir() {
        assert!(std::env::var_os("CI").is_none_or(|it| it.is_empty()), "libmlir-22-dev is not installed");
        eprintln!("skipped: libmlir-22-dev is not installed");
        return None;
    }
    let mut paths = Vec::new();
    definition_files(&includes.join("mlir"), &mut paths);
    paths.sort();
    let paths: Vec<&str> = paths.iter().map(String::as_str).collect();
    let files = Files { folder: includes, parsed: RefCell::default() };
    let records = evaluate_wanted(&files, &paths, &import::WANTED, Limits::default());
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
    let Some(operations) = operations() else { return };
    let mut dialects: BTreeMap<&str, BTreeMap<String, BTreeSet<&str>>> = BTreeMap::new();
    for (name, definition) in &operations {
        let (dialect, short) = name.split_once('.').unwrap_or(("builtin", name));
        if Registry::builtin().is_complete(dialect) {
            continue;
        }
        dialects.entry(dialect).or_default().entry(facts(definition)).or_default().insert(short);
    }
    let mut table = HEAD.to_owned();
    for (dialect, lines) in dialects {
        writeln!(table, "\n[{dialect}]").unwrap();
        let mut lines: Vec<(BTreeSet<&str>, String)> = lines.into_iter().map(|it| (it.1, it.0)).collect();
        lines.sort();
        for (names, facts) in lines {
            let names: Vec<&str> = names.into_iter().collect();
            writeln!(table, "{}|{facts}", names.join(" ")).unwrap();
        }
    }
    expect_file!["../src/ods/facts.txt"].assert_eq(&table);
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

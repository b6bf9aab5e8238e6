//! Definitions of which something is missing: what depends on it is unknown, and no program that is right gets an error.
//!
//! Any items of the files beside are taken away, and of MLIR's own files where these are installed. With
//! `AFFINE_ANALYZER_SEEDS=FOLDER` the programs are all `.mlir` files below a folder, which MLIR has to accept.
#![expect(clippy::unwrap_used, reason = "a test ends at the first surprise")]

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use analysis::{Host, Severity};
use proptest::prelude::*;
use syntax::ods::tablegen::{Limits, ParsedFile, Records, Source, evaluate_filtered};
use syntax::ods::{Registry, import};

const ACCEPTED: &str = include_str!("partial_definitions/accepted.mlir");
const OF_MLIR: &str = include_str!("partial_definitions/accepted_of_mlir.mlir");

/// Where MLIR's definitions are installed.
const INCLUDES: &str = "/usr/lib/llvm-22/include";

/// Dialects of MLIR's that are not built in, and small enough to be read over and over.
const MAIN: &[&str] = &[
    "mlir/Dialect/GPU/IR/GPUOps.td",
    "mlir/Dialect/EmitC/IR/EmitC.td",
    "mlir/Dialect/Shape/IR/ShapeOps.td",
    "mlir/Dialect/Async/IR/AsyncOps.td",
    "mlir/Dialect/SPIRV/IR/SPIRVOps.td",
];

/// Files of definitions with an item here and there taken away.
struct Files {
    texts: BTreeMap<String, String>,
    folder: Option<PathBuf>,
    parsed: RefCell<BTreeMap<String, ParsedFile>>,
    /// The places of the items that are missing, by their files.
    missing: Vec<(String, std::ops::Range<usize>)>,
}

impl Files {
    fn text(&self, path: &str) -> Option<String> {
        let installed = || std::fs::read_to_string(self.folder.as_ref()?.join(path)).ok();
        self.texts.get(path).cloned().or_else(installed)
    }
}

impl Source for &Files {
    fn file(&self, path: &str, _: Option<&str>) -> Option<(Arc<str>, ParsedFile)> {
        let holes = self.missing.iter().filter(|it| it.0 == path);
        let known = self.parsed.borrow().get(path).cloned();
        if let Some(known) = known.filter(|_| holes.clone().next().is_none()) {
            return Some((path.into(), known));
        }
        let mut text = self.text(path)?;
        for (_, hole) in holes.clone() {
            let blank: String =
                text[hole.clone()].chars().map(|it| if it == '\n' { '\n' } else { ' ' }).collect();
            text.replace_range(hole.clone(), &blank);
        }
        let parsed = ParsedFile::parse(&text);
        if holes.clone().next().is_none() {
            self.parsed.borrow_mut().insert(path.to_owned(), parsed.clone());
        }
        Some((path.into(), parsed))
    }
}

/// The places of the items of a file: each begins a line with its keyword, and ends where the next one does.
fn items(text: &str) -> Vec<std::ops::Range<usize>> {
    let starts = |line: &str| {
        ["class ", "def ", "defm ", "include ", "multiclass "].iter().any(|it| line.starts_with(it))
    };
    let ends = |line: &str| {
        starts(line)
            || line.starts_with(['/', '#', '}']) && !line.starts_with("}]")
            || line.starts_with("let ")
    };
    let mut found: Vec<std::ops::Range<usize>> = Vec::new();
    let mut at = 0;
    let mut is_open = false;
    for line in text.split_inclusive('\n') {
        if ends(line) && is_open {
            let is_closing = line.starts_with('}');
            found.last_mut().unwrap().end = if is_closing { at + 1 } else { at };
            is_open = false;
        }
        if starts(line) {
            found.push(at..text.len());
            is_open = true;
        }
        at += line.len();
    }
    found
}

fn registry(records: &Records) -> Arc<Registry> {
    let builtin = Registry::builtin();
    let operations = import::operations(records).into_iter().filter(|it| !builtin.describes(&it.name));
    Arc::new(
        builtin.with(operations).with_types(import::types(records)).with_dialects(import::dialects(records)),
    )
}

/// The errors in programs where these items are missing.
fn errors(files: &Files, main: &[&str], programs: &[String]) -> Vec<String> {
    let records = evaluate_filtered(&files, main, &import::FILTER, Limits::default());
    let mut host = Host::new();
    host.set_registry(registry(&records));
    let ids: Vec<_> = programs.iter().map(|it| host.add_file(it)).collect();
    let analysis = host.analysis();
    let mut found = Vec::new();
    for (id, text) in ids.into_iter().zip(programs) {
        for it in analysis.diagnostics(id).iter().filter(|it| it.severity == Severity::Error) {
            let line = text[..usize::from(it.range.start())].matches('\n').count();
            found.push(format!(
                "{}: {}\n    {}",
                it.code,
                it.message,
                text.lines().nth(line).unwrap_or_default()
            ));
        }
    }
    found
}

fn files_beside() -> Files {
    let texts = [
        ("mlir/IR/OpBase.td", include_str!("partial_definitions/base.td")),
        ("traits.td", include_str!("partial_definitions/traits.td")),
        ("mine.td", include_str!("partial_definitions/mine.td")),
    ];
    Files {
        texts: texts.iter().map(|(path, text)| ((*path).to_owned(), (*text).to_owned())).collect(),
        folder: None,
        parsed: RefCell::default(),
        missing: Vec::new(),
    }
}

/// All items of files, each with its file.
fn all_items(files: &Files, paths: impl Iterator<Item = String>) -> Vec<(String, std::ops::Range<usize>)> {
    paths
        .flat_map(|path| items(&files.text(&path).unwrap()).into_iter().map(move |it| (path.clone(), it)))
        .collect()
}

fn shown(files: &Files) -> String {
    let text = |(path, hole): &(String, std::ops::Range<usize>)| {
        format!("{path}: {}", files.text(path).unwrap()[hole.clone()].lines().next().unwrap_or_default())
    };
    files.missing.iter().map(text).collect::<Vec<_>>().join("\n")
}

#[test]
fn nothing_is_missing() {
    let files = files_beside();
    let records = evaluate_filtered(&&files, &["mine.td"], &import::FILTER, Limits::default());
    assert_eq!(records.errors, []);
    assert_eq!(errors(&files, &["mine.td"], &[ACCEPTED.to_owned()]), Vec::<String>::new());
    // What is wrong in the text is told.
    let wrong = ACCEPTED
        .replace("\"mine.box\"(%2#1)", "\"mine.box\"(%2#1, %n)")
        .replace("(i32) -> (!mine.box<i32>", "(i32, index) -> (!mine.box<i32>");
    let found = errors(&files, &["mine.td"], &[wrong]);
    assert!(found[0].starts_with("operand-count-mismatch: mine.box has 1 operand"), "{found:?}");
}

#[test]
fn each_item_may_be_missing() {
    let mut files = files_beside();
    let items = all_items(&files, files.texts.keys().cloned().collect::<Vec<_>>().into_iter());
    assert!(items.len() > 90, "{}", items.len());
    for item in items {
        files.missing = vec![item];
        let found = errors(&files, &["mine.td"], &[ACCEPTED.to_owned()]);
        assert_eq!(found, Vec::<String>::new(), "{}", shown(&files));
    }
}

proptest! {
    #[test]
    fn several_items_may_be_missing(picks in prop::collection::vec(any::<prop::sample::Index>(), 2..5)) {
        let mut files = files_beside();
        let items = all_items(&files, files.texts.keys().cloned().collect::<Vec<_>>().into_iter());
        let mut missing: Vec<_> = picks.iter().map(|it| it.get(&items).clone()).collect();
        missing.sort_by_key(|it| (it.0.clone(), it.1.start));
        missing.dedup();
        files.missing = missing;
        let found = errors(&files, &["mine.td"], &[ACCEPTED.to_owned()]);
        prop_assert!(found.is_empty(), "{}\n{}", shown(&files), found.join("\n"));
    }
}

/// Programs of a folder, or those beside.
fn programs_of_mlir() -> Vec<String> {
    let Some(folder) = std::env::var_os("AFFINE_ANALYZER_SEEDS") else { return vec![OF_MLIR.to_owned()] };
    let mut found = Vec::new();
    let mut rest = vec![PathBuf::from(folder)];
    while let Some(path) = rest.pop() {
        if path.is_dir() {
            rest.extend(std::fs::read_dir(path).unwrap().map(|it| it.unwrap().path()));
        } else if path.extension().is_some_and(|it| it == "mlir") {
            found.push(std::fs::read_to_string(path).unwrap());
        }
    }
    found
}

#[test]
fn items_of_mlir_may_be_missing() {
    if !Path::new(INCLUDES).join("mlir").is_dir() {
        assert!(std::env::var_os("CI").is_none_or(|it| it.is_empty()), "libmlir-22-dev is not installed");
        return eprintln!("skipped: libmlir-22-dev is not installed");
    }
    let mut files = Files {
        texts: BTreeMap::new(),
        folder: Some(INCLUDES.into()),
        parsed: RefCell::default(),
        missing: Vec::new(),
    };
    let programs = programs_of_mlir();
    let mut runner = proptest::test_runner::TestRunner::new(ProptestConfig {
        // Each evaluates tens of thousands of lines.
        cases: std::env::var("PROPTEST_CASES").ok().and_then(|it| it.parse().ok()).unwrap_or(8),
        failure_persistence: None,
        ..ProptestConfig::default()
    });
    assert_eq!(errors(&files, MAIN, &programs), Vec::<String>::new());
    let read: Vec<String> = files.parsed.borrow().keys().cloned().collect();
    let items = all_items(&files, read.into_iter());
    assert!(items.len() > 1_000, "{}", items.len());
    // What definitions of all dialects are made of is missed by more of them.
    let (of_all, others): (Vec<_>, Vec<_>) = items.into_iter().partition(|it| it.0.starts_with("mlir/IR/"));
    for class in ["ArrayAttrBase", "TypedArrayAttrBase", "Constraint", "AttrTypeConstraint"] {
        let is_class = |it: &&(String, std::ops::Range<usize>)| {
            files.text(&it.0).unwrap()[it.1.clone()].starts_with(&format!("class {class}<"))
        };
        files.missing = vec![of_all.iter().find(is_class).unwrap().clone()];
        assert_eq!(errors(&files, MAIN, &programs), Vec::<String>::new(), "{}", shown(&files));
    }
    let files = RefCell::new(&mut files);
    runner
        .run(&(any::<bool>(), any::<prop::sample::Index>()), |(is_of_all, pick)| {
            let mut files = files.borrow_mut();
            files.missing = vec![pick.get(if is_of_all { &of_all } else { &others }).clone()];
            let found = errors(&files, MAIN, &programs);
            prop_assert!(found.is_empty(), "{}\n{}", shown(&files), found.join("\n"));
            Ok(())
        })
        .unwrap();
}

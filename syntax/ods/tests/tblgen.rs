//! Records as `llvm-tblgen` dumps them, over the definitions of MLIR and of flang, and over small files that use each
//! feature of the language.
#![expect(clippy::unwrap_used, reason = "a test ends at the first surprise")]
#![expect(clippy::print_stderr, reason = "a test tells what it skips and what it found")]

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;

use ods::{Limits, ParsedFile, Records, Source, Value};
use serde_json::Value as Json;

const INCLUDES: &str = "/usr/lib/llvm-22/include";
const TABLEGEN: &str = "/usr/bin/llvm-tblgen-22";

/// Files below folders, each parsed once.
struct Folders {
    folders: Vec<PathBuf>,
    parsed: RefCell<BTreeMap<PathBuf, ParsedFile>>,
}

impl Source for Folders {
    fn file(&self, path: &str, from: Option<&str>) -> Option<(Arc<str>, ParsedFile)> {
        let beside = from.and_then(|it| Path::new(it).parent()).map(Path::to_owned);
        let path = beside.iter().chain(&self.folders).map(|it| it.join(path)).find(|it| it.is_file())?;
        let name = path.to_string_lossy().as_ref().into();
        if let Some(parsed) = self.parsed.borrow().get(&path) {
            return Some((name, parsed.clone()));
        }
        let parsed = ParsedFile::parse(&std::fs::read_to_string(&path).ok()?);
        self.parsed.borrow_mut().insert(path, parsed.clone());
        Some((name, parsed))
    }
}

/// Whether `llvm-tblgen` and the definitions are there; without them the test fails in CI, and says so elsewhere.
fn is_there(path: &str) -> bool {
    let found = Path::new(path).exists();
    assert!(found || std::env::var_os("CI").is_none(), "{path} is missing");
    if !found {
        eprintln!("skipped: {path} is missing (packages llvm-22, libmlir-22-dev and libflang-22-dev)");
    }
    found
}

/// What `llvm-tblgen` makes of a file; `None` where it is wrong.
fn dump(path: &Path) -> Option<Json> {
    let output = Command::new(TABLEGEN).args(["--dump-json", "-I", INCLUDES]).arg(path).output().unwrap();
    output.status.success().then(|| serde_json::from_slice(&output.stdout).unwrap())
}

/// Compares records of both sides, those without names by what is in them.
struct Comparison<'a> {
    ours: &'a Records,
    theirs: &'a Json,
}

impl Comparison<'_> {
    fn is_same(&self, ours: &Value, theirs: &Json, depth: usize) -> bool {
        match (ours, theirs) {
            (Value::Unset, Json::Null) => true,
            // What is not resolved is written as text.
            (Value::Unset, Json::Object(it)) => {
                it.get("kind").is_some_and(|it| it == "complex" || it == "var")
            }
            (Value::Integer(it), Json::Number(number)) => number.as_i64() == Some(*it),
            (Value::String(it), Json::String(text)) => **it == **text,
            (Value::List(it), Json::Array(list)) => {
                it.len() == list.len() && it.iter().zip(list).all(|(a, b)| self.is_same(a, b, depth))
            }
            (Value::Bits(it), Json::Array(list)) => {
                let is_bit = |(bit, json): (&Option<bool>, &Json)| match bit {
                    Some(bit) => json.as_i64() == Some(i64::from(*bit)),
                    None => !json.is_number(),
                };
                it.len() == list.len() && it.iter().zip(list).all(is_bit)
            }
            (Value::Record(id), Json::Object(it)) => {
                let Some(name) = it.get("def").and_then(Json::as_str) else { return false };
                let record = &self.ours.records[*id];
                if !record.is_anonymous || !name.starts_with("anonymous") {
                    return *record.name == *name;
                }
                depth == 0 || self.differences(*id, name, depth - 1).is_empty()
            }
            (Value::Dag(it), Json::Object(dag)) => {
                let Some(arguments) = dag.get("args").and_then(Json::as_array) else { return false };
                self.is_same(&it.operator, &dag["operator"], depth)
                    && it.arguments.len() == arguments.len()
                    && it.arguments.iter().zip(arguments).all(|((value, name), json)| {
                        self.is_same(value, &json[0], depth) && name.as_deref() == json[1].as_str()
                    })
            }
            _ => false,
        }
    }

    /// The fields of a record that differ.
    fn differences(&self, id: usize, name: &str, depth: usize) -> Vec<String> {
        let record = &self.ours.records[id];
        let theirs = &self.theirs[name];
        let mut found = Vec::new();
        for (field, value) in theirs.as_object().unwrap() {
            if field.starts_with('!') {
                continue;
            }
            let ours = record.field(field);
            if !self.is_same(ours, value, depth) {
                found.push(format!("{name}.{field}: {ours:?} against {value}"));
            }
        }
        let classes = theirs["!superclasses"].as_array().unwrap();
        if !classes.iter().all(|it| record.is_a(it.as_str().unwrap())) || classes.len() > record.classes.len()
        {
            found.push(format!("{name}: its classes"));
        }
        found
    }
}

/// How many records of a file there are, and what differs.
fn compare(source: &Folders, path: &Path, theirs: &Json) -> (usize, Vec<String>) {
    let ours = ods::evaluate(source, &[path.to_str().unwrap()], Limits::default());
    let mut differences: Vec<String> = ours.errors.iter().map(|it| format!("{it:?}")).collect();
    let comparison = Comparison { ours: &ours, theirs };
    let named =
        theirs.as_object().unwrap().keys().filter(|it| !it.starts_with('!') && !it.starts_with("anonymous"));
    let mut count = 0;
    for name in named {
        count += 1;
        let id = ours.records.iter().position(|it| *it.name == **name);
        match id {
            Some(id) => differences.extend(comparison.differences(id, name, 3)),
            None => differences.push(format!("{name} is missing")),
        }
    }
    (count, differences)
}

fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    let mut entries: Vec<_> = std::fs::read_dir(folder).unwrap().map(|it| it.unwrap().path()).collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            files(&path, found);
        } else if path.extension().is_some_and(|it| it == "td") {
            found.push(path);
        }
    }
}

fn check_folder(folder: &str) {
    if !is_there(TABLEGEN) || !is_there(folder) {
        return;
    }
    let source = Folders { folders: vec![INCLUDES.into()], parsed: RefCell::default() };
    let mut found = Vec::new();
    files(Path::new(folder), &mut found);
    let (mut records, mut wrong) = (0, Vec::new());
    for path in found {
        let Some(theirs) = dump(&path) else { continue };
        let (count, differences) = compare(&source, &path, &theirs);
        records += count;
        wrong.extend(differences.into_iter().map(|it| format!("{}: {it}", path.display())));
    }
    eprintln!("{records} records, {} differences", wrong.len());
    assert!(wrong.is_empty(), "{}", wrong.iter().take(40).cloned().collect::<Vec<_>>().join("\n"));
    assert!(records > 100);
}

#[test]
fn definitions_of_mlir() {
    check_folder("/usr/lib/llvm-22/include/mlir");
}

#[test]
fn definitions_of_flang() {
    check_folder("/usr/lib/llvm-22/include/flang");
}

/// Each feature of the language by itself: the same records, or an error on both sides.
#[test]
fn features_of_the_language() {
    if !is_there(TABLEGEN) {
        return;
    }
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("language-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let mut wrong = Vec::new();
    for (number, text) in include_str!("language.td").split("// -----\n").enumerate() {
        let path = folder.join(format!("{number}.td"));
        std::fs::write(&path, text).unwrap();
        let source = Folders { folders: vec![folder.clone()], parsed: RefCell::default() };
        let title = text.lines().next().unwrap();
        let theirs = dump(&path);
        assert_eq!(theirs.is_none(), title.ends_with("error."), "{title}");
        match theirs {
            Some(theirs) => {
                let (count, differences) = compare(&source, &path, &theirs);
                assert!(count > 0, "{title}");
                wrong.extend(differences.into_iter().map(|it| format!("{title}\n  {it}")));
            }
            None => {
                let ours = ods::evaluate(&source, &[path.to_str().unwrap()], Limits::default());
                if ours.errors.is_empty() {
                    wrong.push(format!("{title}\n  no error"));
                }
            }
        }
    }
    std::fs::remove_dir_all(folder).unwrap();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

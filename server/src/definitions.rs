//! The registry of operations with those of the user's dialects, from TableGen's files.

mod cache;
mod files;
mod folders;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use analysis::ods::tablegen::{Limits, Records, evaluate_wanted};
use analysis::ods::{Registry, import};
use globset::Glob;

use crate::config::DefinitionFiles;
use cache::{Contents, DefinedType, Entry, Operation};
use files::Files;
use folders::{include_folders, main_files};

/// Definitions that were read, with what is wrong.
pub(crate) struct Definitions {
    pub(crate) registry: Arc<Registry>,
    /// Each in a line.
    pub(crate) problems: Vec<String>,
}

impl Definitions {
    /// Reads the files, with those that they include. What MLIR's own dialects are stays as it is built in.
    pub(crate) fn read(wanted: &DefinitionFiles) -> Self {
        let builtin = Registry::builtin();
        let (main, mut problems) = main_files(wanted);
        if main.is_empty() {
            return Self { registry: Arc::clone(builtin), problems };
        }
        let contents = contents(&main, include_folders(wanted));
        problems.extend(contents.problems);
        let forms: Vec<_> = wanted
            .forms
            .iter()
            .filter_map(|it| Some((Glob::new(&it.operations).ok()?.compile_matcher(), &it.format)))
            .collect();
        let form = |name: &str| forms.iter().find(|it| it.0.is_match(name)).map(|it| it.1.as_str().into());
        let new = contents.operations.into_iter().map(|it| it.0);
        let new = new.filter(|it| !builtin.describes(&it.name)).map(|mut it| {
            it.format = it.format.or_else(|| form(&it.name));
            it
        });
        let dialects = contents.dialects.iter().map(String::as_str);
        let types = contents.types.into_iter().map(|it| it.0);
        Self { registry: Arc::new(builtin.with(new).with_types(types).with_dialects(dialects)), problems }
    }
}

fn contents(main: &[PathBuf], folders: Vec<PathBuf>) -> Contents {
    let entry = Entry::of(main, &folders);
    if let Some(kept) = entry.as_ref().and_then(Entry::load) {
        return kept;
    }
    let files = Files::new(main, folders);
    let records = evaluate(&files, main);
    let contents = Contents {
        operations: import::operations(&records).into_iter().map(Operation).collect(),
        types: import::types(&records).into_iter().map(DefinedType).collect(),
        dialects: import::dialects(&records).into_iter().map(str::to_owned).collect(),
        problems: problems(&records),
    };
    if let Some(entry) = entry {
        entry.store(files.stamps(), &contents);
    }
    contents
}

/// The records of the files, as far as they define operations, with what is wrong.
pub(crate) fn records(wanted: &DefinitionFiles) -> (Records, Vec<String>) {
    let (main, mut found) = main_files(wanted);
    let records = evaluate(&Files::new(&main, include_folders(wanted)), &main);
    found.extend(problems(&records));
    (records, found)
}

/// The text of a file of definitions.
pub(crate) fn text_of(path: &Path) -> Option<String> {
    let is_read = std::fs::metadata(path).is_ok_and(|it| it.is_file() && it.len() <= files::MOST_BYTES);
    if is_read { std::fs::read_to_string(path).ok() } else { None }
}

fn evaluate(files: &Files, main: &[PathBuf]) -> Records {
    let paths: Vec<String> = main.iter().map(|it| it.display().to_string()).collect();
    let paths: Vec<&str> = paths.iter().map(String::as_str).collect();
    evaluate_wanted(files, &paths, &import::WANTED, Limits::default())
}

fn problems(records: &Records) -> Vec<String> {
    records.errors.iter().map(|it| format!("{}: {}", it.file, it.message)).collect()
}

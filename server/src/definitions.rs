//! The registry of operations with those of the user's dialects, from TableGen's files.

mod cache;
mod files;
mod folders;
mod kept;
mod problems;
mod reach;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::SystemTime;

use analysis::ods::tablegen::{Limits, Records, evaluate_filtered};
use analysis::ods::{Library, Registry, import};

use crate::config::DefinitionFiles;
use cache::{Entry, Stamps};
use files::Files;
use folders::{include_folders, main_files, refused_folders};
use kept::Operations;
pub(crate) use problems::{Problem, summaries};
use reach::Reach;

/// Definitions that were read, with what is wrong.
pub(crate) struct Definitions {
    pub(crate) registry: Arc<Registry>,
    pub(crate) problems: Vec<Problem>,
}

impl Definitions {
    /// Reads the files, with those that they include. What MLIR's own dialects are stays as it is built in.
    pub(crate) fn read(wanted: &DefinitionFiles) -> Self {
        if wanted.files.is_empty() {
            return Self { registry: Arc::clone(Registry::builtin()), problems: Vec::new() };
        }
        let include = include_folders(wanted, &Reach::of(wanted));
        let entry = Entry::of(wanted, &include);
        let kept = entry.as_ref().and_then(Entry::load);
        let kept = kept.and_then(|it| Self::of_bytes(Arc::new(it), wanted, Freshness::Unknown));
        kept.unwrap_or_else(|| Self::of_files(wanted, include, entry.as_ref()))
    }

    fn of_files(wanted: &DefinitionFiles, include: Vec<PathBuf>, entry: Option<&Entry>) -> Self {
        let since = SystemTime::now();
        let reach = Reach::of(wanted);
        let mut listing = main_files(wanted, &reach);
        listing.problems.extend(refused_folders(wanted, &reach));
        let without = |problems| Self { registry: Arc::clone(Registry::builtin()), problems };
        if listing.files.is_empty() {
            return without(listing.problems);
        }
        let files = Files::new(&listing.files, include, reach);
        let records = evaluate(&files, &listing.files);
        let problems = problems::problems(&listing, &records);
        let mut seen = files.into_seen();
        seen.depend_on(listing.ignored());
        let bytes = kept::bytes(Stamps::new(&listing, &seen, since), &records, &problems);
        if let (Some(entry), Some(bytes)) = (entry, &bytes) {
            entry.store(bytes);
        }
        let read = bytes.and_then(|it| Self::of_bytes(Arc::new(it), wanted, Freshness::Known));
        read.unwrap_or_else(|| without(problems))
    }

    /// `None` where the bytes are damaged, or no longer what would be read.
    fn of_bytes(bytes: Arc<Vec<u8>>, wanted: &DefinitionFiles, freshness: Freshness) -> Option<Self> {
        let (head, start) = kept::head(&bytes)?;
        if freshness == Freshness::Unknown && !head.stamps.hold(wanted) {
            return None;
        }
        let builtin = Registry::builtin();
        let starts = head.operations.iter().map(|it| start + it.1 as usize).collect();
        let library: Arc<dyn Library> = Arc::new(Operations::new(Arc::clone(&bytes), starts, &wanted.forms));
        let names = head.operations.iter().enumerate().map(|(index, it)| (it.0, index));
        let registry = builtin
            .with_library(&library, names.filter(|it| !builtin.describes(it.0)))
            .with_types(head.types.into_iter().map(|it| it.0))
            .with_dialects(head.dialects);
        Some(Self { registry: Arc::new(registry), problems: head.problems })
    }
}

/// Whether bytes are known to be what would be read.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Freshness {
    Known,
    Unknown,
}

/// The records of the files, as far as they define operations, with what is wrong.
pub(crate) fn records(wanted: &DefinitionFiles) -> (Records, Vec<Problem>) {
    let reach = Reach::of(wanted);
    let mut listing = main_files(wanted, &reach);
    listing.problems.extend(refused_folders(wanted, &reach));
    let include = include_folders(wanted, &reach);
    let records = evaluate(&Files::new(&listing.files, include, reach), &listing.files);
    let found = problems::problems(&listing, &records);
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
    evaluate_filtered(files, &paths, &import::FILTER, Limits::default())
}

//! Which files are read, and where those are that they include.

use std::path::{Path, PathBuf};

use globset::GlobSet;
use ignore::WalkBuilder;
use rustc_hash::FxHashSet;

use super::files::{MOST_BYTES, MOST_BYTES_TOGETHER};
use super::problems::Problem;
use super::reach::{Reach, is_literal, is_named_as_definitions, literal_folder};
use crate::config::DefinitionFiles;
use crate::globs::matcher;

/// More files are not read.
const MOST_FILES: usize = 2_000;
/// More entries of folders are not looked at for all globs together, and none so deep.
const MOST_ENTRIES: usize = 200_000;
const MOST_LEVELS: usize = 40;

/// The files that are named.
#[derive(Debug, Default)]
pub(super) struct Listing {
    /// In order.
    pub(super) files: Vec<PathBuf>,
    /// Each glob with each file that it names.
    pub(super) named: Vec<(String, PathBuf)>,
    /// The folders that were looked through.
    pub(super) folders: Vec<PathBuf>,
    /// Problems of the names, and omissions.
    pub(super) problems: Vec<Problem>,
    /// Entries of folders that were looked at.
    entries: usize,
}

pub(super) fn main_files(wanted: &DefinitionFiles, reach: &Reach) -> Listing {
    let mut listing = Listing::default();
    let mut patterns = FxHashSet::default();
    for pattern in wanted.files.iter().filter(|it| patterns.insert(*it)) {
        let path = wanted.folder.join(pattern);
        let before = listing.files.len();
        if path.is_file() {
            if !reach.has(&path) {
                listing.problems.push(refused(pattern, &path));
                continue;
            }
            listing.named.push((pattern.clone(), path.clone()));
            listing.files.push(path);
            continue;
        }
        let folder = literal_folder(&path);
        match matcher(&path.display().to_string()) {
            Err(error) => listing.problems.push(Problem::of_glob(pattern, format!("`{pattern}`: {error}"))),
            Ok(_) if !folder.is_dir() || is_literal(&path) => {}
            Ok(_) if !reach.covers(&folder) => {
                listing.problems.push(outside(pattern));
                continue;
            }
            Ok(glob) => listing.walk(pattern, &path, &glob),
        }
        if listing.files.len() == before {
            listing.problems.push(Problem::of_glob(pattern, format!("`{pattern}` names no file")));
        }
        let named = listing.files.iter().skip(before).map(|it| (pattern.clone(), it.clone()));
        listing.named.extend(named);
    }
    listing.files.sort();
    listing.files.dedup();
    listing.bound();
    listing
}

fn refused(pattern: &str, path: &Path) -> Problem {
    if is_named_as_definitions(path) {
        return outside(pattern);
    }
    let message = format!("`{pattern}` is not read: its name ends with neither `.td` nor `.td.inc`");
    Problem::of_glob(pattern, message)
}

fn outside(pattern: &str) -> Problem {
    let message = format!(
        "`{pattern}` is not read: it is outside of the project's folder, where only the user's own settings reach"
    );
    Problem::of_glob(pattern, message)
}

impl Listing {
    /// Adds the files that a glob names, without those that version control ignores, and without what links lead to.
    fn walk(&mut self, pattern: &str, path: &Path, glob: &GlobSet) {
        let mut walk = WalkBuilder::new(literal_folder(path));
        walk.standard_filters(false).hidden(true).add_custom_ignore_filename(IGNORED);
        walk.follow_links(false).max_depth(Some(MOST_LEVELS)).sort_by_file_name(Ord::cmp);
        let before = self.files.len();
        for entry in walk.build().filter_map(Result::ok) {
            let is_at_end = self.entries == MOST_ENTRIES;
            if is_at_end || self.files.len() - before > MOST_FILES {
                let what = if is_at_end { "files and folders" } else { "files of definitions" };
                let most = if is_at_end { MOST_ENTRIES } else { MOST_FILES };
                let message = format!("`{pattern}`: more than {most} {what}; the rest is left out");
                self.problems.push(Problem::of_glob(pattern, message));
                break;
            }
            self.entries += 1;
            let Some(kind) = entry.file_type() else { continue };
            if kind.is_dir() {
                self.folders.push(entry.into_path());
            } else if kind.is_file() && is_named_as_definitions(entry.path()) && glob.is_match(entry.path()) {
                self.files.push(entry.into_path());
            }
        }
    }

    /// Leaves out what is too much together.
    fn bound(&mut self) {
        if self.files.len() > MOST_FILES {
            let message = format!("more than {MOST_FILES} files of definitions; the rest is left out");
            self.problems.push(Problem::of_all(message));
            self.files.truncate(MOST_FILES);
        }
        let mut left = MOST_BYTES_TOGETHER;
        let mut large = None;
        let mut fits = |file: &PathBuf| {
            let size = std::fs::metadata(file).map_or(0, |it| it.len());
            let rest = left.checked_sub(size).filter(|_| size <= MOST_BYTES);
            left = rest.unwrap_or(left);
            if rest.is_none() {
                large = large.take().or_else(|| Some(file.clone()));
            }
            rest.is_some()
        };
        self.files.retain(|it| fits(it));
        if let Some(file) = large {
            let file = file.display();
            let message =
                format!("`{file}` is too large, or all files of definitions are; some are left out");
            self.problems.push(Problem::of_all(message));
        }
    }

    /// The files that say what is ignored in the folders.
    pub(super) fn ignored(&self) -> impl Iterator<Item = PathBuf> {
        self.folders.iter().map(|it| it.join(IGNORED)).filter(|it| it.is_file())
    }
}

/// The name of files with rules of version control.
const IGNORED: &str = ".gitignore";

/// The folders that are named, as far as they are reached, and where MLIR's own definitions usually are.
pub(super) fn include_folders(wanted: &DefinitionFiles, reach: &Reach) -> Vec<PathBuf> {
    let named = wanted.include.iter().map(|it| wanted.folder.join(it));
    let own = [wanted.folder.clone(), wanted.folder.join("include")];
    named.chain(own).chain(mlir_folders()).filter(|it| it.is_dir() && reach.covers(it)).collect()
}

/// The problems of the folders that are named.
pub(super) fn refused_folders(wanted: &DefinitionFiles, reach: &Reach) -> Vec<Problem> {
    let is_refused = |it: &&String| {
        let folder = wanted.folder.join(it);
        folder.is_dir() && !reach.covers(&folder)
    };
    wanted.include.iter().filter(is_refused).map(|it| outside(it)).collect()
}

/// Whether MLIR's definitions are in a folder.
pub(super) fn is_of_mlir(folder: &Path) -> bool {
    folder.join("mlir/IR/OpBase.td").is_file()
}
/// `MLIR_DIR` as CMake has it, the `llvm-config` of the path, and where Debian and Homebrew install MLIR; the newest
/// first.
pub(super) fn mlir_folders() -> Vec<PathBuf> {
    let mut found = Vec::new();
    // `<prefix>/lib/cmake/mlir`
    let from_cmake = std::env::var_os("MLIR_DIR").map(PathBuf::from);
    found.extend(from_cmake.and_then(|it| Some(it.ancestors().nth(3)?.join("include"))));
    let path = std::env::var_os("PATH").unwrap_or_default();
    let beside_config = std::env::split_paths(&path).filter(|it| it.join("llvm-config").is_file());
    found.extend(beside_config.filter_map(|it| Some(it.parent()?.join("include"))));
    let mut installed: Vec<PathBuf> = std::fs::read_dir("/usr/lib")
        .into_iter()
        .flatten()
        .filter_map(|it| Some(it.ok()?.path()))
        .filter(|it| it.file_name().is_some_and(|it| it.to_string_lossy().starts_with("llvm-")))
        .map(|it| it.join("include"))
        .collect();
    installed.sort();
    found.extend(installed.into_iter().rev());
    found.extend(["/opt/homebrew/opt/llvm/include", "/usr/local/opt/llvm/include"].map(PathBuf::from));
    found.retain(|it| is_of_mlir(it));
    found
}

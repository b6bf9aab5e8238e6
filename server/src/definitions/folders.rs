//! Which files are read, and where those are that they include.

use std::path::{Component, Path, PathBuf};

use globset::{Glob, GlobMatcher};
use ignore::WalkBuilder;

use crate::config::DefinitionFiles;

/// More files are not read.
const MOST_FILES: usize = 2_000;

/// The files that are named.
#[derive(Debug, Default)]
pub(super) struct Listing {
    /// In order.
    pub(super) files: Vec<PathBuf>,
    /// The folders that were looked through.
    pub(super) folders: Vec<PathBuf>,
    /// What is wrong with the names.
    pub(super) problems: Vec<String>,
}

pub(super) fn main_files(wanted: &DefinitionFiles) -> Listing {
    let mut listing = Listing::default();
    for pattern in &wanted.files {
        let path = wanted.folder.join(pattern);
        let before = listing.files.len();
        if path.is_file() {
            listing.files.push(path);
            continue;
        }
        match Glob::new(&path.display().to_string()) {
            Ok(glob) => listing.walk(&path, &glob.compile_matcher()),
            Err(error) => listing.problems.push(format!("`{pattern}`: {error}")),
        }
        if listing.files.len() == before {
            listing.problems.push(format!("`{pattern}` names no file"));
        }
    }
    listing.files.sort();
    listing.files.dedup();
    listing.files.truncate(MOST_FILES);
    listing
}

impl Listing {
    /// Adds the files that a glob names, without those that version control ignores.
    fn walk(&mut self, pattern: &Path, glob: &GlobMatcher) {
        let is_literal =
            |it: &Component<'_>| !it.as_os_str().to_string_lossy().contains(['*', '?', '[', '{']);
        let folder: PathBuf = pattern.components().take_while(is_literal).collect();
        let mut walk = WalkBuilder::new(folder);
        walk.standard_filters(false).hidden(true).add_custom_ignore_filename(IGNORED);
        let most = self.files.len() + MOST_FILES;
        for entry in walk.build().filter_map(Result::ok) {
            let Some(kind) = entry.file_type() else { continue };
            if kind.is_dir() {
                self.folders.push(entry.into_path());
            } else if kind.is_file() && glob.is_match(entry.path()) {
                self.files.push(entry.into_path());
            }
            if self.files.len() >= most {
                break;
            }
        }
    }

    /// The files that say what is ignored in the folders.
    pub(super) fn ignored(&self) -> impl Iterator<Item = PathBuf> {
        self.folders.iter().map(|it| it.join(IGNORED)).filter(|it| it.is_file())
    }
}

/// What names the files that version control ignores.
const IGNORED: &str = ".gitignore";

/// The folders that are named, and where MLIR's own definitions usually are.
pub(super) fn include_folders(wanted: &DefinitionFiles) -> Vec<PathBuf> {
    let named = wanted.include.iter().map(|it| wanted.folder.join(it));
    let own = [wanted.folder.clone(), wanted.folder.join("include")];
    named.chain(own).chain(mlir_folders()).filter(|it| it.is_dir()).collect()
}

/// `MLIR_DIR` as CMake has it, the `llvm-config` of the path, and where Debian and Homebrew install MLIR; the newest
/// first.
fn mlir_folders() -> Vec<PathBuf> {
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
    found.retain(|it| it.join("mlir/IR/OpBase.td").is_file());
    found
}

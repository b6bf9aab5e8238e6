//! How far the configuration of a project reaches: it may come with files that are anybody's, and names definitions below
//! its own folder, the folders that the user has opened, and those of MLIR. What the user names is read wherever it is.

use std::path::{Component, Path, PathBuf};

use super::folders::{is_of_mlir, mlir_folders};
use crate::config::DefinitionFiles;

/// The endings of names of definition files.
const ENDINGS: [&str; 2] = [".td", ".td.inc"];

/// The folders below which definitions are read.
pub(super) struct Reach {
    /// Where links lead.
    folders: Vec<PathBuf>,
}

impl Reach {
    pub(super) fn of(wanted: &DefinitionFiles) -> Self {
        let own = [&wanted.folder].into_iter().chain(&wanted.opened).cloned();
        let named = wanted.files.iter().filter(|_| wanted.are_files_of_user);
        let named = named.map(|it| literal_folder(&wanted.folder.join(it)));
        let include = wanted.include.iter().map(|it| wanted.folder.join(it));
        let include = include.filter(|it| wanted.is_include_of_user || is_of_mlir(it));
        let all = own.chain(named).chain(include).chain(mlir_folders());
        Self { folders: all.filter_map(|it| it.canonicalize().ok()).collect() }
    }

    /// Whether a folder, or a file that is there, is among what is read.
    pub(super) fn covers(&self, path: &Path) -> bool {
        path.canonicalize().is_ok_and(|it| self.folders.iter().any(|folder| it.starts_with(folder)))
    }

    /// Whether a file that is there holds definitions that may be read.
    pub(super) fn has(&self, path: &Path) -> bool {
        is_named_as_definitions(path) && self.covers(path)
    }
}

pub(super) fn is_named_as_definitions(path: &Path) -> bool {
    let name = path.file_name().map(|it| it.to_string_lossy()).unwrap_or_default();
    ENDINGS.iter().any(|it| name.ends_with(it))
}

/// Whether a pattern is the name of one file.
pub(super) fn is_literal(pattern: &Path) -> bool {
    !pattern.to_string_lossy().contains(WILD)
}

/// The folder that a glob begins with, or the one of a file.
pub(super) fn literal_folder(pattern: &Path) -> PathBuf {
    if is_literal(pattern) {
        return pattern.parent().unwrap_or(pattern).to_owned();
    }
    let is_literal = |it: &Component<'_>| !it.as_os_str().to_string_lossy().contains(WILD);
    pattern.components().take_while(is_literal).collect()
}

/// The special characters of globs.
const WILD: [char; 4] = ['*', '?', '[', '{'];

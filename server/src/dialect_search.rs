//! Finds the definitions of dialects in a workspace that are used there, but not configured.
//!
//! The `.td` files are parsed and not evaluated: a dialect is looked for by its `let name`, and its operations by the
//! classes that they derive from. Which files that makes worth reading is guessed, and shown to the user.

mod graph;
mod outline;
mod walk;

use std::path::{Path, PathBuf};

use rustc_hash::FxHashMap;

use walk::File;

/// The dialects that the files of a workspace define.
#[derive(Default)]
pub(crate) struct Found {
    files: Vec<File>,
    dialects: FxHashMap<Box<str>, Vec<Definers>>,
}

/// The files to read for the operations of a dialect.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Definers {
    /// At least one. Others are included by these.
    pub(crate) files: Vec<PathBuf>,
    /// The folders in which they find what they include, but those of the files themselves.
    pub(crate) include: Vec<PathBuf>,
}

impl Found {
    /// Looks through the folders. A file that is as it was before is not parsed again.
    pub(crate) fn search(folders: &[PathBuf], before: &Found) -> Self {
        let files = walk::files(folders, &before.files);
        let dialects = graph::definers(&files);
        Self { files, dialects }
    }

    /// The definers of dialects of this name.
    pub(crate) fn dialect(&self, name: &str) -> &[Definers] {
        self.dialects.get(name).map(Vec::as_slice).unwrap_or_default()
    }
}

/// A path as a configuration in a folder says it: relative where it is below, with slashes.
pub(crate) fn path_from(folder: &Path, path: &Path) -> String {
    let relative = path.strip_prefix(folder).unwrap_or(path);
    let text = relative.display().to_string();
    if cfg!(windows) { text.replace('\\', "/") } else { text }
}

//! The files that arguments name.

use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use ignore::WalkBuilder;
use rustc_hash::FxHashSet;

use super::input::is_standard_input;

/// The files of all paths, each once. What cannot be read is refused, and the rest is there all the same.
pub(super) fn files_of(paths: &[PathBuf], refuse: &mut dyn FnMut(anyhow::Error)) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for path in paths {
        match expand(path) {
            Ok(found) => files.extend(found),
            Err(error) => refuse(error),
        }
    }
    let mut seen = FxHashSet::default();
    files.retain(|file| seen.insert(file.clone()));
    files
}

/// A file as it is; a folder's `*.mlir` files, sorted, without those that version control ignores.
///
/// Nothing outside of the folder is read, neither rules of what to ignore nor what symbolic links lead to, and nothing
/// that is not a file: a pipe may have no end.
fn expand(path: &Path) -> anyhow::Result<Vec<PathBuf>> {
    if is_standard_input(path) || !path.is_dir() {
        return Ok(vec![path.to_owned()]);
    }
    let mut walk = WalkBuilder::new(path);
    // As git's own rules, `.gitignore` would be looked for in the folders around too.
    walk.standard_filters(false).hidden(true).add_custom_ignore_filename(".gitignore");
    walk.sort_by_file_path(Path::cmp);
    let mut files = Vec::new();
    for entry in walk.build() {
        let entry = entry.with_context(|| format!("cannot read the folder `{}`", path.display()))?;
        let is_mlir = entry.path().extension().is_some_and(|extension| extension == "mlir");
        if is_mlir && entry.file_type().is_some_and(|it| it.is_file()) {
            // Services that show findings at their files compare names, and have no `./` before theirs.
            let path = entry.path();
            files.push(path.strip_prefix(".").unwrap_or(path).to_owned());
        }
    }
    if files.is_empty() {
        bail!("there is no `.mlir` file in `{}`", path.display());
    }
    Ok(files)
}

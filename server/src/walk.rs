//! The files of one kind below some folders: bounded, and without what is hidden, excluded, or ignored by version control.

use std::collections::BTreeMap;
use std::fs::Metadata;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use globset::GlobSet;
use ignore::WalkBuilder;

/// A file that changed so shortly before it was looked at may change again within the resolution of its time.
const SETTLING: Duration = Duration::from_secs(2);
const MOST_LEVELS: usize = 40;

/// The bounds of a walk; files beyond them are not found.
pub(crate) struct Bounds {
    pub(crate) entries: usize,
    pub(crate) files: usize,
    /// Of each file.
    pub(crate) bytes: u64,
    pub(crate) bytes_together: u64,
}

/// Tells whether a file is the one that it was.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Stamp {
    size: u64,
    /// `None` where the system does not say.
    changed: Option<SystemTime>,
}

impl Stamp {
    fn of(metadata: &Metadata) -> Self {
        let is_settled = |it: &SystemTime| it.elapsed().is_ok_and(|it| it > SETTLING);
        Self { size: metadata.len(), changed: metadata.modified().ok().filter(is_settled) }
    }

    pub(crate) fn is_same(&self, other: &Self) -> bool {
        self.changed.is_some() && self.changed == other.changed && self.size == other.size
    }
}

/// The result of a walk.
pub(crate) struct Listing {
    pub(crate) files: BTreeMap<PathBuf, Stamp>,
    /// Whether no bound was reached.
    pub(crate) is_complete: bool,
}

/// The files with this extension. Globs of what is excluded are about paths below each folder. Nothing outside of the
/// folders is read: no rules of what to ignore, and nothing that a link leads to.
pub(crate) fn files(folders: &[PathBuf], extension: &str, bounds: &Bounds, excluded: GlobSet) -> Listing {
    let mut listing = Listing { files: BTreeMap::new(), is_complete: true };
    let [first, others @ ..] = folders else { return listing };
    let mut walk = WalkBuilder::new(first);
    others.iter().for_each(|it| _ = walk.add(it));
    // As git's own rules, `.gitignore` would be looked for in the folders around too.
    walk.standard_filters(false).hidden(true);
    [".gitignore", ".ignore"].iter().for_each(|it| _ = walk.add_custom_ignore_filename(it));
    walk.follow_links(false).max_depth(Some(MOST_LEVELS)).sort_by_file_name(Ord::cmp);
    let roots = folders.to_vec();
    walk.filter_entry(move |entry| !is_excluded(entry.path(), &roots, &excluded));
    let mut left = bounds.bytes_together;
    for (count, entry) in walk.build().filter_map(Result::ok).enumerate() {
        if count == bounds.entries || listing.files.len() == bounds.files {
            listing.is_complete = false;
            break;
        }
        if entry.path().extension().is_none_or(|it| it != extension) {
            continue;
        }
        let Some(metadata) = entry.metadata().ok().filter(Metadata::is_file) else { continue };
        if metadata.len() > bounds.bytes {
            listing.is_complete = false;
            continue;
        }
        let Some(rest) = left.checked_sub(metadata.len()) else {
            listing.is_complete = false;
            break;
        };
        left = rest;
        listing.files.insert(entry.into_path(), Stamp::of(&metadata));
    }
    listing
}

fn is_excluded(path: &Path, roots: &[PathBuf], excluded: &GlobSet) -> bool {
    let below = roots.iter().filter_map(|it| path.strip_prefix(it).ok());
    !excluded.is_empty()
        && below.min_by_key(|it| it.as_os_str().len()).is_some_and(|it| excluded.is_match(it))
}

#[cfg(test)]
mod tests {
    use super::*;
    use globset::Glob;

    #[test]
    fn bounds_and_what_is_excluded() {
        let root = tempdir();
        for path in ["a.mlir", "b.mlir", "out/c.mlir", "c.txt", "ignored/d.mlir"] {
            let path = root.join(path);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, "text").unwrap();
        }
        std::fs::write(root.join(".gitignore"), "ignored\n").unwrap();
        let found = |files: usize, bytes: u64, excluded: &str| {
            let bounds = Bounds { entries: 100, files, bytes, bytes_together: 100 };
            let excluded = GlobSet::builder().add(Glob::new(excluded).unwrap()).build().unwrap();
            let listing = super::files(std::slice::from_ref(&root), "mlir", &bounds, excluded);
            let names = listing.files.keys().map(|it| it.strip_prefix(&root).unwrap().display().to_string());
            (names.collect::<Vec<_>>(), listing.is_complete)
        };
        let all = ["a.mlir", "b.mlir", "out/c.mlir"].map(str::to_owned).to_vec();
        assert_eq!(found(9, 9, "**/x"), (all.clone(), true));
        assert_eq!(found(9, 9, "**/out"), (all[..2].to_vec(), true));
        assert_eq!(found(1, 9, "**/out"), (all[..1].to_vec(), false));
        assert_eq!(found(9, 3, "**/x"), (Vec::new(), false));
        std::fs::remove_dir_all(root).unwrap();
    }

    fn tempdir() -> PathBuf {
        let path = std::env::temp_dir().join(format!("affine-analyzer-walk-{}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        path
    }
}

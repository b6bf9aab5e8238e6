//! The `.td` files below some folders.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use globset::GlobSet;
use rustc_hash::FxHashMap;

use super::outline::Outline;
use crate::walk::{self, Bounds, Stamp};

const BOUNDS: Bounds = Bounds { entries: 500_000, files: 5_000, bytes: 4 << 20, bytes_together: 128 << 20 };

#[derive(Clone)]
pub(super) struct File {
    pub(super) path: PathBuf,
    pub(super) outline: Arc<Outline>,
    /// `None` for a file that is not on the disk.
    stamp: Option<Stamp>,
}

/// The files in the folders, sorted. What is among `before` and has not changed is taken from there.
pub(super) fn files(folders: &[PathBuf], before: &[File]) -> Vec<File> {
    let before: FxHashMap<&Path, &File> = before.iter().map(|it| (&*it.path, it)).collect();
    let listing = walk::files(folders, "td", &BOUNDS, GlobSet::empty());
    let found = listing.files.into_iter().filter_map(|(path, stamp)| {
        let is_same = |it: &&&File| it.stamp.is_some_and(|it| it.is_same(&stamp));
        let kept = before.get(&*path).filter(is_same).map(|it| File::clone(it));
        kept.or_else(|| File::read(path, stamp))
    });
    found.collect()
}

impl File {
    fn read(path: PathBuf, stamp: Stamp) -> Option<Self> {
        let text = std::fs::read_to_string(&path).ok()?;
        Some(Self { path, outline: Arc::new(Outline::of(&text)), stamp: Some(stamp) })
    }

    #[cfg(test)]
    pub(super) fn of(path: &str, text: &str) -> Self {
        Self { path: path.into(), outline: Arc::new(Outline::of(text)), stamp: None }
    }
}

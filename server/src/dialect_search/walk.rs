//! The `.td` files below some folders.

use std::fs::Metadata;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use ignore::WalkBuilder;
use rustc_hash::FxHashMap;

use super::outline::Outline;

/// Bounds on what a search takes; what is beyond is not found.
const MOST_ENTRIES: usize = 500_000;
const MOST_FILES: usize = 5_000;
const MOST_BYTES: u64 = 4 << 20;
const MOST_BYTES_TOGETHER: u64 = 128 << 20;
const MOST_LEVELS: usize = 40;

/// A file that changed so shortly before it was read may change again within the resolution of its time.
const SETTLING: Duration = Duration::from_secs(2);

#[derive(Clone)]
pub(super) struct File {
    pub(super) path: PathBuf,
    pub(super) outline: Arc<Outline>,
    size: u64,
    /// `None` where it does not tell whether the file is the same.
    changed: Option<SystemTime>,
}

/// The files in the folders, but those that are hidden or that version control ignores. No link is followed, so that
/// all of them are in the folders. What is among `before` and has not changed is taken from there.
pub(super) fn files(folders: &[PathBuf], before: &[File]) -> Vec<File> {
    let [first, others @ ..] = folders else { return Vec::new() };
    let mut walk = WalkBuilder::new(first);
    others.iter().for_each(|it| _ = walk.add(it));
    walk.follow_links(false).require_git(false).max_depth(Some(MOST_LEVELS)).sort_by_file_name(Ord::cmp);
    let before: FxHashMap<&Path, &File> = before.iter().map(|it| (&*it.path, it)).collect();
    let mut left = MOST_BYTES_TOGETHER;
    let mut found = FxHashMap::default();
    for entry in walk.build().take(MOST_ENTRIES).filter_map(Result::ok) {
        if entry.path().extension().is_none_or(|it| it != "td") {
            continue;
        }
        let Some(metadata) = entry.metadata().ok().filter(|it| it.is_file() && it.len() <= MOST_BYTES) else {
            continue;
        };
        let Some(rest) = left.checked_sub(metadata.len()) else { break };
        left = rest;
        let path = entry.into_path();
        let kept = before.get(&*path).filter(|it| it.is_as(&metadata));
        if let Some(file) = kept.map(|it| File::clone(it)).or_else(|| File::read(&path, &metadata)) {
            found.insert(path, file);
        }
        if found.len() == MOST_FILES {
            break;
        }
    }
    let mut files: Vec<File> = found.into_values().collect();
    files.sort_by(|a, b| a.path.cmp(&b.path));
    files
}

impl File {
    fn read(path: &Path, metadata: &Metadata) -> Option<Self> {
        let text = std::fs::read_to_string(path).ok()?;
        let is_settled = |it: &SystemTime| it.elapsed().is_ok_and(|it| it > SETTLING);
        Some(Self {
            path: path.to_owned(),
            outline: Arc::new(Outline::of(&text)),
            size: metadata.len(),
            changed: metadata.modified().ok().filter(is_settled),
        })
    }

    fn is_as(&self, metadata: &Metadata) -> bool {
        self.changed.is_some() && self.changed == metadata.modified().ok() && self.size == metadata.len()
    }

    #[cfg(test)]
    pub(super) fn of(path: &str, text: &str) -> Self {
        Self { path: path.into(), outline: Arc::new(Outline::of(text)), size: 0, changed: None }
    }
}

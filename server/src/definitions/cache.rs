//! A cache of imported definitions, under the user's cache folder for the next start.
//!
//! An entry holds as long as every file that was read is what it was, of the same size and time, or else of the same
//! content, and no folder has changed in which files were looked for, or else the same files are found. A missing,
//! damaged or foreign entry is ignored, and where nothing can be written nothing is kept.

use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::fs::{self, Metadata};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::{xxh3_64, xxh3_128};

use super::files::Seen;
use super::folders::{Listing, main_files};
use super::reach::Reach;
use crate::config::DefinitionFiles;

/// More entries are not kept: those that were written last stay.
const MOST_ENTRIES: usize = 32;

/// A file that changed shortly before it was read may change again within the resolution of its time stamp.
const SETTLING: Duration = Duration::from_secs(2);

/// The files that definitions were read from.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Stamps<'a> {
    #[serde(borrow)]
    read: Vec<(&'a Path, Stamp)>,
    /// Folders in which files were looked for.
    #[serde(borrow)]
    folders: Vec<(&'a Path, Option<Duration>)>,
    /// The main files.
    #[serde(borrow)]
    main: Vec<&'a Path>,
    /// Where an included file was looked for and was not.
    #[serde(borrow)]
    absent: Vec<&'a Path>,
}

impl<'a> Stamps<'a> {
    /// Of what was found since a time.
    pub(super) fn new(listing: &'a Listing, seen: &'a Seen, since: SystemTime) -> Self {
        let absent: Vec<&Path> = seen.absent.iter().map(|it| &**it).collect();
        let nearest = |it: &&'a Path| it.ancestors().skip(1).find(|it| it.is_dir());
        let folders: BTreeSet<&Path> =
            listing.folders.iter().map(|it| &**it).chain(absent.iter().filter_map(nearest)).collect();
        let settled = |it: &Path| settled(fs::metadata(it).ok()?.modified().ok()?, since);
        Self {
            read: seen.stamps().map(|(path, stamp)| (path, stamp.clone())).collect(),
            folders: folders.into_iter().map(|it| (it, settled(it))).collect(),
            main: listing.files.iter().map(|it| &**it).collect(),
            absent,
        }
    }

    /// Whether the same would be read now.
    pub(super) fn hold(&self, wanted: &DefinitionFiles) -> bool {
        let is_same = |(path, changed): &(&Path, Option<Duration>)| {
            changed.is_some() && fs::metadata(path).ok().and_then(|it| time(&it)) == *changed
        };
        let finds_the_same = || {
            main_files(wanted, &Reach::of(wanted)).files == self.main
                && !self.absent.iter().any(|it| it.is_file())
        };
        self.read.iter().all(|(path, stamp)| stamp.holds(path))
            && (self.folders.iter().all(is_same) || finds_the_same())
    }
}

/// A file as it was read.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Stamp {
    size: u64,
    /// When it changed, since the epoch; `None` where the time does not show whether it is the same.
    changed: Option<Duration>,
    content: u64,
}

impl Stamp {
    pub(super) fn new(found: &Metadata, content: &[u8]) -> Self {
        let changed = found.modified().ok().and_then(|it| settled(it, SystemTime::now()));
        Self { size: found.len(), changed, content: xxh3_64(content) }
    }

    pub(super) fn size(&self) -> u64 {
        self.size
    }

    fn holds(&self, path: &Path) -> bool {
        let Ok(found) = fs::metadata(path) else { return false };
        found.len() == self.size
            && (self.changed.is_some() && time(&found) == self.changed
                || fs::read(path).is_ok_and(|it| xxh3_64(&it) == self.content))
    }
}

fn time(found: &Metadata) -> Option<Duration> {
    found.modified().ok()?.duration_since(UNIX_EPOCH).ok()
}

/// The time since the epoch, if a change after `seen` would get another one.
fn settled(changed: SystemTime, seen: SystemTime) -> Option<Duration> {
    seen.duration_since(changed).ok().filter(|it| *it > SETTLING)?;
    changed.duration_since(UNIX_EPOCH).ok()
}

/// The place of what was read of these files with these folders of includes.
pub(super) struct Entry {
    path: PathBuf,
}

impl Entry {
    /// `None` where the user has no cache folder.
    pub(super) fn of(wanted: &DefinitionFiles, folders: &[PathBuf]) -> Option<Self> {
        let reach = (wanted.are_files_of_user, wanted.is_include_of_user, &wanted.include, &wanted.opened);
        let key = postcard::to_allocvec(&(program()?, &wanted.folder, &wanted.files, folders, reach)).ok()?;
        let name = format!("{:032x}", xxh3_128(&key));
        Some(Self { path: dirs::cache_dir()?.join("affine-analyzer").join("definitions").join(name) })
    }

    pub(super) fn load(&self) -> Option<Vec<u8>> {
        fs::read(&self.path).ok()
    }

    pub(super) fn store(&self, bytes: &[u8]) {
        let Some(folder) = self.path.parent() else { return };
        if let Err(error) = write(folder, &self.path, bytes) {
            tracing::debug!("definitions are not kept in {}: {error}", folder.display());
        }
    }
}

/// Identifies this build of the program: another one may read definitions in another way.
fn program() -> Option<(u64, Duration)> {
    let found = fs::metadata(std::env::current_exe().ok()?).ok()?;
    Some((found.len(), time(&found)?))
}

/// Readers see all of an entry or nothing of it.
fn write(folder: &Path, path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    fs::create_dir_all(folder)?;
    let mut file = tempfile::NamedTempFile::new_in(folder)?;
    file.write_all(bytes)?;
    file.persist(path)?;
    let mut entries: Vec<_> = fs::read_dir(folder)?
        .filter_map(|it| Some((it.as_ref().ok()?.metadata().ok()?.modified().ok()?, it.ok()?.path())))
        .collect();
    entries.sort_by_key(|it| Reverse(it.0));
    for (_, old) in entries.iter().skip(MOST_ENTRIES) {
        fs::remove_file(old)?;
    }
    Ok(())
}

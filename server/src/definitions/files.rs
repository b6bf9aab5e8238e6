//! TableGen's files on the disk.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use analysis::ods::tablegen::{ParsedFile, Source};
use rayon::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};

use super::cache::Stamp;
use super::reach::Reach;

/// Of a larger file nothing is read.
pub(super) const MOST_BYTES: u64 = 8 << 20;
/// The most bytes of main files and of the files that they include: MLIR has six megabytes of them, and a parsed file takes
/// forty times as much memory.
pub(super) const MOST_BYTES_TOGETHER: u64 = 32 << 20;

/// Files of the disk, each read and parsed once.
pub(super) struct Files {
    folders: Vec<PathBuf>,
    reach: Reach,
    seen: Mutex<Seen>,
}

/// The files that were read, and the paths where nothing was found.
#[derive(Default)]
pub(super) struct Seen {
    parsed: FxHashMap<PathBuf, (ParsedFile, Stamp)>,
    others: Vec<(PathBuf, Stamp)>,
    /// Where an included file was looked for and is not.
    pub(super) absent: FxHashSet<PathBuf>,
    /// Bytes of included files.
    included: u64,
}

impl Files {
    /// Parses the main files on all cores. What they include is found in these folders, or beside the file that includes
    /// it.
    pub(super) fn new(main: &[PathBuf], folders: Vec<PathBuf>, reach: Reach) -> Self {
        let parsed = main.par_iter().filter_map(|it| Some((it.clone(), read(it)?))).collect();
        Self { folders, reach, seen: Mutex::new(Seen { parsed, ..Seen::default() }) }
    }

    fn seen(&self) -> MutexGuard<'_, Seen> {
        self.seen.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn into_seen(self) -> Seen {
        self.seen.into_inner().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Source for Files {
    fn file(&self, path: &str, from: Option<&str>) -> Option<(Arc<str>, ParsedFile)> {
        let beside = from.and_then(|it| Path::new(it).parent()).map(Path::to_owned);
        let mut seen = self.seen();
        for candidate in beside.iter().chain(&self.folders).map(|it| it.join(path)) {
            let name = || candidate.display().to_string().into();
            if let Some((file, _)) = seen.parsed.get(&candidate) {
                return Some((name(), file.clone()));
            }
            if seen.absent.contains(&candidate) {
                continue;
            }
            if !candidate.is_file() {
                seen.absent.insert(candidate);
                continue;
            }
            // A project has no access to files elsewhere, and messages must not reveal their contents.
            if !self.reach.has(&candidate) {
                continue;
            }
            match read(&candidate).filter(|it| seen.included + it.1.size() <= MOST_BYTES_TOGETHER) {
                Some((file, stamp)) => {
                    seen.included += stamp.size();
                    let name = name();
                    seen.parsed.insert(candidate, (file.clone(), stamp));
                    return Some((name, file));
                }
                None => _ = seen.absent.insert(candidate),
            }
        }
        None
    }
}

impl Seen {
    /// Adds files that hold no definitions, but on which it depends what is read.
    pub(super) fn depend_on(&mut self, paths: impl Iterator<Item = PathBuf>) {
        self.others.extend(paths.filter_map(|it| stamped(&it).map(|(_, stamp)| (it, stamp))));
    }

    pub(super) fn stamps(&self) -> impl Iterator<Item = (&Path, &Stamp)> {
        let parsed = self.parsed.iter().map(|(path, (_, stamp))| (&**path, stamp));
        parsed.chain(self.others.iter().map(|(path, stamp)| (&**path, stamp)))
    }
}

fn read(path: &Path) -> Option<(ParsedFile, Stamp)> {
    let (bytes, stamp) = stamped(path)?;
    Some((ParsedFile::parse(&String::from_utf8(bytes).ok()?), stamp))
}

fn stamped(path: &Path) -> Option<(Vec<u8>, Stamp)> {
    let found = std::fs::metadata(path).ok().filter(|it| it.is_file() && it.len() <= MOST_BYTES)?;
    let bytes = std::fs::read(path).ok()?;
    let stamp = Stamp::new(&found, &bytes);
    Some((bytes, stamp))
}

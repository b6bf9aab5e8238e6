//! TableGen's files on the disk.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use analysis::ods::tablegen::{ParsedFile, Source};
use rayon::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};

use super::cache::Stamp;

/// Of a larger file nothing is read.
pub(super) const MOST_BYTES: u64 = 16 << 20;

/// Files of the disk, each read and parsed once.
pub(super) struct Files {
    folders: Vec<PathBuf>,
    seen: Mutex<Seen>,
}

#[derive(Default)]
struct Seen {
    parsed: FxHashMap<PathBuf, (ParsedFile, Stamp)>,
    /// Where an included file was looked for and is not.
    absent: FxHashSet<PathBuf>,
}

impl Files {
    /// Parses the main files on all cores. What they include is found in these folders, or beside the file that includes
    /// it.
    pub(super) fn new(main: &[PathBuf], folders: Vec<PathBuf>) -> Self {
        let parsed = main.par_iter().filter_map(|it| Some((it.clone(), read(it)?))).collect();
        Self { folders, seen: Mutex::new(Seen { parsed, absent: FxHashSet::default() }) }
    }

    fn seen(&self) -> MutexGuard<'_, Seen> {
        self.seen.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What was read, and where nothing was found.
    pub(super) fn stamps(&self) -> (Vec<Stamp>, Vec<PathBuf>) {
        let seen = self.seen();
        (seen.parsed.values().map(|it| it.1.clone()).collect(), seen.absent.iter().cloned().collect())
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
            match read(&candidate) {
                Some((file, stamp)) => {
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

fn read(path: &Path) -> Option<(ParsedFile, Stamp)> {
    let found = std::fs::metadata(path).ok().filter(|it| it.is_file() && it.len() <= MOST_BYTES)?;
    let bytes = std::fs::read(path).ok()?;
    let stamp = Stamp::new(path, &found, &bytes);
    Some((ParsedFile::parse(&String::from_utf8(bytes).ok()?), stamp))
}

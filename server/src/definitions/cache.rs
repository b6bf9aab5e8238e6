//! What was read of definitions, kept under the user's cache folder for the next start.
//!
//! An entry holds as long as every file that was read is what it was: of the same size and time, or else of the same
//! content. A missing, damaged or foreign entry is none, and where nothing can be written nothing is kept.

use std::cmp::Reverse;
use std::fs::{self, Metadata};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use analysis::ods::{ImportedOp, ImportedType, Origin};
use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::{xxh3_64, xxh3_128};

/// More entries are not kept: those that were written last stay.
const MOST_ENTRIES: usize = 32;

/// A file that changed so shortly before it was read may change again within the resolution of its time.
const SETTLING: Duration = Duration::from_secs(2);

/// What the files say.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(super) struct Contents {
    pub(super) operations: Vec<Operation>,
    pub(super) types: Vec<DefinedType>,
    pub(super) dialects: Vec<String>,
    pub(super) problems: Vec<String>,
}

#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Operation(#[serde(with = "Fields")] pub(super) ImportedOp);

/// The fields of an [`ImportedOp`].
#[derive(Serialize, Deserialize)]
#[serde(remote = "ImportedOp")]
struct Fields {
    name: Box<str>,
    ins: Box<str>,
    outs: Box<str>,
    regions: Box<str>,
    successors: Box<str>,
    traits: Box<str>,
    format: Option<Box<str>>,
    has_exact_format: bool,
    summary: Box<str>,
    description: Box<str>,
    #[serde(with = "origin")]
    origin: Option<Origin>,
}

#[derive(Debug, Serialize, Deserialize)]
pub(super) struct DefinedType(#[serde(with = "TypeFields")] pub(super) ImportedType);

/// The fields of an [`ImportedType`].
#[derive(Serialize, Deserialize)]
#[serde(remote = "ImportedType")]
struct TypeFields {
    name: Box<str>,
    parameters: Box<str>,
    format: Option<Box<str>>,
    has_exact_format: bool,
    summary: Box<str>,
    description: Box<str>,
    #[serde(with = "origin")]
    origin: Option<Origin>,
}

mod origin {
    use analysis::ods::Origin;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    pub(super) fn serialize<S: Serializer>(origin: &Option<Origin>, to: S) -> Result<S::Ok, S::Error> {
        origin.as_ref().map(|it| (&it.file, it.at)).serialize(to)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Origin>, D::Error> {
        let found: Option<(Box<str>, u32)> = Deserialize::deserialize(from)?;
        Ok(found.map(|(file, at)| Origin { file, at }))
    }
}

/// A file as it was read.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Stamp {
    path: PathBuf,
    size: u64,
    /// When it changed, since the epoch; `None` where that does not tell whether it is the same.
    changed: Option<Duration>,
    content: u64,
}

impl Stamp {
    pub(super) fn new(path: &Path, found: &Metadata, content: &[u8]) -> Self {
        let changed = found.modified().ok();
        let is_settled = |it: &SystemTime| it.elapsed().is_ok_and(|it| it > SETTLING);
        Self {
            path: path.to_owned(),
            size: found.len(),
            changed: changed.filter(is_settled).and_then(|it| it.duration_since(UNIX_EPOCH).ok()),
            content: xxh3_64(content),
        }
    }

    fn holds(&self) -> bool {
        let Ok(found) = fs::metadata(&self.path) else { return false };
        let changed = found.modified().ok().and_then(|it| it.duration_since(UNIX_EPOCH).ok());
        found.len() == self.size
            && (self.changed.is_some() && changed == self.changed
                || fs::read(&self.path).is_ok_and(|it| xxh3_64(&it) == self.content))
    }
}

/// What was read of these main files with these folders of includes.
pub(super) struct Entry {
    path: PathBuf,
}

#[derive(Serialize, Deserialize)]
struct Written<C> {
    stamps: Vec<Stamp>,
    absent: Vec<PathBuf>,
    contents: C,
}

impl Entry {
    /// `None` where the user has no cache folder.
    pub(super) fn of(main: &[PathBuf], folders: &[PathBuf]) -> Option<Self> {
        let key = postcard::to_allocvec(&(program()?, main, folders)).ok()?;
        let name = format!("{:032x}", xxh3_128(&key));
        Some(Self { path: dirs::cache_dir()?.join("affine-analyzer").join("definitions").join(name) })
    }

    pub(super) fn load(&self) -> Option<Contents> {
        let bytes = fs::read(&self.path).ok()?;
        let written: Written<Contents> = postcard::from_bytes(&bytes).ok()?;
        let holds = written.stamps.iter().all(Stamp::holds) && !written.absent.iter().any(|it| it.is_file());
        holds.then_some(written.contents)
    }

    pub(super) fn store(&self, (stamps, absent): (Vec<Stamp>, Vec<PathBuf>), contents: &Contents) {
        let Ok(bytes) = postcard::to_allocvec(&Written { stamps, absent, contents }) else { return };
        let Some(folder) = self.path.parent() else { return };
        if let Err(error) = write(folder, &self.path, &bytes) {
            tracing::debug!("definitions are not kept in {}: {error}", folder.display());
        }
    }
}

/// What tells this program from any other, older or newer, that may read definitions in another way.
fn program() -> Option<(u64, Duration)> {
    let found = fs::metadata(std::env::current_exe().ok()?).ok()?;
    Some((found.len(), found.modified().ok()?.duration_since(UNIX_EPOCH).ok()?))
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

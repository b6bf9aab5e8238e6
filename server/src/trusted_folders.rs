//! The folders for which the user has let tests and tools run, kept in the user's own folder of state, where no project
//! writes. For the command line, and for editors that do not know themselves which folders are trusted.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// More bytes the list has not.
const MOST_BYTES: u64 = 1 << 20;

/// Whether the user has let all of these folders, or others that they are in; false for none.
pub(crate) fn are_trusted(folders: &[PathBuf]) -> bool {
    let known = list().map(|it| read(&it)).unwrap_or_default();
    let is_known =
        |it: &PathBuf| name(it).is_some_and(|it| known.iter().any(|known| Path::new(&it).starts_with(known)));
    !folders.is_empty() && folders.iter().all(is_known)
}

/// Keeps that the user lets these folders.
///
/// # Errors
/// Where that cannot be written.
pub(crate) fn trust(folders: &[PathBuf]) -> io::Result<()> {
    let path = list().ok_or(io::ErrorKind::NotFound)?;
    let mut known = read(&path);
    let new: Vec<String> =
        folders.iter().filter_map(|it| name(it)).filter(|it| !known.contains(it)).collect();
    known.extend(new);
    let folder = path.parent().ok_or(io::ErrorKind::NotFound)?;
    fs::create_dir_all(folder)?;
    let mut file = tempfile::NamedTempFile::new_in(folder)?;
    file.write_all(&serde_json::to_vec(&known)?)?;
    file.persist(&path)?;
    Ok(())
}

fn list() -> Option<PathBuf> {
    let folder = dirs::state_dir().or_else(dirs::data_local_dir)?;
    Some(folder.join("affine-analyzer").join("trusted-folders.json"))
}

fn read(path: &Path) -> Vec<String> {
    let is_read = fs::metadata(path).is_ok_and(|it| it.is_file() && it.len() <= MOST_BYTES);
    let text = is_read.then(|| fs::read(path).ok()).flatten();
    text.and_then(|it| serde_json::from_slice(&it).ok()).unwrap_or_default()
}

/// A folder as it is kept: where links lead, so that none can be put in its place.
fn name(folder: &Path) -> Option<String> {
    folder.canonicalize().ok()?.into_os_string().into_string().ok()
}

//! Files of the user, written whole or not at all.
//!
//! The new text is put on the disk as a file beside the old one, which then gives up its name to it. Of a symbolic link it
//! is the file after it that is replaced. A file that would lose something by that is overwritten instead: one with other
//! names (hard links), with extended attributes, with an owner that cannot be given to another file, or in a folder where
//! no file can be made. Before that a copy of it is safe on the disk, which is removed when the new text is.

use std::ffi::OsStr;
use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, ErrorKind, Read, Seek, Write};
use std::path::Path;

use anyhow::{Context, anyhow, ensure};
use tempfile::NamedTempFile;

/// Writes a file that was read as `old`.
///
/// # Errors
/// Where it cannot be written, or is no longer what was read. Then it is as it was; where even that cannot be had, because
/// a disk fails, the error names the copy.
pub(crate) fn save(path: &Path, old: &[u8], new: &[u8]) -> anyhow::Result<()> {
    write(path, old, new).with_context(|| format!("cannot write `{}`", path.display()))
}

fn write(path: &Path, old: &[u8], new: &[u8]) -> anyhow::Result<()> {
    let path = path.canonicalize()?;
    ensure!(fs::metadata(&path)?.is_file(), "it is no regular file");
    // A file that may not be written is not replaced either, though its folder would allow it.
    let mut file = OpenOptions::new().read(true).write(true).open(&path)?;
    let found = file.metadata()?;
    ensure!(holds(&mut file, old)?, "it has changed since it was read");
    if loses_nothing(&file, &found) && replace(&path, &found, new)? {
        return Ok(());
    }
    overwrite(&path, &mut file, old, new)
}

fn holds(file: &mut File, text: &[u8]) -> io::Result<bool> {
    let mut content = Vec::with_capacity(text.len());
    file.take(text.len() as u64 + 1).read_to_end(&mut content)?;
    Ok(content == text)
}

/// Puts a new file in the place of one; false where that cannot be.
fn replace(path: &Path, found: &Metadata, text: &[u8]) -> io::Result<bool> {
    let mut file = match beside(path, "new") {
        Ok(file) => file,
        Err(error) if is_full(&error) => return Err(error),
        Err(_) => return Ok(false),
    };
    file.write_all(text)?;
    if !take_after(file.as_file(), found) {
        return Ok(false);
    }
    file.as_file().sync_all()?;
    if file.persist(path).is_err() {
        return Ok(false);
    }
    #[cfg(unix)]
    if let Some(folder) = path.parent() {
        // The text is whole already; some file systems cannot do this.
        _ = File::open(folder).and_then(|it| it.sync_all());
    }
    Ok(true)
}

fn overwrite(path: &Path, file: &mut File, old: &[u8], new: &[u8]) -> anyhow::Result<()> {
    let copy = beside(path, "old").or_else(|_| NamedTempFile::new());
    let mut copy = copy.context("there is no place for a copy of it")?;
    copy.write_all(old).and_then(|()| copy.as_file().sync_all()).context("it cannot be copied")?;
    let put_new = reserve(file, new.len() as u64).and_then(|()| put(file, new));
    let Err(error) = put_new else { return Ok(()) };
    // The space for it is there still.
    if put(file, old).is_ok() {
        return Err(error.into());
    }
    let (_, copy) = copy.keep()?;
    Err(anyhow!(error).context(format!("it is damaged; what it was is in `{}`", copy.display())))
}

/// Writes over what a file holds.
fn put(file: &mut File, text: &[u8]) -> io::Result<()> {
    file.rewind()?;
    file.write_all(text)?;
    file.set_len(text.len() as u64)?;
    file.sync_all()
}

/// A hidden file beside another, whose name says what it is.
fn beside(path: &Path, what: &str) -> io::Result<NamedTempFile> {
    // The length of a name is bounded.
    let name: String =
        path.file_name().map(OsStr::to_string_lossy).unwrap_or_default().chars().take(32).collect();
    let folder = path.parent().unwrap_or(Path::new("."));
    tempfile::Builder::new().prefix(&format!(".{name}.{what}-")).tempfile_in(folder)
}

fn is_full(error: &io::Error) -> bool {
    matches!(error.kind(), ErrorKind::StorageFull | ErrorKind::QuotaExceeded)
}

/// Whether another file could be all that this one is.
#[cfg(unix)]
fn loses_nothing(file: &File, found: &Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;
    found.nlink() == 1 && !has_attributes(file)
}

#[cfg(not(unix))]
fn loses_nothing(_: &File, _: &Metadata) -> bool {
    true
}

/// Whether there are extended attributes, access lists among them, but for the label that each new file gets.
#[cfg(any(target_os = "linux", target_os = "macos"))]
fn has_attributes(file: &File) -> bool {
    let mut names = Vec::with_capacity(1 << 16);
    match rustix::fs::flistxattr(file, rustix::buffer::spare_capacity(&mut names)) {
        Ok(_) => names.split(|it| *it == 0).any(|it| !it.is_empty() && it != b"security.selinux"),
        Err(error) => error != rustix::io::Errno::NOTSUP,
    }
}

#[cfg(all(unix, not(any(target_os = "linux", target_os = "macos"))))]
fn has_attributes(_: &File) -> bool {
    false
}

/// Gives a file the owner and permissions of another; false where it cannot have them.
#[cfg(unix)]
fn take_after(file: &File, found: &Metadata) -> bool {
    use std::os::unix::fs::{MetadataExt, fchown};
    let Ok(own) = file.metadata() else { return false };
    let is_same = own.uid() == found.uid() && own.gid() == found.gid();
    // Permissions come last: a new owner clears some.
    (is_same || fchown(file, Some(found.uid()), Some(found.gid())).is_ok())
        && file.set_permissions(found.permissions()).is_ok()
}

#[cfg(not(unix))]
fn take_after(file: &File, found: &Metadata) -> bool {
    file.set_permissions(found.permissions()).is_ok()
}

/// Reserves space for a file, where the system can.
#[cfg(target_os = "linux")]
fn reserve(file: &File, length: u64) -> io::Result<()> {
    use rustix::fs::{FallocateFlags, fallocate};
    match fallocate(file, FallocateFlags::KEEP_SIZE, 0, length.max(1)) {
        Err(error) if is_full(&error.into()) => Err(error.into()),
        _ => Ok(()),
    }
}

#[cfg(not(target_os = "linux"))]
fn reserve(_: &File, _: u64) -> io::Result<()> {
    Ok(())
}

//! Files as a repository has them, and nothing else: a pipe or a device might never end.

use std::fs::{File, metadata};
use std::io::Read;
use std::path::Path;

use super::object::MOST_BYTES;

pub(super) fn open(path: &Path) -> Option<File> {
    metadata(path).ok().filter(|it| it.is_file())?;
    File::open(path).ok()
}

pub(super) fn text(path: &Path) -> Option<String> {
    let mut text = String::new();
    open(path)?.take(MOST_BYTES).read_to_string(&mut text).ok()?;
    Some(text)
}

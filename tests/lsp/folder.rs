//! A folder of files for one test.

use std::fs;
use std::path::{Path, PathBuf};

/// It is gone with the value.
pub(crate) struct Folder(PathBuf);

impl Folder {
    /// Names of tests differ.
    pub(crate) fn new(name: &str) -> Self {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}-{}", std::process::id()));
        fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    /// With these files, by their paths.
    pub(crate) fn with(name: &str, files: &[(&str, &str)]) -> Self {
        let folder = Self::new(name);
        for (path, text) in files {
            folder.write(path, text);
        }
        folder
    }

    pub(crate) fn path(&self, path: &str) -> PathBuf {
        self.0.join(path)
    }

    /// Gives the URI of the file.
    pub(crate) fn write(&self, path: &str, text: &str) -> String {
        let file = self.path(path);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(file, text).unwrap();
        self.uri(path)
    }

    pub(crate) fn uri(&self, path: &str) -> String {
        format!("file://{}", self.path(path).display())
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // What is left is cleared with the target folder.
        let _ = fs::remove_dir_all(&self.0);
    }
}

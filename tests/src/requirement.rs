//! Programs that tests need and that are not ours.

use std::io::Write;
use std::path::PathBuf;

/// The first of these programs that is installed. Where none is, a test is skipped, which this says; with `CI` set it
/// fails instead.
pub fn program(names: &[&str]) -> Option<PathBuf> {
    let folders = std::env::var_os("PATH").unwrap_or_default();
    let found = names.iter().find_map(|name| {
        let file = format!("{name}{}", std::env::consts::EXE_SUFFIX);
        std::env::split_paths(&folders).map(|folder| folder.join(&file)).find(|path| path.is_file())
    });
    said_missing(found, &format!("{} is", names.join(" or ")))
}

/// The folder of MLIR's own definitions, if they are installed; else as [`program`].
pub fn definitions() -> Option<PathBuf> {
    let folder = PathBuf::from("/usr/lib/llvm-22/include");
    let found = folder.join("mlir").is_dir().then_some(folder);
    said_missing(found, "MLIR's definitions (libmlir-22-dev) are")
}

/// What was found. Where that is nothing, as [`program`], with these words: `a program is`.
pub fn said_missing<T>(found: Option<T>, what: &str) -> Option<T> {
    if found.is_none() {
        let missing = format!("{what} not installed");
        assert!(std::env::var_os("CI").is_none_or(|value| value.is_empty()), "{missing}");
        // Past the test harness, which keeps what successful tests print to itself.
        let _ = writeln!(std::io::stderr(), "skipped: {missing}");
    }
    found
}

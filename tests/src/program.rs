//! The program under test, built once per test binary.
//!
//! Cargo tells a test the path of binaries of its own package only. So this runs `cargo build -p affine-analyzer`, for
//! benchmarks in the profile of packages, and takes the path from Cargo's messages. The variable `AFFINE_ANALYZER` names
//! another binary instead: `tests/run` tests the one that people build.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;

use serde_json::Value;

/// The path of `affine-analyzer`.
pub fn path() -> &'static Path {
    static PATH: OnceLock<PathBuf> = OnceLock::new();
    PATH.get_or_init(|| std::env::var_os("AFFINE_ANALYZER").map_or_else(build, PathBuf::from))
}

/// A command of the program, with nothing on its standard input, that keeps what it keeps beside itself.
pub fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(path());
    command.args(arguments).stdin(Stdio::null());
    for (variable, folder) in [("XDG_CACHE_HOME", "cache-of-tests"), ("XDG_STATE_HOME", "state-of-tests")] {
        command.env(variable, path().with_file_name(folder));
    }
    command
}

/// Whether it is optimized. It takes much larger texts to keep such a program busy.
pub fn is_optimized() -> bool {
    path().iter().all(|it| it != "debug")
}

fn build() -> PathBuf {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(cargo);
    command.args(["build", "--package", "affine-analyzer", "--message-format", "json-render-diagnostics"]);
    if !cfg!(debug_assertions) {
        command.args(["--profile", "dist"]);
    }
    let output = command.current_dir(env!("CARGO_MANIFEST_DIR")).stderr(Stdio::inherit()).output().unwrap();
    assert!(output.status.success(), "affine-analyzer does not build");
    let messages = String::from_utf8(output.stdout).unwrap();
    messages
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).unwrap())
        .filter(|message| message["target"]["name"] == "affine-analyzer")
        .find_map(|message| message["executable"].as_str().map(PathBuf::from))
        .expect("Cargo names the executable")
}

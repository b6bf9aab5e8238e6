//! The command line from outside: exit codes, messages, and the shape of what scripts read.
#![expect(clippy::unwrap_used, reason = "a test ends at the first surprise")]

mod apply;
mod attributes;
mod changed_loops;
mod check;
mod compare;
mod definitions;
mod dialects;
mod fmt;
#[cfg(target_os = "linux")]
mod hostile_pairs;
mod input;
#[cfg(unix)]
mod lit;
mod main_job;
mod optimize;
mod passes;
mod print;
mod project;
mod reports;
#[cfg(unix)]
mod restraint;
#[cfg(unix)]
mod save;
mod usage;

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};

use affine_analyzer_tests::program;
use serde_json::Value;

const KERNEL: &str = "\
func.func @kernel(%m: memref<10xf32>) {
  affine.for %i = 1 to 10 {
    %v = affine.load %m[%i - 1] : memref<10xf32>
    affine.store %v, %m[%i] : memref<10xf32>
  }
  return
}
";

/// What a run said, and how it ended.
struct Run {
    code: Option<i32>,
    stdout: String,
    stderr: String,
}

impl Run {
    fn json(&self) -> Value {
        serde_json::from_str(&self.stdout).unwrap()
    }
}

impl From<Output> for Run {
    fn from(output: Output) -> Self {
        let stderr = String::from_utf8(output.stderr).unwrap();
        assert!(!stderr.contains("panicked"), "{stderr}");
        Self { code: output.status.code(), stdout: String::from_utf8(output.stdout).unwrap(), stderr }
    }
}

/// A folder of its own for one test, in which the program runs; removed at the end.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Self {
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        let name = format!("cli-{}-{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        fs::create_dir_all(&folder).unwrap();
        Self(folder)
    }

    fn write(&self, path: &str, content: impl AsRef<[u8]>) {
        let path = self.0.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, content).unwrap();
    }

    fn read(&self, path: &str) -> Vec<u8> {
        fs::read(self.0.join(path)).unwrap()
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = program::command(arguments);
        command.current_dir(&self.0).env("XDG_CACHE_HOME", self.0.join("cache"));
        command.env("XDG_STATE_HOME", self.0.join("state"));
        command
    }

    fn run(&self, arguments: &[&str]) -> Run {
        self.command(arguments).output().unwrap().into()
    }

    fn run_with_input(&self, arguments: &[&str], input: &str) -> Run {
        let mut command = self.command(arguments);
        let command = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
        child.wait_with_output().unwrap().into()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // What is left over lies below the target folder.
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// The names of what a folder holds, in order.
fn names(folder: &Path) -> Vec<String> {
    let names = fs::read_dir(folder).unwrap().map(|it| it.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<_> = names.collect();
    names.sort();
    names
}

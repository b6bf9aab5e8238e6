//! One session of an editor, in a folder of its own that holds the examples.

use std::fs::{self, File};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use affine_analyzer_tests::program;
use serde_json::Value;

/// How long the whole session may take.
const PATIENCE: Duration = Duration::from_secs(300);

/// Runs the server under its own name and notes the status that it ends with.
const SERVER: &str = "#!/bin/sh
\"$AFFINE_ANALYZER\" \"$@\"; status=$?; echo $status >>\"$STATUSES\"; exit $status
";

/// What a session left behind; the folder is removed at the end.
pub(crate) struct Session {
    pub(crate) folder: PathBuf,
    /// What the editor wrote down.
    pub(crate) seen: Value,
    pub(crate) editor: ExitStatus,
}

impl Session {
    /// Runs the editor until it ends.
    ///
    /// `editor` gives its command, for the folder that it runs in; `affine-analyzer` is on its path.
    pub(crate) fn run(name: &str, editor: impl FnOnce(&Path) -> Command) -> Self {
        let tests = Path::new(env!("CARGO_MANIFEST_DIR"));
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        for example in fs::read_dir(tests.join("../examples")).unwrap() {
            let path = example.unwrap().path();
            fs::copy(&path, folder.join(path.file_name().unwrap())).unwrap();
        }
        let server = folder.join("bin/affine-analyzer");
        fs::create_dir_all(folder.join("bin")).unwrap();
        fs::write(&server, SERVER).unwrap();
        fs::set_permissions(&server, fs::Permissions::from_mode(0o755)).unwrap();
        let path = std::env::var_os("PATH").unwrap_or_default();
        let folders = std::iter::once(folder.join("bin")).chain(std::env::split_paths(&path));
        let mut editor = editor(&folder);
        let log = folder.join("editor.log");
        for home in ["XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME"] {
            editor.env(home, folder.join("home"));
        }
        let mut child = editor
            .current_dir(&folder)
            .env("AFFINE_ANALYZER", program::path())
            .env("STATUSES", folder.join("statuses"))
            .env("PATH", std::env::join_paths(folders).unwrap())
            .env("HOME", &folder)
            .stdin(Stdio::null())
            .stdout(File::create(&log).unwrap())
            .stderr(File::options().append(true).open(&log).unwrap())
            .spawn()
            .unwrap();
        let start = Instant::now();
        let editor = loop {
            if let Some(status) = child.try_wait().unwrap() {
                break status;
            }
            if start.elapsed() > PATIENCE {
                child.kill().unwrap();
                panic!("{name} does not end:\n{}", read(&log));
            }
            std::thread::sleep(Duration::from_millis(20));
        };
        let seen = read(&folder.join("session.json"));
        let seen = serde_json::from_str(&seen).unwrap_or_else(|error| {
            panic!("{error} in what was seen; {name} ended with {editor}:\n{}", read(&log))
        });
        Self { folder, seen, editor }
    }

    /// What the servers ended with that the editor started, as soon as so many have.
    pub(crate) fn statuses(&self, count: usize) -> Vec<String> {
        let start = Instant::now();
        loop {
            let lines: Vec<_> = read(&self.folder.join("statuses")).lines().map(str::to_owned).collect();
            if lines.len() >= count || start.elapsed() >= Duration::from_secs(10) {
                return lines;
            }
            std::thread::sleep(Duration::from_millis(20));
        }
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        // What is left over lies below the target folder.
        let _ = fs::remove_dir_all(&self.folder);
    }
}

/// What was seen in a step of a session.
pub(crate) fn step<'s>(seen: &'s Value, name: &str) -> &'s Value {
    let step = &seen[name];
    assert!(step["error"].is_null(), "{name} failed: {}", step["error"]);
    &step["seen"]
}

/// The first block in a language below a heading of a page, which is what a user copies.
pub(crate) fn documented<'p>(page: &'p str, heading: &str, language: &str) -> &'p str {
    let (_, section) = page.split_once(&format!("{heading}\n")).unwrap();
    section.split_once(&format!("```{language}\n")).unwrap().1.split_once("```").unwrap().0
}

/// Nothing where there is no such file.
fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_default()
}

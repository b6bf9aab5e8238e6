//! One session of an editor, in a folder of its own that holds the examples.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use affine_analyzer_tests::program;
use serde_json::Value;

/// How long the whole session may take.
const PATIENCE: Duration = Duration::from_secs(300);

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
    /// `editor` gives its command, for the folder that it runs in.
    pub(crate) fn run(name: &str, editor: impl FnOnce(&Path) -> Command) -> Self {
        let tests = Path::new(env!("CARGO_MANIFEST_DIR"));
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        for example in fs::read_dir(tests.join("../examples")).unwrap() {
            let path = example.unwrap().path();
            fs::copy(&path, folder.join(path.file_name().unwrap())).unwrap();
        }
        let mut editor = editor(&folder);
        let log = folder.join("editor.log");
        for home in ["XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME"] {
            editor.env(home, folder.join("home"));
        }
        let mut child = editor
            .current_dir(&folder)
            .env("AFFINE_ANALYZER", program::path())
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

/// Nothing where there is no such file.
pub(crate) fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_default()
}

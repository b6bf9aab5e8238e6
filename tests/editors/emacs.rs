//! Emacs with Eglot. One session of the editor does everything (`emacs.el`); each test looks at a part of what was seen
//! in it.

use std::fs::{self, File};
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::OnceLock;
use std::time::{Duration, Instant};

use affine_analyzer_tests::{program, requirement};
use serde_json::Value;

/// How long the whole session may take.
const PATIENCE: Duration = Duration::from_secs(300);

#[test]
fn flymake_shows_the_errors() {
    let Some(seen) = step("diagnostics") else { return };
    let errors = seen.as_array().unwrap();
    assert!(errors.iter().any(|it| it["severity"] == "eglot-error"), "{seen:#}");
    assert!(errors.iter().all(|it| !it["message"].as_str().unwrap().is_empty()), "{seen:#}");
}

#[test]
fn eldoc_tells_the_distance() {
    let Some(seen) = step("hover") else { return };
    let shown = seen.as_str().unwrap();
    assert!(shown.contains("affine.load") && shown.contains("distance"), "{shown}");
}

#[test]
fn the_fusion_is_applied() {
    let Some(seen) = step("fusion") else { return };
    let loops = |text: &Value| text.as_str().unwrap().matches("\n  affine.for ").count();
    assert!(loops(&seen["after"]) < loops(&seen["before"]), "{}", seen["after"]);
}

#[test]
fn the_server_ends_when_it_is_told_to() {
    let Some(seen) = step("shutdown") else { return };
    assert_eq!(*seen, true);
}

/// What was seen in a step; nothing where there is no Emacs with Eglot.
fn step(name: &str) -> Option<&'static Value> {
    let step = &session().as_ref()?[name];
    assert!(step["error"].is_null(), "{name} failed: {}", step["error"]);
    Some(&step["seen"])
}

fn session() -> &'static Option<Value> {
    static SESSION: OnceLock<Option<Value>> = OnceLock::new();
    SESSION.get_or_init(|| {
        let seen = run(&requirement::program(&["emacs"])?);
        if seen["missing"] == true {
            assert!(std::env::var_os("CI").is_none_or(|value| value.is_empty()), "Eglot is not installed");
            // Past the test harness, which keeps what successful tests print to itself.
            let _ = writeln!(std::io::stderr(), "skipped: Eglot is not installed");
            return None;
        }
        Some(seen)
    })
}

fn run(emacs: &Path) -> Value {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("emacs-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    for example in fs::read_dir(tests.join("../examples")).unwrap() {
        let path = example.unwrap().path();
        fs::copy(&path, folder.join(path.file_name().unwrap())).unwrap();
    }
    let log = folder.join("emacs.log");
    let mut child = Command::new(emacs)
        .args(["--batch", "--no-init-file", "--load"])
        .arg(tests.join("editors/emacs.el"))
        .current_dir(&folder)
        .env("AFFINE_ANALYZER", program::path())
        .env("HOME", &folder)
        .stdin(Stdio::null())
        .stdout(File::create(&log).unwrap())
        .stderr(File::options().append(true).open(&log).unwrap())
        .spawn()
        .unwrap();
    let start = Instant::now();
    let read = |path: &Path| fs::read_to_string(path).unwrap_or_default();
    let status = loop {
        if let Some(status) = child.try_wait().unwrap() {
            break status;
        }
        if start.elapsed() > PATIENCE {
            child.kill().unwrap();
            panic!("Emacs does not end:\n{}", read(&log));
        }
        std::thread::sleep(Duration::from_millis(20));
    };
    let seen = read(&folder.join("session.json"));
    let seen = serde_json::from_str(&seen).unwrap_or_else(|error| {
        panic!("{error} in what was seen; the editor ended with {status}:\n{}", read(&log))
    });
    fs::remove_dir_all(&folder).unwrap();
    seen
}

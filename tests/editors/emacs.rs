//! Emacs with Eglot. One session of the editor does everything (`emacs.el`); each test looks at a part of what was seen
//! in it.

use std::io::Write;
use std::path::Path;
use std::process::Command;
use std::sync::OnceLock;

use affine_analyzer_tests::requirement;
use serde_json::Value;

use crate::session::{self, Session};

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
    Some(session::step(session().as_ref()?, name))
}

fn session() -> &'static Option<Value> {
    static SESSION: OnceLock<Option<Value>> = OnceLock::new();
    SESSION.get_or_init(|| {
        let mut emacs = Command::new(requirement::program(&["emacs"])?);
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("editors/emacs.el");
        emacs.args(["--batch", "--no-init-file", "--load"]).arg(script);
        let seen = Session::run("emacs", |_| emacs).seen.take();
        if seen["missing"] == true {
            assert!(std::env::var_os("CI").is_none_or(|value| value.is_empty()), "Eglot is not installed");
            // Past the test harness, which keeps what successful tests print to itself.
            let _ = writeln!(std::io::stderr(), "skipped: Eglot is not installed");
            return None;
        }
        Some(seen)
    })
}

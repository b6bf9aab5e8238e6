//! Eglot.

use std::sync::OnceLock;

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
    static SESSION: OnceLock<Option<Session>> = OnceLock::new();
    let session = SESSION.get_or_init(|| super::run("eglot.el", "## Eglot"));
    Some(session::step(&session.as_ref()?.seen, name))
}

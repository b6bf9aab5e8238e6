//! lsp-mode.

use std::sync::OnceLock;

use serde_json::Value;

use crate::session::{self, Session};

#[test]
fn errors_arrive() {
    let Some(seen) = step("diagnostics") else { return };
    for code in ["invalid-symbol", "apply-dim-as-symbol"] {
        assert!(seen.as_array().unwrap().iter().any(|it| it == code), "{seen:#}");
    }
}

#[test]
fn the_help_window_tells_the_distance() {
    let Some(seen) = step("hover") else { return };
    let shown = seen.as_str().unwrap();
    assert!(shown.contains("RAW → line ") && shown.contains("distance (2, 0)"), "{shown}");
}

#[test]
fn the_fusion_is_applied_and_its_proof_is_shown() {
    let Some(seen) = step("fusion") else { return };
    let loops = |text: &Value| text.as_str().unwrap().matches("\n  affine.for ").count();
    assert!(loops(&seen["after"]) < loops(&seen["before"]), "{}", seen["after"]);
    let shown = seen["shown"].as_array().unwrap();
    let is_proof = |it: &Value| it.as_str().unwrap().contains("computes the same ✓");
    assert!(shown.iter().any(is_proof), "{shown:#?}");
}

#[test]
fn other_choices_are_asked_for() {
    let Some(seen) = step("choice") else { return };
    let [first, second] = seen["asked"].as_array().unwrap().as_slice() else { panic!("{:#}", seen["asked"]) };
    let peeled = |list: &Value| {
        let titles = list.as_array().unwrap().iter().filter_map(Value::as_str);
        titles.filter(|it| it.starts_with("Peel ")).map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(peeled(first), ["Peel the first iteration of %i"]);
    assert_eq!(peeled(second), ["Peel the last iteration of %i"]);
    assert!(seen["after"].as_str().unwrap().contains("affine.for %i = 0 to 255 "), "{}", seen["after"]);
}

#[test]
fn the_server_ends_when_it_is_told_to() {
    let Some(seen) = step("shutdown") else { return };
    assert_eq!(*seen, true);
}

/// What was seen in a step; nothing where there is no Emacs with lsp-mode.
fn step(name: &str) -> Option<&'static Value> {
    static SESSION: OnceLock<Option<Session>> = OnceLock::new();
    let session = SESSION.get_or_init(|| super::run("lsp_mode.el", "## lsp-mode"));
    Some(session::step(&session.as_ref()?.seen, name))
}

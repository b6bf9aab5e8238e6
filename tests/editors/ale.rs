//! Vim with ALE. One session of the editor does everything (`ale.vim`); each test looks at a part of what was seen in it.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::sync::OnceLock;

use affine_analyzer_tests::requirement;
use serde_json::Value;

use crate::session::{self, Session, documented};

#[test]
fn signs_and_the_list_have_the_errors() {
    let Some(seen) = step("mistakes") else { return };
    let errors: Vec<_> =
        seen["diagnostics"].as_array().unwrap().iter().filter(|it| it["type"] == "E").collect();
    let symbol = errors.iter().find(|it| it["code"] == "invalid-symbol").unwrap();
    assert_eq!(symbol["text"], "%i", "{seen:#}");
    assert!(seen["signs"].as_array().unwrap().contains(&symbol["line"]), "{seen:#}");
}

#[test]
fn the_preview_tells_the_distance() {
    let Some(seen) = step("hover") else { return };
    let shown = seen.as_str().unwrap();
    assert!(shown.contains("affine.load") && shown.contains("distance (2, 0)"), "{shown}");
}

#[test]
fn the_fusion_is_applied() {
    let Some(seen) = step("fusion") else { return };
    let loops = |text: &Value| text.as_str().unwrap().matches("\n  affine.for ").count();
    assert!(loops(&seen["after"]) < loops(&seen["before"]), "{}", seen["after"]);
    let offered = seen["offered"].as_str().unwrap();
    assert!(!offered.contains("Other choices"), "ALE has no way to answer: {offered}");
}

/// What was seen in a step; nothing where there is no Vim with ALE.
fn step(name: &str) -> Option<&'static Value> {
    Some(session::step(&session().as_ref()?.seen, name))
}

/// Debian's package of ALE.
const ALE: &str = "/usr/share/vim/vimfiles/pack/dist-bundle/opt/ale";

fn session() -> &'static Option<Session> {
    static SESSION: OnceLock<Option<Session>> = OnceLock::new();
    SESSION.get_or_init(|| {
        let vim = requirement::program(&["vim"])?;
        requirement::said_missing(Path::new(ALE).exists().then_some(()), "ALE (vim-ale) is")?;
        Some(Session::run("ale", |folder| {
            let page = include_str!("../../docs/editors/vim.md");
            let blocks =
                [documented(page, "# Vim", "vim"), "packadd ale\n", documented(page, "## ALE", "vim")];
            let init = folder.join("vimrc");
            fs::write(&init, blocks.concat()).unwrap();
            let mut editor = Command::new(vim);
            editor.args(["-N", "-n", "-T", "dumb", "--not-a-term", "-i", "NONE", "-u"]).arg(init);
            editor.arg("-S").arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("editors/ale.vim"));
            editor
        }))
    })
}

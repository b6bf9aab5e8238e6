//! Neovim's own client. One session of the editor does everything (`neovim.lua`); each test looks at a part of what
//! was seen in it.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::sync::OnceLock;

use affine_analyzer_tests::requirement;
use serde_json::Value;

use crate::session::{self, Session, documented};

#[test]
fn errors_are_drawn_where_they_are() {
    let Some(seen) = step("mistakes") else { return };
    let errors: Vec<_> = items(&seen["diagnostics"]).filter(|it| it["severity"] == "ERROR").collect();
    for code in ["invalid-symbol", "apply-dim-as-symbol"] {
        let error = errors.iter().find(|it| it["code"] == code).unwrap_or_else(|| panic!("{code}: {seen:#}"));
        assert!(items(&seen["drawn"]["underlined"]).any(|line| *line == error["line"]), "{seen:#}");
        assert!(text(&seen["drawn"]["beside"]).contains(text(&error["message"])), "{seen:#}");
    }
    for error in errors {
        assert!(!text(&error["message"]).is_empty() && !text(&error["code"]).is_empty(), "{error:#}");
        assert!(!text(&error["text"]).contains('\n'), "more than a line is underlined: {error:#}");
    }
}

#[test]
fn hovers_tell_exact_distances_at_both_ends() {
    let Some(seen) = step("hover") else { return };
    let dependence = format!(
        "RAW → line {} · distance (2, 0) · carried by %arg0 (depth 1)",
        seen["load"]["line"].as_u64().unwrap()
    );
    for end in ["store", "load"] {
        let shown = text(&seen[end]["text"]);
        assert!(shown.replace('`', "").contains(&dependence), "{dependence} is not in\n{shown}");
    }
    let source = format!("from line {}", seen["store"]["line"]);
    assert!(text(&seen["load"]["text"]).contains(&source), "{seen:#}");
}

#[test]
fn definitions_are_jumped_to_and_back() {
    let Some(seen) = step("definition") else { return };
    assert!(text(&seen["to"]["text"]).trim_start().starts_with("%cst = arith.constant"), "{seen:#}");
    assert_eq!(seen["to"]["column"], 3);
    assert_eq!(seen["back"], seen["from"]["line"]);
}

#[test]
fn references_are_listed() {
    let Some(seen) = step("references") else { return };
    let lines: Vec<_> = items(seen).map(|it| text(&it["text"]).trim()).collect();
    for part in ["affine.for %arg0 =", "affine.store %cst, %0[%arg0,", "affine.load %0[%arg0 - 2,"] {
        assert!(lines.iter().any(|line| line.contains(part)), "{part}: {lines:#?}");
    }
    assert_eq!(lines.len(), 3, "{lines:#?}");
}

#[test]
fn the_outline_has_functions_and_loops() {
    let Some(seen) = step("symbols") else { return };
    let entries: Vec<_> = items(seen).map(|it| text(&it["text"])).collect();
    assert!(entries.iter().any(|it| it.starts_with("[Function] @")), "{entries:#?}");
    assert!(entries.iter().any(|it| it.contains("%arg0")), "{entries:#?}");
    assert!(entries.iter().any(|it| it.contains("%arg1")), "{entries:#?}");
}

#[test]
fn diagnostics_follow_typing() {
    let Some(seen) = step("typing") else { return };
    let typed: Vec<_> = items(&seen["typed"]).collect();
    let [error] = typed.as_slice() else { panic!("one mistake, one error: {typed:#?}") };
    assert!(["invalid-symbol", "apply-dim-as-symbol"].contains(&text(&error["code"])), "{error:#}");
    assert_eq!(error["text"], "%arg0");
    assert!(text(&seen["drawn"]["beside"]).contains(text(&error["message"])), "{seen:#}");
    assert_eq!(seen["undone"], seen["original"]);

    assert_eq!(items(&seen["half"]).count(), 1, "one half statement, one error: {:#}", seen["half"]);
    assert_eq!(text(&seen["whole"]).trim(), "%half = arith.addf %cst, %cst : f32");
}

#[test]
fn a_fusion_is_applied_and_undone_as_one() {
    let Some(seen) = step("fusion") else { return };
    let (original, fused) = (text(&seen["original"]), text(&seen["fused"]));
    assert_eq!(seen["hint"]["severity"], "HINT");
    assert_eq!(seen["hint"]["text"], "affine.for");
    assert_ne!(original, fused, "offered: {:#}", seen["offered"]);
    assert_eq!(nests(fused), nests(original) - 1, "{fused}");
    for comment in original.lines().filter(|line| line.trim_start().starts_with("//")) {
        assert!(fused.contains(comment.trim()), "`{comment}` is lost in\n{fused}");
    }
    assert_eq!(items(&seen["errors"]).count(), 0, "{seen:#}");
    assert_eq!(seen["undo_states"], 1);
    assert_eq!(seen["undone"], seen["original"]);
}

#[test]
fn the_server_ends_when_it_is_stopped_and_with_the_editor() {
    let Some(seen) = step("stopped") else { return };
    assert_eq!(*seen, true);
    step("quit");
    let session = session().as_ref().unwrap();
    assert_eq!(session.statuses(2), ["0", "0"]);
    assert!(session.editor.success(), "{}", session.editor);
}

/// Each version of the editor has one of both ways; the other is taken away or stood in for.
#[test]
fn both_branches_of_the_documented_text_start_the_server() {
    let Some(nvim) = requirement::program(&["nvim"]) else { return };
    let seen = run(&nvim, Way::Other);
    for name in ["mistakes", "hover", "typing", "fusion", "stopped", "quit"] {
        session::step(&seen.seen, name);
    }
    assert_eq!(seen.statuses(2).len(), 2);
}

/// Loops that are in no other loop.
fn nests(text: &str) -> usize {
    text.lines().filter(|line| line.starts_with("  affine.for ")).count()
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_else(|| panic!("{value} is no text"))
}

/// Of an array. Lua writes an empty one as an empty object.
fn items(value: &Value) -> impl Iterator<Item = &Value> {
    assert!(value.is_array() || value.as_object().is_some_and(|it| it.is_empty()), "{value} is no array");
    value.as_array().into_iter().flatten()
}

/// What was seen in a step; nothing where there is no Neovim.
fn step(name: &str) -> Option<&'static Value> {
    Some(session::step(&session().as_ref()?.seen, name))
}

fn session() -> &'static Option<Session> {
    static SESSION: OnceLock<Option<Session>> = OnceLock::new();
    SESSION.get_or_init(|| requirement::program(&["nvim"]).map(|nvim| run(&nvim, Way::Documented)))
}

/// How the editor starts servers.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    /// As its version does.
    Documented,
    /// As other versions do.
    Other,
}

fn run(nvim: &Path, way: Way) -> Session {
    let scripts = Path::new(env!("CARGO_MANIFEST_DIR")).join("editors");
    let name = if way == Way::Other { "neovim-other-way" } else { "neovim" };
    Session::run(name, |folder| {
        let init = folder.join("init.lua");
        let page = include_str!("../../docs/editors/neovim.md");
        fs::write(&init, documented(page, "# Neovim", "lua")).unwrap();
        let mut editor = Command::new(nvim);
        if way == Way::Other {
            editor.arg("--cmd").arg(format!("luafile {}", scripts.join("neovim_other_way.lua").display()));
        }
        editor.args(["--headless", "-i", "NONE", "-u"]).arg(init).args(["-c", "luafile $NEOVIM_SCRIPT"]);
        editor.env("NEOVIM_SCRIPT", scripts.join("neovim.lua"));
        editor
    })
}

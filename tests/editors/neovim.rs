//! Neovim's own client. One session of the editor does everything (`neovim.lua`); each test looks at a part of what
//! was seen in it.

use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus};
use std::sync::OnceLock;
use std::time::{Duration, Instant};

use affine_analyzer_tests::requirement;
use serde_json::Value;

use crate::session::{self, Session, read};

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
    assert_eq!(seen["status"], 0);
    assert_eq!(seen["signal"], 0);
    let session = session().as_ref().unwrap();
    assert_eq!(session.status_of_stopped, "0");
    assert_eq!(session.status_at_quit, "0");
    assert!(session.editor.success(), "{}", session.editor);
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

/// What a session left behind.
struct Seen {
    steps: Value,
    editor: ExitStatus,
    /// Exit status of the server that the editor was told to stop.
    status_of_stopped: String,
    /// Exit status of the server that ran when the editor quit.
    status_at_quit: String,
}

/// What was seen in a step; nothing where there is no Neovim.
fn step(name: &str) -> Option<&'static Value> {
    Some(session::step(&session().as_ref()?.steps, name))
}

fn session() -> &'static Option<Seen> {
    static SESSION: OnceLock<Option<Seen>> = OnceLock::new();
    SESSION.get_or_init(|| requirement::program(&["nvim"]).map(|nvim| run(&nvim)))
}

fn run(nvim: &Path) -> Seen {
    let mut editor = Command::new(nvim);
    editor
        .args(["--headless", "-u", "NONE", "-i", "NONE", "-c", "luafile $NEOVIM_SCRIPT"])
        .env("NEOVIM_SCRIPT", Path::new(env!("CARGO_MANIFEST_DIR")).join("editors/neovim.lua"));
    let mut session = Session::run("neovim", editor);
    Seen {
        steps: session.seen.take(),
        editor: session.editor,
        status_of_stopped: eventually(session.folder.join("stopped.status")),
        status_at_quit: eventually(session.folder.join("quit.status")),
    }
}

/// What is in a file that another process writes about now.
fn eventually(path: PathBuf) -> String {
    let start = Instant::now();
    while read(&path).trim().is_empty() && start.elapsed() < Duration::from_secs(10) {
        std::thread::sleep(Duration::from_millis(20));
    }
    read(&path).trim().to_owned()
}

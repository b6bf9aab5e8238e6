//! The shapes of `deps`, `fusion` and `actions`.

use serde_json::Value;

use crate::{Folder, KERNEL};

fn kernel() -> Folder {
    let folder = Folder::new();
    folder.write("a.mlir", KERNEL);
    folder
}

fn json(arguments: &[&str]) -> Value {
    let run = kernel().run(arguments);
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""));
    run.json()
}

#[test]
fn dependences() {
    let report = json(&["deps", "a.mlir", "--format", "json"]);
    assert_eq!(report["version"], 1);
    assert_eq!(report["file"], "a.mlir");
    assert!(report["functions"].is_array());
}

#[test]
fn dependences_as_a_graph() {
    let run = kernel().run(&["deps", "a.mlir", "--format", "dot"]);
    assert_eq!(run.code, Some(0));
    assert!(run.stdout.starts_with("digraph dependences {\n"), "{}", run.stdout);
    assert!(run.stdout.ends_with("}\n"), "{}", run.stdout);
}

#[test]
fn fusion() {
    let report = json(&["fusion", "a.mlir", "--format", "json"]);
    assert_eq!(report["version"], 1);
    assert_eq!(report["file"], "a.mlir");
    assert!(report["functions"].is_array());
}

#[test]
fn actions() {
    let report = json(&["actions", "a.mlir", "--at", "2:3", "--format", "json"]);
    assert_eq!(report["version"], 1);
    assert_eq!(report["file"], "a.mlir");
    assert!(report["actions"].is_array());
}

#[test]
fn human_formats_do_not_fail() {
    for command in ["deps", "fusion", "actions"] {
        assert_eq!(kernel().run(&[command, "a.mlir"]).code, Some(0), "{command}");
    }
}

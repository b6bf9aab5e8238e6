//! The shapes of `deps`, `loops`, `fusion` and `actions`.

use serde_json::{Value, json};

use crate::{Folder, KERNEL};

fn kernel() -> Folder {
    let folder = Folder::new();
    folder.write("a.mlir", KERNEL);
    folder
}

fn report(arguments: &[&str]) -> Value {
    let run = kernel().run(arguments);
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""));
    run.json()
}

#[test]
fn dependences() {
    let report = report(&["deps", "a.mlir", "--format", "json"]);
    assert_eq!(report["version"], 1);
    assert_eq!(report["file"], "a.mlir");
    let function = &report["functions"][0];
    assert_eq!(function["name"], "kernel");
    let load = json!({
        "id": 0,
        "op": "affine.load",
        "kind": "read",
        "memref": "%m",
        "range": { "start": { "line": 2, "character": 9 }, "end": { "line": 2, "character": 20 } },
        "loops": ["%i"],
        "liveIn": true,
    });
    assert_eq!(function["accesses"][0], load);
    let raw = json!({
        "source": 1,
        "sink": 0,
        "kind": "raw",
        "depth": 1,
        "components": [{ "lb": 1, "ub": 1 }],
        "flow": true,
        "distances": [[1]],
    });
    assert_eq!(function["dependences"], json!([raw]));
}

#[test]
fn as_many_pairs_as_the_user_wants() {
    let pairs = |wanted: &str| {
        let report = report(&["deps", "a.mlir", "--format", "json", "--pairs", wanted]);
        report["functions"][0].clone()
    };
    let none = pairs("0");
    let group = json!([{
        "accesses": [0, 1],
        "apart": 0,
        "memrefs": ["%m"],
        "pairs": 2,
        "unknown": "the function has too many accesses of this memory for pairs so far apart to be computed",
    }]);
    assert_eq!(none["notComputed"], group);
    let dependences = none["dependences"].as_array().unwrap();
    assert!(dependences.iter().all(|it| it["unknown"].is_string()), "{dependences:?}");
    assert_eq!(pairs("all"), report(&["deps", "a.mlir", "--format", "json"])["functions"][0]);
    let human = kernel().run(&["deps", "a.mlir", "--pairs", "0"]).stdout;
    assert!(human.contains("2 pairs of accesses of %m"), "{human}");
    assert_eq!(kernel().run(&["deps", "a.mlir", "--pairs", "few"]).code, Some(2));
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
    let report = report(&["fusion", "a.mlir", "--format", "json"]);
    assert_eq!(report["version"], 1);
    assert_eq!(report["file"], "a.mlir");
    assert!(report["pairs"].is_array());
}

#[test]
fn actions() {
    let report = report(&["actions", "a.mlir", "--at", "2:3", "--format", "json"]);
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

#[test]
fn loops_that_are_not_counted() {
    let folder = Folder::new();
    let text = "func.func @f(%n: index, %s: index) {
  %c0 = arith.constant 0 : index
  scf.for %i = %c0 to %n step %s {
    %j = arith.addi %i, %c0 : index
  }
  %r = scf.while (%k = %c0) : (index) -> index {
    %b = arith.cmpi slt, %k, %n : index
    scf.condition(%b) %k : index
  } do {
  ^bb0(%k: index):
    scf.yield %k : index
  }
  return
}
";
    folder.write("a.mlir", text);
    let report = folder.run(&["loops", "a.mlir", "--format", "json"]).json();
    let function = &report["functions"][0];
    assert_eq!(function["loops"][0]["tripCount"]["unknown"], "the step `%s` is not a constant");
    assert_eq!(function["uncounted"][0]["op"], "scf.while");
    let reason = "a condition decides when it ends: the value that it compares does not grow by a step in each iteration";
    assert_eq!(function["uncounted"][0]["reason"], reason);
}

#[test]
fn loops() {
    let report = report(&["loops", "a.mlir", "--format", "json"]);
    assert_eq!((&report["version"], &report["file"]), (&json!(1), &json!("a.mlir")));
    let function = &report["functions"][0];
    assert_eq!((&function["name"], &function["bands"]), (&json!("kernel"), &json!([])));
    let found = &function["loops"][0];
    let bounds = json!([{ "inductionVariable": "%i", "lower": "1", "upper": "10", "step": 1 }]);
    assert_eq!(found["bounds"], bounds);
    let count = json!({ "constant": 9, "text": null, "least": 9, "greatest": 9, "iterations": 9 });
    assert_eq!(found["tripCount"], count);
    assert_eq!(
        (&found["parallel"], &found["depth"], &found["parent"]),
        (&json!(false), &json!(1), &Value::Null)
    );
    assert_eq!(found["carries"][0]["distances"], json!([[1]]));
    assert_eq!(found["vectorizable"]["how"], "no");
    let load = json!({
        "id": 0,
        "op": "affine.load",
        "kind": "read",
        "memref": "%m",
        "stride": 1,
        "elements": 9,
        "elementsExact": true,
    });
    assert_eq!(found["accesses"][0], load);
    let text = kernel().run(&["loops", "a.mlir"]).stdout;
    assert!(text.contains("carries RAW #1 → #0  distance (1)"), "{text}");
}

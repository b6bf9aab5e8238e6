//! The user's own dialects are known to every command that looks at findings.

use serde_json::Value;

use crate::Folder;

const OURS: &str = "func.func @f(%x: f32) {\n  ours.go\n  %y = arit.addf %x, %x : f32\n  return\n}\n";

fn folder() -> Folder {
    let folder = Folder::new();
    folder.write("a.mlir", OURS);
    folder
}

#[test]
fn nothing_is_said_of_them() {
    let check = |options: &[&str]| {
        let run = folder().run(&[&["check", "a.mlir", "--format", "json"], options].concat());
        let report = run.json();
        let found = report["files"][0]["diagnostics"].as_array().unwrap();
        let lines = found.iter().map(|it| it["range"]["start"]["line"].as_u64().unwrap());
        assert!(found.iter().all(|it| it["code"] == "unknown-dialect"), "{report}");
        (run.code, lines.collect::<Vec<_>>())
    };
    assert_eq!(check(&[]), (Some(1), vec![1, 2]));
    let severities = folder().run(&["check", "a.mlir", "--format", "json"]).json();
    let severities = severities["files"][0]["diagnostics"].as_array().unwrap().iter();
    assert_eq!(severities.map(|it| it["severity"].clone()).collect::<Vec<_>>(), ["hint", "error"]);
    assert_eq!(check(&["--own-dialect", "ours"]), (Some(1), vec![2]));
    for both in [&["--own-dialect", "ours, arit"][..], &["--own-dialect", "ours", "--own-dialect=arit"]] {
        assert_eq!(check(both), (Some(0), vec![]), "{both:?}");
    }
}

#[test]
fn nothing_corrects_their_names() {
    let folder = folder();
    let titles = |options: &[&str]| {
        let actions = folder.run(&[&["actions", "a.mlir", "--format", "json"], options].concat()).json();
        let titles = actions["actions"].as_array().unwrap().iter().map(|it| it["title"].clone());
        titles.collect::<Vec<Value>>()
    };
    assert!(titles(&[]).contains(&Value::from("change to arith.addf")), "{:?}", titles(&[]));
    assert_eq!(titles(&["--own-dialect", "ours,arit"]), [Value::Null; 0]);
    let fix = ["apply", "a.mlir", "--action", "quickfix", "--at", "3:8"];
    let fixed = folder.run(&fix);
    assert_eq!((fixed.code, fixed.stdout), (Some(0), OURS.replace("arit.", "arith.")));
    assert_eq!(folder.run(&[&fix[..], &["--own-dialect", "arit"]].concat()).code, Some(1));
}

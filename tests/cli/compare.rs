//! `compare`: its exit codes, its JSON, and the examples of its page.

use std::fs;
use std::path::Path;

use serde_json::json;

use crate::{Folder, KERNEL, Run};

fn compare(before: &str, after: &str, arguments: &[&str]) -> Run {
    let folder = Folder::new();
    folder.write("before.mlir", before);
    folder.write("after.mlir", after);
    folder.run(&[&["compare", "before.mlir", "after.mlir"], arguments].concat())
}

#[test]
fn equal_functions() {
    let run = compare(KERNEL, KERNEL, &[]);
    assert_eq!((run.code, run.stdout.as_str(), run.stderr.as_str()), (Some(0), "@kernel: equal\n", ""));
    let run = compare(KERNEL, KERNEL, &["--format", "json"]);
    let function = json!({ "name": "kernel", "verdict": "equal", "reassociates": false });
    assert_eq!(run.json(), json!({ "version": 1, "functions": [function] }));
}

#[test]
fn a_witness_names_the_input_and_both_statements() {
    let run = compare(KERNEL, &KERNEL.replace("%i = 1", "%i = 2"), &["--format", "json"]);
    assert_eq!(run.code, Some(1));
    let function = &run.json()["functions"][0];
    assert_eq!(function["verdict"], "different");
    let difference = &function["witness"]["difference"];
    assert_eq!((&difference["argument"], &difference["subscripts"]), (&json!("%m"), &json!([1])));
    assert_ne!(difference["before"], difference["after"]);
    assert_eq!(difference["beforeStatement"]["range"]["start"], json!({ "line": 3, "character": 4 }));
    // Nothing wrote it.
    assert_eq!(difference["afterStatement"], json!(null));
}

#[test]
fn what_is_unknown_is_said() {
    let gather = "func.func @kernel(%m: memref<10xf32>, %at: memref<10xindex>) {
        %c = arith.constant 0 : index
        %i = memref.load %at[%c] : memref<10xindex>
        %v = memref.load %m[%i] : memref<10xf32>
        memref.store %v, %m[%c] : memref<10xf32>
        return
    }";
    // The same text computes the same, whatever that is.
    assert_eq!(compare(gather, gather, &[]).code, Some(0));
    let run = compare(gather, &gather.replace("%v", "%w"), &[]);
    assert_eq!(run.code, Some(3));
    assert!(run.stdout.starts_with("@kernel: unknown: "), "{}", run.stdout);
    assert!(run.stdout.ends_with(", at `memref.load` (before.mlir:4:9)\n"), "{}", run.stdout);
    let run = compare(KERNEL, &KERNEL.replace("@kernel", "@other"), &[]);
    assert_eq!(run.code, Some(3));
    assert!(run.stdout.contains("it is in the first file only"), "{}", run.stdout);
    assert!(run.stdout.contains("@other: unknown: it is in the second file only"), "{}", run.stdout);
}

#[test]
fn wrong_usage() {
    assert_eq!(Folder::new().run(&["compare", "a.mlir"]).code, Some(2));
    assert_eq!(Folder::new().run(&["compare", "a.mlir", "b.mlir"]).code, Some(2));
    assert_eq!(Folder::new().run(&["compare", "-", "-"]).code, Some(2));
}

#[test]
fn examples_of_the_page() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/compare.md");
    let page = fs::read_to_string(path).unwrap();
    let mut programs = Vec::new();
    let mut examples = 0;
    for block in page.split("```").skip(1).step_by(2) {
        let (language, text) = block.split_once('\n').unwrap();
        match language {
            "mlir" => programs.push(text),
            "text" => {
                let [before, after] = programs[..] else { panic!("an example has two programs: {text}") };
                assert_eq!(compare(before, after, &[]).stdout, text);
                programs.clear();
                examples += 1;
            }
            other => panic!("what language is {other}?"),
        }
    }
    assert_eq!(examples, 5);
}

#[test]
fn what_ends_is_told() {
    let kernel = "func.func @f(%m: memref<4xf32>) {\n  memref.dealloc %m : memref<4xf32>\n  return\n}\n";
    let run = compare(&kernel.replace("  memref.dealloc %m : memref<4xf32>\n", ""), kernel, &[]);
    let expected = "@f: different\n  with all others 0\n  %m\n    before: lives on\n    after:  is freed   after.mlir:2:3\n";
    assert_eq!((run.code, run.stdout.as_str()), (Some(1), expected));
}

#[test]
fn modules_lead_to_functions() {
    let inner = format!("module @outer {{\n{KERNEL}}}\n");
    let run = compare(
        &format!("{inner}func.func private @g()\n"),
        &format!("module {{\n{inner}func.func private @g()\n}}\n"),
        &[],
    );
    assert_eq!((run.code, run.stdout.as_str()), (Some(0), "@outer::@kernel: equal\n@g: equal\n"));
    let run = compare(KERNEL, &format!("module {{\n{KERNEL}}}\n"), &[]);
    assert_eq!((run.code, run.stdout.as_str()), (Some(0), "@kernel: equal\n"));
}

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
fn what_is_unknown_is_said_in_both_files() {
    let kernel = |operation: &str| {
        let scale = format!("    %w = math.{operation} %v : f32\n    affine.store %w");
        KERNEL.replace("    affine.store %v", &scale)
    };
    let run = compare(&kernel("tanh"), &kernel("erf"), &["--method", "relations"]);
    let expected = "@kernel: unknown: they are computed in different ways, \
                    at `math.erf` (after.mlir:4:5) and `math.tanh` (before.mlir:4:5)\n";
    assert_eq!((run.code, run.stdout.as_str()), (Some(3), expected));
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
            // A command, and a picture.
            "sh" | "plain" => {}
            other => panic!("what language is {other}?"),
        }
    }
    assert_eq!(examples, 6);
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

/// Two functions: one whose sum is taken in another order, and one of which nothing is known.
const SUMS: &str = "\
func.func @sum(%m: memref<512xf32>, %o: memref<f32>) {
  affine.for %i = 0 to 512 {
    %v = affine.load %m[%i] : memref<512xf32>
    %s = affine.load %o[] : memref<f32>
    %t = arith.addf %s, %v : f32
    affine.store %t, %o[] : memref<f32>
  }
  return
}
func.func @gather(%m: memref<10xf32>, %at: memref<10xindex>) {
  %c = arith.constant 0 : index
  %i = memref.load %at[%c] : memref<10xindex>
  %v = memref.load %m[%i] : memref<10xf32>
  memref.store %v, %m[%c] : memref<10xf32>
  return
}
";

fn changed_sums() -> String {
    SUMS.replace("load %m[%i] : memref<512xf32>", "load %m[511 - %i] : memref<512xf32>")
        .replace("%at[%c]", "%at[ %c]")
        .replace("@gather(%m", "@gather(%w")
        .replace("%m[%i] : memref<10", "%w[%i] : memref<10")
        .replace("%m[%c]", "%w[%c]")
}

#[test]
fn options_say_what_fails() {
    let run = |arguments: &[&str]| compare(SUMS, &changed_sums(), arguments);
    let sum = "@sum: equal, but for the rounding of floats in another order\n";
    let both = run(&[]);
    assert_eq!(both.code, Some(3));
    assert!(both.stdout.starts_with(&format!("{sum}@gather: unknown: ")), "{}", both.stdout);
    for name in ["sum", "@sum"] {
        let one = run(&["--function", name]);
        assert_eq!((one.code, one.stdout.as_str()), (Some(0), sum));
    }
    assert_eq!(run(&["--function", "sum", "--rounding", "fail"]).code, Some(1));
    assert_eq!(run(&["--function", "other"]).code, Some(2));
    let warned = run(&["--unknown", "warn"]);
    assert_eq!(warned.code, Some(0));
    assert!(warned.stderr.contains("nothing is known of `@gather`"), "{}", warned.stderr);
    let allowed = run(&["--unknown", "allow"]);
    assert_eq!((allowed.code, allowed.stderr.as_str()), (Some(0), ""));
    assert_eq!(run(&["--unknown", "allow", "--rounding", "fail"]).code, Some(1));
}

#[test]
fn a_method_may_be_named() {
    let method = |name: &str| {
        let run =
            compare(SUMS, &changed_sums(), &["--function", "sum", "--method", name, "--format", "json"]);
        (run.code, run.json()["functions"][0]["method"].clone())
    };
    assert_eq!(method("relations"), (Some(0), json!("relations")));
    assert_eq!(method("terms"), (Some(0), json!("terms")));
}

#[test]
fn formats_of_test_runners() {
    let after = KERNEL.replace("%i = 1", "%i = 2");
    let run = compare(KERNEL, &after, &["--format", "github"]);
    assert_eq!(run.code, Some(1));
    let start = "::error file=after.mlir,line=1,endLine=1,col=1,endColumn=10,title=functions-differ::after.mlir:1:1: @kernel: different%0A";
    assert!(run.stdout.starts_with(start), "{}", run.stdout);
    let run = compare(KERNEL, &after, &["--format", "sarif"]);
    let result = &run.json()["runs"][0]["results"][0];
    assert_eq!((&result["ruleId"], &result["level"]), (&json!("functions-differ"), &json!("error")));
    let place = &result["locations"][0]["physicalLocation"];
    assert_eq!(place["artifactLocation"]["uri"], "after.mlir");
    let run = compare(SUMS, &changed_sums(), &["--format", "junit", "--unknown", "allow"]);
    assert_eq!(run.code, Some(0));
    let lines: Vec<&str> = run.stdout.lines().collect();
    assert_eq!(lines[1], r#"<testsuites tests="2" failures="0" skipped="1">"#);
    assert_eq!(lines[3], r#"    <testcase name="@sum" classname="after.mlir"/>"#);
    assert!(lines[4].contains(r#"name="@gather""#) && lines[4].contains("<skipped message="), "{}", lines[4]);
    let run = compare(SUMS, &changed_sums(), &["--format", "junit", "--rounding", "fail"]);
    assert_eq!(run.code, Some(1));
    assert_eq!(run.stdout.matches("<failure ").count(), 2, "{}", run.stdout);
}

/// As a line of a test of a pass: what a pass prints is standard input.
#[test]
fn the_second_file_may_be_standard_input() {
    let folder = Folder::new();
    folder.write("before.mlir", KERNEL);
    let run = folder.run_with_input(&["compare", "before.mlir", "-"], &format!("module {{\n{KERNEL}}}\n"));
    assert_eq!((run.code, run.stdout.as_str()), (Some(0), "@kernel: equal\n"));
}

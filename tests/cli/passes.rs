//! `passes run`: the steps of `mlir-opt`, their verdicts, and tools that do what they should not.

use affine_analyzer_tests::requirement;
use expect_test::expect;
use serde_json::json;

use crate::{Folder, Run};

const SOURCE: &str = "\
// RUN: mlir-opt %s

// Adds up.
func.func @sum(%A: memref<10xf32>, %n: index) -> f32 {
  %zero = arith.constant 0.0 : f32 // the start
  %0, %last = \"test.two\"() : () -> (f32, i32)
  // Outer.
  %total = affine.for %i = 0 to 10 iter_args(%acc = %zero) -> f32 {
    %v = affine.load %A[%i] : memref<10xf32> loc(\"own\")
    %s = arith.addf %acc, %v : f32
    affine.yield %s : f32
    // The end of the body.
  }
  affine.for %i = 0 to 4 {
    affine.store %0, %A[%i] : memref<10xf32>
  } // stored
  \"test.use\"(%last) : (i32) -> ()
  return %total : f32
}
// Nothing more.
";

/// Runs a pipeline of the `mlir-opt` that is installed.
fn run(source: &str, arguments: &[&str]) -> Option<(Folder, Run)> {
    let tool = requirement::program(&["mlir-opt-22", "mlir-opt"])?;
    let folder = Folder::new();
    folder.write("a.mlir", source);
    // As on a shell's command line.
    let tool = tool.file_name().unwrap().to_str().unwrap();
    let run = folder.run(&[&["passes", "run", "a.mlir", "--tool", tool], arguments].concat());
    Some((folder, run))
}

#[test]
fn names_and_comments_come_back() {
    let pipeline = "builtin.module(func.func(affine-loop-unroll{unroll-factor=2}))";
    let Some((_folder, run)) = run(SOURCE, &["--pipeline", pipeline, "--format", "json"]) else { return };
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    let report = run.json();
    assert_eq!(
        (&report["names"], &report["wrong"], &report["failures"]),
        (&json!("kept"), &json!(null), &json!([]))
    );
    let step = &report["steps"][0];
    assert_eq!((&step["pass"], &step["on"]), (&json!("affine-loop-unroll"), &json!("func.func @sum")));
    expect![[r##"
        // RUN: mlir-opt %s

        #map = affine_map<(d0) -> (d0 + 1)>
        // Adds up.
        func.func @sum(%A: memref<10xf32>, %n: index) -> f32 {
          %zero = arith.constant 0.000000e+00 : f32 // the start
          %0, %last = "test.two"() : () -> (f32, i32)
          // Outer.
          %total = affine.for %i = 0 to 10 step 2 iter_args(%acc = %zero) -> (f32) {
            %v = affine.load %A[%i] : memref<10xf32>
            %s = arith.addf %acc, %v : f32
            %total_0 = affine.apply #map(%i)
            %v_0 = affine.load %A[%total_0] : memref<10xf32>
            %s_0 = arith.addf %s, %v_0 : f32
            affine.yield %s_0 : f32
            // The end of the body.
          }
          affine.for %i = 0 to 4 step 2 {
            affine.store %0, %A[%i] : memref<10xf32>
            %i_0 = affine.apply #map(%i)
            affine.store %0, %A[%i_0] : memref<10xf32>
          } // stored
          "test.use"(%last) : (i32) -> ()
          return %total : f32
        }
        // Nothing more.
    "##]]
    .assert_eq(step["text"].as_str().unwrap());
}

/// The loop of what is left over begins below zero where there is nothing to do.
const REST: &str = "\
func.func @fill(%A: memref<8xi32>, %n: index) {
  %c = arith.constant 7 : i32
  affine.for %i = 0 to %n {
    affine.store %c, %A[%i] : memref<8xi32>
  }
  return
}
";

#[test]
fn the_first_wrong_step_is_marked() {
    let pipeline = "cse,affine-loop-unroll{unroll-factor=2},cse";
    let Some((folder, human)) = run(REST, &["--pipeline", pipeline]) else { return };
    assert_eq!(human.code, Some(1), "{}", human.stderr);
    assert!(human.stdout.contains("cse on builtin.module: changed nothing"), "{}", human.stdout);
    assert!(human.stdout.contains("%n = -1"), "{}", human.stdout);
    assert!(
        human.stdout.contains("step 2 is wrong: `affine-loop-unroll` changed the result"),
        "{}",
        human.stdout
    );
    let tool = requirement::program(&["mlir-opt-22", "mlir-opt"]).unwrap();
    let tool = tool.to_str().unwrap();
    let arguments = ["passes", "run", "a.mlir", "--tool", tool, "--pipeline", pipeline, "--format", "json"];
    let report = folder.run(&arguments).json();
    assert_eq!(report["wrong"], 2);
    let verdicts: Vec<_> = report["steps"].as_array().unwrap().iter().map(|it| &it["verdict"]).collect();
    assert_eq!(verdicts, ["unchanged", "different", "unchanged"]);
    assert_eq!(report["steps"][1]["functions"][0]["witness"]["symbols"], json!({ "%n": -1 }));
}

#[test]
fn parts_run_each_for_itself() {
    let source = format!("{REST}// -----\nfunc.func @broken() {{\n  oops\n}}\n// -----\n{REST}");
    let Some((_folder, run)) = run(&source, &["--pipeline", "cse", "--format", "json"]) else { return };
    assert_eq!(run.code, Some(1));
    let report = run.json();
    let parts: Vec<_> = report["steps"].as_array().unwrap().iter().map(|it| it["part"].clone()).collect();
    assert_eq!(parts, [json!(0), json!(2)]);
    let failure = &report["failures"][0];
    assert_eq!(failure["part"], 1);
    let place = &failure["diagnostics"][0]["range"]["start"];
    assert_eq!(*place, json!({ "line": 9, "character": 2 }), "{failure}");
    let text = report["steps"][1]["text"].as_str().unwrap();
    assert_eq!(text.matches("// -----").count(), 2, "{text}");
    assert!(text.contains("  oops\n"), "{text}");
}

#[test]
fn wrong_pipelines_are_told() {
    for pipeline in ["no-such-pass", "cse(", "-o x"] {
        let Some((_folder, run)) = run(REST, &["--pipeline", pipeline]) else { return };
        assert_eq!(run.code, Some(2), "{pipeline}: {}", run.stderr);
        assert!(!run.stderr.is_empty());
    }
    let Some((_folder, run)) = run(REST, &["--pipeline", "builtin.module(no-such-pass)"]) else { return };
    assert_eq!(run.code, Some(1));
    assert!(run.stdout.contains("no-such-pass"), "{}", run.stdout);
}

/// A tool of shell that has one pass and does what `body` says where it is to run.
#[cfg(unix)]
fn hostile(body: &str, arguments: &[&str]) -> Run {
    use std::os::unix::fs::PermissionsExt;
    let folder = Folder::new();
    folder.write("a.mlir", REST);
    let help =
        "  Compiler passes to run\n    Passes:\n      --cse   -   Once\n  --mlir-use-nameloc-as-prefix - x\n";
    let script = format!(
        "#!/bin/sh\ncase \"$1\" in\n--help*) cat <<'END'\n{help}END\nexit 0;;\n--version|--cse) exit 0;;\nesac\n{body}\n"
    );
    folder.write("opt", script);
    std::fs::set_permissions(folder.0.join("opt"), std::fs::Permissions::from_mode(0o755)).unwrap();
    folder.run(&[&["passes", "run", "a.mlir", "--tool", "./opt", "--pipeline", "cse"], arguments].concat())
}

#[cfg(unix)]
#[test]
fn hostile_tools_end_and_are_told() {
    let endless = hostile("trap '' TERM INT\nwhile :; do sleep 1; done", &["--time-limit", "1"]);
    assert_eq!(endless.code, Some(1), "{}", endless.stderr);
    assert!(endless.stdout.contains("took too long"), "{}", endless.stdout);
    let dies = hostile("kill -SEGV $$", &[]);
    assert_eq!(dies.code, Some(1), "{}", dies.stderr);
    assert!(dies.stdout.contains("ended by the system"), "{}", dies.stdout);
    let gigabytes = hostile("yes gigabytes", &[]);
    assert_eq!(gigabytes.code, Some(1), "{}", gigabytes.stderr);
    assert!(gigabytes.stdout.contains("printed too much"), "{}", gigabytes.stdout);
    // Whatever it prints, nothing of it is taken for a step.
    let garbage = hostile("head -c 100000 /dev/urandom; head -c 100000 /dev/urandom >&2", &[]);
    assert!(matches!(garbage.code, Some(0 | 1)), "{}", garbage.stderr);
    let garbage =
        hostile("echo '// -----// IR Dump After  //----- //' >&2; printf '%%\\n}}}{{{ loc(' >&2", &[]);
    assert!(matches!(garbage.code, Some(0 | 1)), "{}", garbage.stderr);
}

#[test]
fn a_tool_that_is_none_is_told() {
    let folder = Folder::new();
    folder.write("a.mlir", REST);
    let run = folder.run(&["passes", "run", "a.mlir", "--tool", "/no/such/tool", "--pipeline", "cse"]);
    assert_eq!(run.code, Some(2));
    assert!(run.stderr.contains("/no/such/tool"), "{}", run.stderr);
}

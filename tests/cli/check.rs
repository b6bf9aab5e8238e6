//! `check`: folders, formats and exit codes.

use serde_json::{Value, json};

use crate::{Folder, KERNEL};

fn paths(report: &Value) -> Vec<&str> {
    report["files"].as_array().unwrap().iter().map(|file| file["path"].as_str().unwrap()).collect()
}

#[test]
fn a_sound_file_says_nothing() {
    let folder = Folder::new();
    folder.write("a.mlir", KERNEL);
    let run = folder.run(&["check", "a.mlir"]);
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""));
    let report = folder.run(&["check", "a.mlir", "--format", "json"]).json();
    assert_eq!(report, json!({ "version": 1, "files": [{ "path": "a.mlir", "diagnostics": [] }] }));
}

#[test]
fn folders_are_walked_in_order() {
    let folder = Folder::new();
    for path in ["x/b.mlir", "x/a.mlir", "x/y/c.mlir", "x/d.txt", "x/.hidden/e.mlir", "f.mlir"] {
        folder.write(path, KERNEL);
    }
    let run = folder.run(&["check", "x", "f.mlir", "x/a.mlir", "--format", "json"]);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    assert_eq!(paths(&run.json()), ["x/a.mlir", "x/b.mlir", "x/y/c.mlir", "f.mlir"]);
}

/// The findings of a file are written before much is known of those after it.
#[cfg(target_os = "linux")]
#[test]
fn a_tree_takes_the_memory_of_a_part() {
    use affine_analyzer_tests::large_functions::{Buffers, large_function};
    use affine_analyzer_tests::program;
    use std::process::Command;

    let folder = Folder::new();
    let text = large_function(Buffers::Own, 1_000);
    (0..120).for_each(|number| folder.write(&format!("{number}.mlir"), &text));
    // Kilobytes of address space: threads and the allocator reserve more than they use.
    let command = "ulimit -v 500000; exec \"$0\" check --severity error .";
    let mut shell = Command::new("sh");
    let run = shell.arg("-c").arg(command).arg(program::path()).env("RAYON_NUM_THREADS", "2");
    let output = run.current_dir(&folder.0).output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{output:?}");
}

#[test]
fn files_here_are_named_without_a_dot() {
    let folder = Folder::new();
    folder.write("a.mlir", KERNEL);
    folder.write("x/b.mlir", "affine.yield %no : f32\n");
    let run = folder.run(&["check", ".", "--format", "json"]);
    assert_eq!(paths(&run.json()), ["a.mlir", "x/b.mlir"]);
    let annotations = folder.run(&["check", ".", "--format", "github"]).stdout;
    assert!(annotations.starts_with("::error file=x/b.mlir,line=1,endLine=1,"), "{annotations}");
}

#[test]
fn an_empty_folder_is_wrong_usage() {
    let folder = Folder::new();
    folder.write("x/a.txt", "");
    let run = folder.run(&["check", "x"]);
    assert_eq!(run.code, Some(2));
    assert_eq!(run.stderr, "error: there is no `.mlir` file in `x`\n");
}

#[test]
fn one_unreadable_file_does_not_hide_the_others() {
    let folder = Folder::new();
    folder.write("a.mlir", KERNEL);
    let run = folder.run(&["check", "neither.mlir", "no.mlir", "a.mlir", "--format", "json"]);
    assert_eq!(run.code, Some(2));
    assert_eq!(paths(&run.json()), ["a.mlir"]);
    assert_eq!(run.stderr.lines().count(), 2, "{}", run.stderr);
}

#[test]
fn standard_input_is_a_dash() {
    let run = Folder::new().run_with_input(&["check", "-", "--format", "json"], KERNEL);
    assert_eq!(run.code, Some(0));
    assert_eq!(paths(&run.json()), ["-"]);
}

#[test]
fn sarif_has_what_its_schema_requires() {
    let folder = Folder::new();
    folder.write("a.mlir", KERNEL);
    let log = folder.run(&["check", "a.mlir", "--format", "sarif"]).json();
    assert_eq!(log["version"], "2.1.0");
    let run = &log["runs"][0];
    assert_eq!(run["tool"]["driver"]["name"], "affine-analyzer");
    assert_eq!(run["columnKind"], "utf16CodeUnits");
    assert!(run["results"].is_array());
}

#[test]
fn long_lines_are_shown_in_part() {
    let folder = Folder::new();
    let names: String = (0..3000).map(|it| format!("%a{it}: index, ")).collect();
    let wrong: String = (0..100).map(|it| format!("%a{it}: f32, ")).collect();
    folder.write("a.mlir", format!("func.func @f({names}{wrong}%z: f32) {{\n  return\n}}\n"));
    let run = folder.run(&["check", "a.mlir"]);
    assert_eq!(run.code, Some(1), "{}", run.stderr);
    assert!(run.stdout.ends_with("100 errors\n"), "{}", run.stdout);
    assert!(run.stdout.contains("--> a.mlir:1:"), "{}", run.stdout);
    let longest = run.stdout.lines().map(|it| it.chars().count()).max();
    assert!(longest < Some(300), "{longest:?}");
}

/// What is unused is a hint.
const UNUSED: &str = "func.func @f() {\n  %x = arith.constant 1 : i32\n  return\n}\n";

#[test]
fn codes_are_allowed_and_denied() {
    let folder = Folder::new();
    folder.write("a.mlir", UNUSED);
    let check = |arguments: &[&str]| {
        let run = folder.run(&[&["check", "a.mlir", "--format", "json"], arguments].concat());
        let severities: Vec<String> = match run.code {
            Some(2) => vec![run.stderr.clone()],
            _ => {
                let diagnostics = run.json()["files"][0]["diagnostics"].as_array().unwrap().clone();
                diagnostics.iter().map(|it| it["severity"].as_str().unwrap().to_owned()).collect()
            }
        };
        (run.code, severities.join(" "))
    };
    let code = "unused-pure-result";
    assert_eq!(check(&[]), (Some(0), "hint".to_owned()));
    assert_eq!(check(&["--allow", code]), (Some(0), String::new()));
    assert_eq!(check(&["--warn", code]), (Some(0), "warning".to_owned()));
    assert_eq!(check(&["--deny", code]), (Some(1), "error".to_owned()));
    assert_eq!(check(&["--severity", "warning"]), (Some(0), String::new()));
    assert_eq!(check(&["--severity", "warning", "--warn", code]), (Some(0), "warning".to_owned()));
    let (status, message) = check(&["--allow", "unused"]);
    assert!(status == Some(2) && message.contains("no such code"), "{message}");
}

/// What takes longer than a second says on a terminal how far it is, and takes that back.
#[cfg(unix)]
#[test]
fn progress_is_shown_on_a_terminal() {
    use std::io::Read;
    use std::process::Stdio;
    use std::time::Duration;

    let folder = Folder::new();
    folder.write("a.mlir", UNUSED);
    folder.write("b.mlir", UNUSED);
    let terminal = nix::pty::openpty(None, None).unwrap();
    let mut child = folder
        .command(&["check", "-", "a.mlir", "b.mlir"])
        .env("TERM", "xterm")
        .env("RAYON_NUM_THREADS", "1")
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::from(terminal.slave))
        .spawn()
        .unwrap();
    // Until the first of them has ended.
    std::thread::sleep(Duration::from_millis(1_200));
    drop(child.stdin.take());
    let mut shown = Vec::new();
    // Linux says by an error that nobody writes any more.
    _ = std::fs::File::from(terminal.master).read_to_end(&mut shown);
    child.wait().unwrap();
    let shown = String::from_utf8_lossy(&shown);
    assert!(shown.contains(" of 3 files"), "{shown:?}");
    assert!(shown.ends_with("\r\x1b[2K"), "{shown:?}");
}

/// As MLIR's own tests of what it rejects are written.
const TEST: &str = "\
// RUN: mlir-opt %s -split-input-file -verify-diagnostics
func.func @f() {
  // expected-error @below {{use of undeclared SSA value name}}
  \"a.b\"(%x) : (i32) -> ()
  return
}
// -----
func.func @g() {
  %m = memref.alloc() : memref<8xf32>
  %v = affine.load %m[0] : memref<8xf32>
  \"a.b\"(%v) : (f32) -> ()
  return
}
";

#[test]
fn what_annotations_expect_is_no_error() {
    let folder = Folder::new();
    folder.write("a.mlir", TEST);
    let found = |arguments: &[&str]| {
        let run = folder.run(&[&["check", "a.mlir", "--format", "json"], arguments].concat());
        let report = run.json();
        let found = report["files"][0]["diagnostics"].as_array().unwrap().iter();
        let of = |it: &Value, key: &str| it[key].as_str().unwrap().to_owned();
        (run.code, found.map(|it| (of(it, "code"), of(it, "severity"))).collect::<Vec<_>>())
    };
    let told = |code: &str, severity: &str| (code.to_owned(), severity.to_owned());
    assert_eq!(found(&[]), (Some(0), vec![told("undefined-value", "information")]));
    let asked = found(&["--warn", "uninitialized-read"]);
    assert_eq!(asked.1.last(), Some(&told("uninitialized-read", "warning")));
    // What is left over is an error, what is missing is told.
    folder.write("a.mlir", TEST.replace("@below", "@above"));
    let expected = [told("unmet-expectation", "information"), told("undefined-value", "error")];
    assert_eq!(found(&[]), (Some(1), expected.to_vec()));
}

#[test]
fn a_baseline_keeps_what_was_there_from_being_reported() {
    let folder = Folder::new();
    let broken = "affine.yield %no : f32\n";
    folder.write("x/a.mlir", broken.repeat(2));
    folder.write("x/b.mlir", KERNEL);
    let check = ["check", "x", "--baseline", "x/known.json", "--format", "json"];
    let first = folder.run(&check);
    assert_eq!(first.code, Some(0), "{}", first.stderr);
    assert!(
        first.stderr.ends_with(" written to `x/known.json`: from now on only others are reported\n"),
        "{}",
        first.stderr
    );
    let errors = |run: &crate::Run| {
        let files = run.json()["files"].as_array().unwrap().clone();
        files.iter().map(|it| it["diagnostics"].as_array().unwrap().len()).collect::<Vec<_>>()
    };
    let again = folder.run(&check);
    assert_eq!((again.code, again.stderr.as_str(), errors(&again)), (Some(0), "", vec![0, 0]));

    // What moves is known again, and one more of its kind is new.
    folder.write("x/a.mlir", format!("// A comment.\n\n{}", broken.repeat(3)));
    let moved = folder.run(&check);
    assert_eq!(moved.code, Some(1));
    assert!(errors(&moved)[0] > 0 && moved.stderr.is_empty(), "{}", moved.stdout);
    folder.write("x/a.mlir", KERNEL);
    let mended = folder.run(&check);
    assert_eq!((mended.code, errors(&mended)), (Some(0), vec![0, 0]));
    assert!(mended.stderr.contains("no longer there"), "{}", mended.stderr);

    folder.write("x/known.json", "{}");
    let run = folder.run(&check);
    assert_eq!((run.code, run.stdout.as_str()), (Some(2), ""));
    assert!(run.stderr.starts_with("error: `x/known.json` is no baseline"), "{}", run.stderr);
}

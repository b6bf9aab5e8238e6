//! What cannot be read: each command says which and why, and ends with 2.

use std::process::Stdio;

use crate::{Folder, KERNEL};

const COMMANDS: &[&[&str]] =
    &[&["check"], &["deps"], &["fusion"], &["actions"], &["syntax-tree"], &["apply", "--action", "quickfix"]];

fn with_file<'a>(command: &[&'a str], file: &'a str) -> Vec<&'a str> {
    [command, &[file]].concat()
}

#[test]
fn files_that_are_not_there() {
    for command in COMMANDS {
        let run = Folder::new().run(&with_file(command, "no.mlir"));
        assert_eq!(run.code, Some(2), "{command:?}");
        assert!(run.stderr.starts_with("error: cannot read `no.mlir`: "), "{command:?}: {}", run.stderr);
    }
}

/// MLIR reads bytes that are no UTF-8 in comments and strings, and nowhere else; they stay what they are.
#[test]
fn bytes_that_are_not_utf8() {
    let folder = Folder::new();
    let text =
        b"// caf\xe9 \xff\xfe\nfunc.func @f( ) attributes {a = \"\xe9\"} {\n  return // \xf0\x9f\x98\n}\n";
    folder.write("a.mlir", text);
    for command in [["check", "a.mlir"].as_slice(), &["deps", "a.mlir"], &["fmt", "a.mlir"]] {
        let run = folder.run(command);
        assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""), "{command:?}");
    }
    let tidy = [&text[..text.len()]].concat();
    let at = tidy.windows(3).position(|it| it == b"( )").unwrap();
    assert_eq!(folder.read("a.mlir"), [&tidy[..at], b"()", &tidy[at + 3..]].concat());
    let run = folder.run(&["print", "--generic", "a.mlir"]);
    assert_eq!((run.code, run.stderr.as_str()), (Some(2), "error: `a.mlir` is not UTF-8\n"));
    folder.write("b.mlir", b"func.func @f() {\n  \xe9 return\n}\n");
    let run = folder.run(&["check", "b.mlir", "--format", "json"]);
    assert_eq!(
        (run.code, run.json()["files"][0]["diagnostics"][0]["code"].as_str()),
        (Some(1), Some("unexpected-character"))
    );
    let Some(tool) = affine_analyzer_tests::requirement::program(&["mlir-opt-22", "mlir-opt"]) else {
        return;
    };
    for (file, is_read) in [("a.mlir", true), ("b.mlir", false), ("mark.mlir", false)] {
        folder.write("mark.mlir", format!("\u{feff}{KERNEL}"));
        let said = std::process::Command::new(&tool).arg(folder.0.join(file)).output().unwrap();
        assert_eq!(said.status.success(), is_read, "{file}");
    }
}

#[test]
fn lines_of_millions_of_tokens() {
    let folder = Folder::new();
    folder.write("a.mlir", format!("// A list.\n\"a.b\"() {{x = [{}0]}} : () -> ()\n", "1,".repeat(1 << 21)));
    for command in COMMANDS {
        let run = folder.run(&with_file(command, "a.mlir"));
        let expected = "error: `a.mlir` is too large: line 2 has more than 4194304 tokens\n";
        assert_eq!((run.code, run.stderr.as_str()), (Some(2), expected), "{command:?}");
    }
}

#[test]
fn folders_where_a_file_is_wanted() {
    let folder = Folder::new();
    folder.write("sub/a.mlir", KERNEL);
    for command in COMMANDS.iter().filter(|command| command[0] != "check") {
        let run = folder.run(&with_file(command, "sub"));
        assert_eq!(run.code, Some(2), "{command:?}");
        assert_eq!(run.stderr, "error: `sub` is a folder; this command takes one file\n");
    }
}

#[test]
fn standard_input() {
    let folder = Folder::new();
    let run = folder.run_with_input(&["syntax-tree", "-"], KERNEL);
    folder.write("a.mlir", KERNEL);
    assert_eq!(run.code, Some(0));
    assert_eq!(run.stdout, folder.run(&["syntax-tree", "a.mlir"]).stdout);
}

#[test]
fn a_byte_order_mark_is_no_text() {
    let folder = Folder::new();
    folder.write("a.mlir", KERNEL);
    folder.write("b.mlir", format!("\u{feff}{KERNEL}"));
    let trees = ["a.mlir", "b.mlir"].map(|file| folder.run(&["syntax-tree", file]).stdout);
    assert_eq!(trees[0], trees[1]);
    // MLIR does not read it.
    let run = folder.run(&["check", "b.mlir", "--format", "json"]);
    let said = &run.json()["files"][0]["diagnostics"];
    assert_eq!((run.code, said.as_array().unwrap().len()), (Some(1), 1), "{said}");
    assert_eq!(said[0]["code"], "unexpected-character");
    assert_eq!(said[0]["range"]["start"], serde_json::json!({ "line": 0, "character": 0 }));
    assert_eq!(folder.run(&["check", "b.mlir", "--allow", "unexpected-character"]).code, Some(0));
}

#[test]
fn a_reader_that_leaves_early_is_no_error() {
    let folder = Folder::new();
    folder.write("a.mlir", KERNEL.repeat(2000));
    let mut child = folder
        .command(&["syntax-tree", "a.mlir"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!(String::from_utf8(output.stderr).unwrap(), "");
    assert_eq!(output.status.code(), Some(0));
}

#[test]
fn deep_nesting_ends_without_a_crash() {
    let folder = Folder::new();
    folder.write("a.mlir", "affine.for %i = 0 to 8 {\n".repeat(20_000));
    folder.write("b.mlir", "(".repeat(100_000));
    for command in [&["check"][..], &["deps"], &["fusion"], &["actions"]] {
        for file in ["a.mlir", "b.mlir"] {
            let run = folder.run(&with_file(command, file));
            assert!(matches!(run.code, Some(0 | 1)), "{command:?} {file}: {:?} {}", run.code, run.stderr);
        }
    }
}

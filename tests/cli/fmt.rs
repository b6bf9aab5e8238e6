//! `fmt` writes what changes and nothing else.

use crate::{Folder, KERNEL};

const UNTIDY: &str = "func.func @f( ) {\nreturn // Done.\n}\n\n\n";
const TIDY: &str = "func.func @f() {\n  return // Done.\n}\n";

#[test]
fn files_are_written_where_they_change() {
    let folder = Folder::new();
    folder.write("untidy.mlir", UNTIDY);
    folder.write("tidy.mlir", KERNEL);
    let run = folder.run(&["fmt", "untidy.mlir", "tidy.mlir"]);
    assert_eq!((run.code, run.stdout.as_str(), run.stderr.as_str()), (Some(0), "", ""));
    assert_eq!(folder.read("untidy.mlir"), TIDY.as_bytes());
    assert_eq!(folder.read("tidy.mlir"), KERNEL.as_bytes());
}

#[test]
fn check_names_them_and_fails() {
    let folder = Folder::new();
    folder.write("untidy.mlir", UNTIDY);
    folder.write("tidy.mlir", TIDY);
    let run = folder.run(&["fmt", "--check", "tidy.mlir", "untidy.mlir"]);
    assert_eq!((run.code, run.stdout.as_str()), (Some(1), "untidy.mlir is not formatted\n"));
    assert_eq!(folder.read("untidy.mlir"), UNTIDY.as_bytes());
    assert_eq!(folder.run(&["fmt", "--check", "tidy.mlir"]).code, Some(0));
}

/// As the editor does.
#[test]
fn files_are_read_as_their_project_says() {
    let folder = Folder::new();
    folder.write("affine-analyzer.toml", "[mlir]\nversion = \"23\"\n");
    folder.write("untidy.mlir", UNTIDY);
    let run = folder.run(&["fmt", "--mlir", "22", "untidy.mlir"]);
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""));
    assert_eq!(folder.read("untidy.mlir"), TIDY.as_bytes());
    assert_eq!(folder.run(&["fmt", "--mlir", "none", "untidy.mlir"]).code, Some(2));
    let run = folder.run(&["fmt", "--config", "missing.toml", "untidy.mlir"]);
    assert_eq!(run.code, Some(2));
}

#[test]
fn standard_input_is_printed_with_its_mark() {
    let folder = Folder::new();
    let run = folder.run_with_input(&["fmt", "-"], &format!("\u{feff}{UNTIDY}"));
    assert_eq!((run.code, run.stdout), (Some(0), format!("\u{feff}{TIDY}")));
    assert_eq!(folder.run(&["fmt"]).code, Some(2));
    assert_eq!(folder.run(&["fmt", "missing.mlir"]).code, Some(2));
}

#[test]
fn folders_are_formatted() {
    let folder = Folder::new();
    folder.write("x/y/a.mlir", "func.func @f() {\nreturn\n}\n");
    folder.write("x/b.txt", "func.func @f() {\nreturn\n}\n");
    let run = folder.run(&["fmt", "--check", "x"]);
    assert_eq!((run.code, run.stdout.as_str()), (Some(1), "x/y/a.mlir is not formatted\n"));
    assert_eq!(folder.run(&["fmt", "x"]).code, Some(0));
    assert_eq!(folder.run(&["fmt", "--check", "x"]).code, Some(0));
    assert_eq!(folder.run(&["fmt", "no"]).code, Some(2));
}

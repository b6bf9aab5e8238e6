//! `apply` leaves the file alone unless it has something to write.

use crate::{Folder, KERNEL};

#[test]
fn an_action_that_is_not_offered() {
    let folder = Folder::new();
    folder.write("a.mlir", KERNEL);
    let run = folder.run(&["apply", "a.mlir", "--action", "refactor.nonsense", "--write"]);
    assert_eq!(run.code, Some(1));
    assert!(run.stderr.starts_with("error: no action `refactor.nonsense` is offered here"), "{}", run.stderr);
    assert_eq!(run.stdout, "");
    assert_eq!(folder.read("a.mlir"), KERNEL.as_bytes());
}

#[test]
fn a_place_outside_the_file() {
    let folder = Folder::new();
    folder.write("a.mlir", KERNEL);
    let run = folder.run(&["apply", "a.mlir", "--action", "quickfix", "--at", "99:1"]);
    assert_eq!(run.code, Some(2));
    assert_eq!(run.stderr, "error: `a.mlir` has 8 lines; there is no line 99\n");
}

#[test]
fn an_old_file_is_modernized() {
    let folder = Folder::new();
    folder.write(
        "old.mlir",
        "func @f(%m: memref<?xf32, (d0) -> (d0)>) -> index {\n  %n = dim %m, 0 : memref<?xf32, (d0) -> (d0)> // size\n  return %n : index\n}\n",
    );
    let run = folder.run(&["apply", "old.mlir", "--action", "source.modernize"]);
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""));
    assert_eq!(
        run.stdout,
        "func.func @f(%m: memref<?xf32, affine_map<(d0) -> (d0)>>) -> index {\n  %index_of_n_0 = arith.constant 0 : index\n  %n = memref.dim %m, %index_of_n_0 : memref<?xf32, affine_map<(d0) -> (d0)>> // size\n  return %n : index\n}\n"
    );
}

#[test]
fn kinds_may_be_short_and_keys_are_known() {
    let folder = Folder::new();
    folder.write("a.mlir", KERNEL);
    let apply = |arguments: &[&str]| folder.run(&[&["apply", "a.mlir", "--action"], arguments].concat());
    let full = apply(&["refactor.rewrite.affine.tile"]);
    assert_eq!(full.code, Some(0), "{}", full.stderr);
    assert_eq!(apply(&["tile"]).stdout, full.stdout);
    let run = apply(&["tile", "--set", "sice=4"]);
    assert_eq!(run.code, Some(1));
    assert!(run.stderr.contains("`tile` has no setting `sice`"), "{}", run.stderr);
}

#[test]
fn what_is_known_of_the_result_is_said_beside_it() {
    let folder = Folder::new();
    folder.write("a.mlir", COPY);
    let run = folder.run(&["apply", "a.mlir", "--action", "tile", "--at", "2:4", "--diff"]);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    assert!(run.stderr.starts_with("Tiled · computes the same ✓ (relations, "), "{}", run.stderr);
    assert!(run.stderr.ends_with(" ms)\n"), "{}", run.stderr);
    assert!(run.stdout.starts_with("--- a/a.mlir"), "{}", run.stdout);
}

#[test]
fn what_is_known_of_each_result_is_listed() {
    let folder = Folder::new();
    folder.write("a.mlir", COPY);
    let list = |options: &[&str]| folder.run(&[&["actions", "a.mlir", "--at", "2:4"], options].concat());
    let proven = list(&["--proof"]);
    assert_eq!((proven.code, &*proven.stderr), (Some(0), ""));
    assert!(proven.stdout.contains("    Tiled · computes the same ✓ (relations, "), "{}", proven.stdout);
    assert!(!list(&[]).stdout.contains("✓"));
    let found: serde_json::Value =
        serde_json::from_str(&list(&["--proof", "--format", "json"]).stdout).unwrap();
    let tile =
        found["actions"].as_array().unwrap().iter().find(|it| it["kind"] == "refactor.rewrite.affine.tile");
    assert_eq!(tile.expect("a tiling")["applied"]["proven"], true);
}

const COPY: &str = "\
func.func @copy(%x: memref<1024xf32>, %y: memref<1024xf32>) {
  affine.for %i = 0 to 1024 {
    %v = affine.load %x[%i] : memref<1024xf32>
    affine.store %v, %y[%i] : memref<1024xf32>
  }
  return
}
";

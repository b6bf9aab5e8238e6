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

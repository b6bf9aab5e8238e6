//! `print --generic`: the whole file in generic form, or nothing but messages.

use crate::{Folder, KERNEL};

const GENERIC: &str = "\
\"func.func\"() <{sym_name = \"kernel\", function_type = (memref<10xf32>) -> ()}> ({
^bb0(%m: memref<10xf32>):
  \"affine.for\"() <{lowerBoundMap = affine_map<() -> (1)>, upperBoundMap = affine_map<() -> (10)>, step = 1 : index, operandSegmentSizes = array<i32: 0, 0, 0>}> ({
  ^bb0(%i: index):
    %v = \"affine.load\"(%m, %i) <{map = affine_map<(d0) -> (d0 - 1)>}> : (memref<10xf32>, index) -> (f32)
    \"affine.store\"(%v, %m, %i) <{map = affine_map<(d0) -> (d0)>}> : (f32, memref<10xf32>, index) -> ()
    \"affine.yield\"() : () -> ()
  }) : () -> ()
  \"func.return\"() : () -> ()
}) : () -> ()
";

#[test]
fn a_file_is_printed() {
    let folder = Folder::new();
    folder.write("a.mlir", KERNEL);
    let run = folder.run(&["print", "--generic", "a.mlir"]);
    assert_eq!((run.code, &*run.stdout, &*run.stderr), (Some(0), GENERIC, ""));
    folder.write("b.mlir", GENERIC);
    let run = folder.run(&["print", "--generic", "b.mlir"]);
    assert_eq!((run.code, run.stdout.lines().count()), (Some(0), GENERIC.lines().count()));
}

#[test]
fn definitions_tell_of_other_dialects() {
    let folder = Folder::new();
    folder.write("include/mlir/IR/OpBase.td", include_str!("definitions/base.td"));
    folder.write("include/Mine/MineOps.td", include_str!("definitions/mine.td"));
    folder.write("mine.toml", "[dialects]\nods = [\"include/Mine/*.td\"]\n");
    let text = "\
func.func private @f(f32, index {mine.hint})
func.func @g(%a: f32, %n: index) -> f32 {
  %0 = mine.scale %a by %n, %n times 2 {note = \"a\"} : f32
  mine.region {
    mine.done
  }
  return %0 : f32
}
";
    folder.write("a.mlir", text);
    let run = folder.run(&["print", "--generic", "a.mlir", "--config", "mine.toml"]);
    let expected = "\
\"func.func\"() <{sym_name = \"f\", function_type = (f32, index) -> (), sym_visibility = \"private\", arg_attrs = [{}, {mine.hint}]}> ({}) : () -> ()
\"func.func\"() <{sym_name = \"g\", function_type = (f32, index) -> (f32)}> ({
^bb0(%a: f32, %n: index):
  %0 = \"mine.scale\"(%a, %n, %n) <{times = 2 : i64}> {note = \"a\"} : (f32, index, index) -> (f32)
  \"mine.region\"() ({
    \"mine.done\"() : () -> ()
  }) : () -> ()
  \"func.return\"(%0) : (f32) -> ()
}) : () -> ()
";
    assert_eq!((run.code, &*run.stdout, &*run.stderr), (Some(0), expected, ""));
}

/// Forms of parsers in C++ tell the types that follow from others, and what attributes are by where they are written.
#[test]
fn forms_of_parsers_tell_types_and_attributes() {
    let folder = Folder::new();
    folder.write("include/mlir/IR/OpBase.td", include_str!("definitions/base.td"));
    folder.write("mine.td", include_str!("definitions/parsers.td"));
    folder.write("mine.toml", include_str!("definitions/parsers.toml"));
    let text = "\
func.func @f(%n: index, %i: !mine.ptr<complex<f32>,3>) {
  %0 = mine.new i32
  %1 = mine.get %0 : !mine.ptr<i32>
  %2 = mine.get %i : !mine.ptr<complex<f32>,3>
  %3:2 = mine.loop %k from %n (%x = %1, %y = %2) -> (i32, complex<f32>) {
    mine.end %x, %y : i32, complex<f32>
  }
  mine.slice %0 [%n, %n to %n] backward : !mine.ptr<i32>
  mine.slice %0 [] : !mine.ptr<i32>
  return
}
";
    folder.write("a.mlir", text);
    let run = folder.run(&["print", "--generic", "a.mlir", "--config", "mine.toml"]);
    let expected = "\
\"func.func\"() <{sym_name = \"f\", function_type = (index, !mine.ptr<complex<f32>,3>) -> ()}> ({
^bb0(%n: index, %i: !mine.ptr<complex<f32>,3>):
  %0 = \"mine.new\"() <{of = i32}> : () -> (!mine.ptr<i32>)
  %1 = \"mine.get\"(%0) : (!mine.ptr<i32>) -> (i32)
  %2 = \"mine.get\"(%i) : (!mine.ptr<complex<f32>,3>) -> (complex<f32>)
  %3:2 = \"mine.loop\"(%n, %1, %2) ({
  ^bb0(%k: index, %x: i32, %y: complex<f32>):
    \"mine.end\"(%x, %y) : (i32, complex<f32>) -> ()
  }) : (index, i32, complex<f32>) -> (i32, complex<f32>)
  \"mine.slice\"(%0, %n, %n, %n) <{ranges = array<i1: false, true>, backward = true}> : (!mine.ptr<i32>, index, index, index) -> ()
  \"mine.slice\"(%0) <{ranges = array<i1>}> : (!mine.ptr<i32>) -> ()
  \"func.return\"() : () -> ()
}) : () -> ()
";
    assert_eq!((run.code, &*run.stdout, &*run.stderr), (Some(0), expected, ""));
    // Results that are not those of the block arguments: the form does not tell which they are.
    folder.write("a.mlir", text.replace("-> (i32,", "-> (index, i32,").replace("%3:2", "%3:3"));
    let run = folder.run(&["print", "--generic", "a.mlir", "--config", "mine.toml"]);
    assert_eq!((run.code, &*run.stdout), (Some(1), ""));
    assert!(
        run.stderr.contains("mine.loop: its results are not those of its block arguments"),
        "{}",
        run.stderr
    );
    let run = folder.run(&["check", "a.mlir", "--config", "mine.toml"]);
    assert!(!run.stdout.contains("error"), "{}", run.stdout);
}

#[test]
fn what_cannot_be_read_is_named_and_nothing_is_printed() {
    let folder = Folder::new();
    folder.write("a.mlir", "func.func @f(%a: f32) {\n  ours.go %a\n  return\n}\nours.far {\n  ours.off\n}\n");
    let run = folder.run(&["print", "--generic", "a.mlir"]);
    assert_eq!((run.code, &*run.stdout), (Some(1), ""));
    let places: Vec<&str> = run.stderr.lines().filter_map(|it| it.split(": ").nth(1)).collect();
    assert_eq!(places, ["a.mlir:2:3", "a.mlir:5:1", "a.mlir:6:3"], "{}", run.stderr);
    folder.write("a.mlir", "func.func @f( {\n");
    let run = folder.run(&["print", "--generic", "a.mlir"]);
    assert_eq!((run.code, &*run.stdout), (Some(1), ""));
    assert_eq!(folder.run(&["print", "a.mlir"]).code, Some(2));
}

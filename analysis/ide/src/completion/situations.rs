//! Proposals while loops are typed: half a statement, in an otherwise complete function.

use crate::tests::cursor;

const PROGRAM: &str = "#tile = affine_map<(d0)[s0] -> (d0 * 32 + s0)>
#inside = affine_set<(d0, d1) : (d0 - d1 >= 0)>
func.func private @kernel(memref<64x64xf32>, index) -> f32
func.func @f(%A: memref<64x64xf32>, %B: memref<64xf32>, %n: index, %alpha: f32, %is: i1) -> f32 {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to 64 {
    affine.for %j = 0 to %n {
      %a = affine.load %A[%i, %j] : memref<64x64xf32>
      HERE
    }
  }
  return %zero : f32
}
";

/// The text typed in the inner loop, the first proposal, and others that have to be among those that are seen.
const STATEMENTS: &[(&str, &str, &[&str])] = &[
    ("<|>", "affine.for", &["affine.store", "affine.if"]),
    ("aff<|>", "affine.for", &["affine.store", "affine.load", "affine.if"]),
    ("%x = <|>", "affine.load", &["arith.constant", "affine.apply", "affine.for"]),
    ("%s = arith.<|>", "arith.constant", &["arith.addf", "arith.mulf"]),
    ("affine.for <|>", "%k", &[]),
    ("affine.for %<|>", "%k", &[]),
    ("affine.for %k <|>", "=", &[]),
    ("affine.for %k = <|>", "0", &["%n", "max"]),
    ("affine.for %k = 0 <|>", "to", &[]),
    ("affine.for %k = 0 to <|>", "%n", &["min", "affine_map", "#tile"]),
    ("affine.for %k = 0 to 64 <|>", "{", &["step", "iter_args"]),
    ("affine.for %k = 0 to 64 iter_args(<|>", "%acc", &[]),
    ("affine.for %k = 0 to 64 iter_args(%acc = %zero) <|>", "->", &[]),
    ("%r = affine.for %k = 0 to 64 iter_args(%acc = %zero) -> (<|>", "f32", &[]),
    ("affine.parallel (<|>", "%k", &[]),
    ("affine.parallel (%k) = (<|>", "0", &["%i", "%j", "%n"]),
    ("affine.parallel (%k) = (0) <|>", "to", &[]),
    ("affine.parallel (%k) = (0) to (64) <|>", "{", &["step", "reduce"]),
    ("%r = affine.parallel (%k) = (0) to (64) reduce (<|>", "\"addf\"", &["\"mulf\"", "\"maximumf\""]),
    (
        "%r = affine.parallel (%k) = (0) to (64) reduce (\"max<|>\")",
        "\"maximumf\"",
        &["\"maxs\"", "\"maxu\""],
    ),
    ("%r = affine.parallel (%k) = (0) to (64) reduce (\"addf\") <|>", "->", &[]),
    ("%x = affine.load <|>", "%B", &["%A"]),
    ("%x = affine.load %A[<|>", "%i", &["%j", "%n"]),
    ("%x = affine.load %A[%i, <|>", "%j", &["%n"]),
    ("%x = affine.load %A[%i, %j <|>]", "]", &["+", "-", "*", "floordiv"]),
    ("%x = affine.load %A[%i, %j] <|>", ":", &[]),
    ("%x = affine.load %A[%i, %j] : <|>", "memref<64x64xf32>", &[]),
    ("affine.store <|>", "%a", &["%alpha", "%zero"]),
    ("affine.store %a, <|>", "%B", &["%A"]),
    ("affine.store %a, %B[%i] : <|>", "memref<64xf32>", &[]),
    ("%v = affine.vector_load %A[%i, %j] : memref<64x64xf32>, <|>", "vector<4xf32>", &[]),
    ("affine.if <|>", "#inside", &["affine_set"]),
    ("affine.if #inside(%i, <|>", "%j", &["%n"]),
    ("affine.if #inside(%i, %j) {\n} <|>", "else", &[]),
    ("affine.if affine_set<(d0) : (d0 <|>)>(%i) {\n}", "-", &["*", "==", ">="]),
    ("%y = affine.apply <|>", "#tile", &["affine_map"]),
    ("%y = affine.apply affine_map<|>(d0) -> (d0)>(%i)", "<", &[]),
    ("%y = affine.apply #tile(%i)<|>", "[", &[]),
    ("%y = affine.apply #tile(%i)[<|>", "%n", &[]),
    ("%y = affine.apply affine_map<(d0) -> (d0 <|>)>(%i)", "*", &["+", "floordiv", "mod"]),
    ("%q = func.call @<|>", "@kernel", &["@f"]),
    ("%q = func.call @kernel(<|>", "%A", &[]),
    ("%q = func.call @kernel(%A, <|>", "%n", &["%i", "%j"]),
    ("%q = func.call @kernel(%A, %i) : <|>", "(memref<64x64xf32>, index) -> f32", &[]),
    ("%s = arith.addf %a, <|>", "%alpha", &["%zero", "%a"]),
    ("%s = arith.addf %a, %alpha : <|>", "f32", &[]),
    ("%p = arith.cmpi <|>", "eq", &["ne", "slt", "sle"]),
    ("%t = arith.select <|>", "%is", &[]),
    ("scf.if <|>", "%is", &[]),
    ("%m = memref.alloc() : <|>", "memref<64x64xf32>", &["memref<64xf32>"]),
    ("memref.dealloc <|>", "%B", &["%A"]),
];

/// Incomplete whole files.
const FILES: &[(&str, &str, &[&str])] = &[
    ("<|>", "func.func", &["module"]),
    ("fu<|>", "func.func", &[]),
    ("#m = <|>", "affine_map", &["affine_set"]),
    ("#m = affine_map<(d0) -> (d0 <|>)>", ")", &["+", "*", "floordiv"]),
    ("#s = affine_set<(d0, d1)[s0] : (d0 - d1 <|>)>", ")", &["==", ">=", "-"]),
    ("func.func @g(<|>", "%arg0", &[]),
    ("func.func @g(%x: <|>", "index", &["f32", "memref"]),
    ("func.func @g(%x: index) <|>", "{", &["->", "attributes"]),
    ("func.func @g(%x: f32) -> f32 {\n  return <|>\n}", "%x", &[]),
    ("func.func @g(%A: memref<8xf32>) {\n  affine.for %i = 0 to 8 {\n    %a = affine.load <|>", "%A", &[]),
    (
        "func.func @g(%A: memref<8xf32>, %x: f32) {\n  affine.for %i = 0 to 8 {\n    affine.store <|>",
        "%x",
        &[],
    ),
    (
        "func.func @g(%A: memref<8xf32>) {\n  affine.for %i = 0 to 8 {\n    <|>\n",
        "affine.for",
        &["affine.store"],
    ),
];

/// Proposals that do not fit a place, though the parser accepts them there.
const NEVER: &[(&str, &[&str])] = &[
    ("<|>", &["func.return", "return", "scf.yield", "scf.condition"]),
    ("%x = <|>", &["affine.store", "affine.yield", "memref.dealloc", "x"]),
    ("affine.if <|>", &["#tile", "affine_map", "memref", "f32", "dense", "true"]),
    ("affine.for %k = 0 to <|>", &["#inside", "affine_set", "memref", "dense"]),
    ("%y = affine.apply <|>", &["#inside", "affine_set", "@kernel", "0"]),
];

/// This many proposals are seen without scrolling.
const SHOWN: usize = 8;

fn proposals(text: &str) -> Vec<String> {
    let (host, file, offset, _) = cursor(text);
    host.analysis().completions(file, offset).into_iter().map(|it| it.label).collect()
}

#[track_caller]
fn check(situation: &str, text: &str, first: &str, others: &[&str]) {
    let found = proposals(text);
    let shown = &found[..found.len().min(SHOWN)];
    assert_eq!(found.first().map(String::as_str), Some(first), "{situation}: {shown:?}");
    assert!(others.iter().all(|it| shown.contains(&(*it).to_owned())), "{situation}: {shown:?}");
}

#[test]
fn statements_of_a_loop() {
    for (situation, first, others) in STATEMENTS {
        check(situation, &PROGRAM.replace("HERE", situation), first, others);
    }
}

/// The closing brackets are still to be typed, so that the text after the cursor says nothing.
#[test]
fn statements_at_the_end_of_an_open_function() {
    let open = PROGRAM.split_once("HERE").map_or("", |it| it.0);
    for (situation, first, _) in STATEMENTS.iter().filter(|it| it.0.ends_with("<|>") && !it.0.contains('\n'))
    {
        let found = proposals(&format!("{open}{situation}"));
        assert!(found.iter().take(2).any(|it| it == first), "{situation}: {found:?}");
    }
}

#[test]
fn files_that_have_begun() {
    for (text, first, others) in FILES {
        check(text, text, first, others);
    }
}

#[test]
fn what_cannot_stand_there() {
    for (situation, unwanted) in NEVER {
        let found = proposals(&PROGRAM.replace("HERE", situation));
        assert!(
            !found.is_empty() && unwanted.iter().all(|it| !found.contains(&(*it).to_owned())),
            "{situation}: {found:?}"
        );
    }
}

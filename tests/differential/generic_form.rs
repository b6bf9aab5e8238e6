//! The generic form that we print is the one that `mlir-opt` prints.

use std::collections::BTreeSet;

use analysis::Host;
use syntax::ast::{self, AstNode};
use syntax::ods::Registry;

use crate::tools::Tools;

/// Programs of the dialects whose forms are built in.
const PROGRAMS: &str = include_str!("generic_form/programs.mlir");

#[test]
fn programs_are_the_same_in_generic_form() {
    let Some(tools) = Tools::find() else { return };
    let programs: Vec<String> = PROGRAMS.split("// -----\n").map(str::to_owned).collect();
    let ours = programs.iter().map(|program| {
        let mut host = Host::new();
        let file = host.add_file(program);
        let printed = host.analysis().generic_form(file);
        printed.unwrap_or_else(|refused| panic!("{refused:?} in\n{program}"))
    });
    let ours: Vec<String> = ours.collect();
    let options = ["--mlir-print-op-generic", "--mlir-print-local-scope"];
    let (ours_again, theirs) = (tools.printed(&ours, &options), tools.printed(&programs, &options));
    for (index, theirs) in theirs.iter().enumerate() {
        assert!(theirs.is_some(), "mlir-opt rejects\n{}", programs[index]);
        assert_eq!(&ours_again[index], theirs, "of\n{}", ours[index]);
    }
    println!("{} programs are the same in generic form", programs.len());
}

/// An example of each operation that has a form, whose undefined values are named after their types.
const EXAMPLES: &str = include_str!("../../syntax/src/ods/examples.mlir");

/// The types of the values that the examples leave undefined.
const TYPES: &[(&str, &str)] = &[
    ("%i1", "i1"),
    ("%i32", "i32"),
    ("%f8", "f8E8M0FNU"),
    ("%f32", "f32"),
    ("%f64", "f64"),
    ("%real", "f64"),
    ("%imaginary", "f64"),
    ("%exponent", "i32"),
    ("%212", "complex<f64>"),
    ("%214", "complex<f64>"),
    ("%index", "index"),
    ("%m4", "memref<4xf32>"),
    ("%m_x", "memref<?xf32>"),
    ("%m4x4", "memref<4x4xf32>"),
    ("%bytes", "memref<?xi8>"),
    ("%shape", "memref<2xindex>"),
    ("%tag", "memref<1xi32>"),
    ("%t4", "tensor<4xf32>"),
    ("%t_x", "tensor<?xf32>"),
    ("%t4x4", "tensor<4x4xf32>"),
    ("%t_shape", "tensor<2xindex>"),
    ("%where", "tensor<1x1xindex>"),
    ("%row", "tensor<1x4xf32>"),
    ("%v2", "vector<2xf32>"),
    ("%v4", "vector<4xf32>"),
    ("%v2x4", "vector<2x4xf32>"),
    ("%v4i1", "vector<4xi1>"),
    ("%v4i32", "vector<4xi32>"),
    ("%scalable", "vector<[4]xf32>"),
    ("%square", "vector<4x4xf32>"),
];

/// A program around each example that needs no blocks of its own, with the name of its operation.
fn examples() -> Vec<(String, String)> {
    let parse = syntax::parse(EXAMPLES);
    let root = parse.syntax_node();
    let operations = root.descendants().filter_map(ast::Operation::cast).skip(1);
    let is_inside =
        |it: &ast::Operation| it.syntax().ancestors().filter_map(ast::Operation::cast).count() == 2;
    let arguments: Vec<String> = TYPES.iter().map(|(name, ty)| format!("{name}: {ty}")).collect();
    let program = |op: ast::Operation| {
        let name = op.op_name()?.text();
        let text = op.syntax().text().to_string();
        let definition = Registry::builtin().get(&name)?;
        if text.contains('^') && op.regions().is_empty() || definition.has_trait("Symbol") {
            return None;
        }
        let text = match text.split_once(" = ") {
            // An argument is defined already.
            Some((results, rest)) if TYPES.iter().any(|it| results.trim() == it.0) => {
                format!("%result = {rest}")
            }
            _ => text,
        };
        let end = if definition.has_trait("Terminator") { "" } else { "return" };
        let global = "memref.global \"private\" constant @weights : memref<2xf32> = dense<[0.5, 1.5]>";
        let text = format!("{global}\nfunc.func @f({}) {{\n{text}\n{end}\n}}\n", arguments.join(", "));
        Some((name, text))
    };
    operations.filter(is_inside).filter_map(program).collect()
}

fn ours(program: &str) -> Result<String, String> {
    let mut host = Host::new();
    let file = host.add_file(program);
    host.analysis().generic_form(file).map_err(|refused| format!("{refused:?}"))
}

/// In custom form and in `mlir-opt`'s generic form, each example is read back as what it is, or refused.
#[test]
fn every_operation_is_read_back_or_refused() {
    let Some(tools) = Tools::find() else { return };
    let examples = examples();
    let options = ["--mlir-print-op-generic", "--mlir-print-local-scope"];
    let customs: Vec<String> = examples.iter().map(|it| it.1.clone()).collect();
    let theirs = tools.printed(&customs, &options);
    let mut names = Vec::new();
    let mut printed = Vec::new();
    let mut refused = BTreeSet::new();
    let mut rejected = BTreeSet::new();
    for ((name, custom), theirs) in examples.iter().zip(theirs) {
        let Some(theirs) = theirs else {
            rejected.insert(name.as_str());
            continue;
        };
        for program in [custom, &theirs] {
            match ours(program) {
                Ok(text) => {
                    names.push((name, theirs.clone()));
                    printed.push(text);
                }
                Err(_) => _ = refused.insert(name.as_str()),
            }
        }
    }
    let again = tools.printed(&printed, &options);
    for (((name, theirs), ours), again) in names.iter().zip(&printed).zip(again) {
        assert_eq!(again.as_deref(), Some(theirs.as_str()), "{name}\n{ours}");
    }
    println!("{} read back, refused {refused:?}, no programs {rejected:?}", printed.len());
    assert!(printed.len() > 400, "{} read back", printed.len());
    // Nobody guesses how an operation is made of its form.
    assert_eq!(
        refused,
        BTreeSet::from(["bufferization.dealloc", "memref.dma_start", "ub.poison", "vector.scatter"])
    );
}

/// What a dialect reads is written as it was: MLIR tells types of unknown dialects apart by their blanks.
#[test]
fn types_of_other_dialects_keep_their_blanks() {
    let Some(tools) = Tools::find() else { return };
    let spellings = [
        "!foo.ty<i32, \"q\">",
        "!foo.ty<i32,\"q\">",
        "!foo.ty< i32 ,  [a   -> b],\n  c>",
        "!foo<x  y>",
        "!foo.a",
    ];
    let attributes = ["#foo.at<1,   2>", "#foo<\"a\"  x>"];
    let mut programs = Vec::new();
    for ty in spellings {
        for attribute in attributes {
            programs.push(format!(
                "!alias = {ty}\n\"foo.region\"() ({{\n^a(%x: {ty}, %y: !alias):\n\"foo.t\"(%x, %y) {{a = {attribute}}}
                : ({ty}, {ty}) -> ()\n}}) : () -> ()
                func.func @f(%a: {ty}, %m: tensor<4x{ty}, {attribute}>) -> {ty} {{
                  %i = arith.constant 0 : index
                  %c = arith.constant true
                  %v = tensor.extract %m[%i] : tensor<4x{ty}, {attribute}>
                  %b = arith.select %c, %a, %v : {ty}
                  %z = \"foo.y\"(%b) : ({ty}) -> {ty}
                  return %z : {ty}
                }}"
            ));
        }
    }
    let options = ["--mlir-print-op-generic", "--mlir-print-local-scope"];
    let theirs = tools.printed(&programs, &options);
    let printed: Vec<String> = programs.iter().map(|it| ours(it).expect("a reading")).collect();
    let again = tools.printed(&printed, &options);
    for (index, program) in programs.iter().enumerate() {
        assert!(theirs[index].is_some(), "mlir-opt rejects\n{program}");
        assert_eq!(again[index], theirs[index], "{program}\n{}", printed[index]);
    }
    // Two spellings may be two types.
    let two = "func.func @f(%a: !foo.ty<i32, \"q\">, %b: !foo.ty<i32,\"q\">, %c: i1) {
      %x = arith.select %c, %a, %a : !foo.ty<i32, \"q\">
      return
    }";
    assert!(ours(two).is_err());
}

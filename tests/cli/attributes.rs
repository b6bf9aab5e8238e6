//! Attributes of operations whose definitions are read: `mlir-opt` rejects what is reported, and little else.

use std::collections::BTreeSet;
use std::process::Command;

use affine_analyzer_tests::requirement;
use serde_json::Value;

use crate::Folder;

/// Operations with a place for an attribute.
const OPERATIONS: &[&str] = &[
    r#""emitc.include"() <{include = ATTRIBUTE}> : () -> ()"#,
    r#""emitc.include"() <{include = "a", is_standard_include = ATTRIBUTE}> : () -> ()"#,
    r#""ml_program.global"() <{sym_name = "g", type = ATTRIBUTE, is_mutable}> : () -> ()"#,
    r#""rocdl.s.setprio"() <{priority = ATTRIBUTE}> : () -> ()"#,
    r#""rocdl.sched.barrier"() <{mask = ATTRIBUTE}> : () -> ()"#,
    r#""llvm.mlir.global"() <{sym_name = "g", global_type = i32, linkage = #llvm.linkage<external>, addr_space = ATTRIBUTE}> ({}) : () -> ()"#,
    r#"%0 = "llvm.mlir.addressof"() <{global_name = ATTRIBUTE}> : () -> !llvm.ptr"#,
    r#"%0 = "gpu.thread_id"() <{dimension = ATTRIBUTE}> : () -> index"#,
    r#"%0 = "gpu.thread_id"() <{dimension = #gpu<dim x>, upper_bound = ATTRIBUTE}> : () -> index"#,
    r#"%0 = "tosa.const_shape"() <{values = ATTRIBUTE}> : () -> !tosa.shape<1>"#,
    r#""spirv.ExecutionMode"() <{fn = @f, execution_mode = #spirv.execution_mode<ContractionOff>, values = ATTRIBUTE}> : () -> ()"#,
    r#""acc.init"() <{operandSegmentSizes = array<i32: 0, 0>, device_types = ATTRIBUTE}> : () -> ()"#,
    r#""transform.named_sequence"() <{sym_name = "s", function_type = ATTRIBUTE}> ({^bb0: "transform.yield"() : () -> ()}) : () -> ()"#,
];

const ATTRIBUTES: &[&str] = &[
    "1",
    "1 : i32",
    "-1 : i32",
    "100 : i32",
    "0xFFFFFFFF : i32",
    "1 : i16",
    "1 : index",
    "true",
    "1.0 : f32",
    "2.0",
    r#""s""#,
    "unit",
    "i32",
    "() -> ()",
    "[1, 2]",
    r#"["a"]"#,
    "[1 : i32]",
    "[]",
    "array<i64: 1>",
    "array<i32>",
    "array<i32: 1, 4>",
    "[array<i32: 1>]",
    "{}",
    "{a = 1}",
    "dense<1> : tensor<2xi32>",
    "dense<1> : tensor<1xindex>",
    "dense<1.0> : tensor<2xf32>",
    "affine_map<() -> ()>",
    "affine_set<(d0) : (d0 >= 0)>",
    "@f",
    "@f::@g",
    "#gpu<dim x>",
    "#llvm.linkage<private>",
    r#"loc("x")"#,
];

/// The numbers of the texts in which a command finds an error, by the lines that it names: each has two.
fn texts_of(lines: impl Iterator<Item = u64>) -> BTreeSet<u64> {
    lines.map(|it| it / 2).collect()
}

#[test]
fn reported_attributes_are_rejected() {
    let Some(opt) = requirement::program(&["mlir-opt-22", "mlir-opt"]) else { return };
    let Some(definitions) = requirement::definitions() else { return };
    let texts: Vec<String> = OPERATIONS
        .iter()
        .flat_map(|operation| ATTRIBUTES.iter().map(|it| operation.replace("ATTRIBUTE", it)))
        .collect();
    let folder = Folder::new();
    let dialects = "{EmitC,GPU,LLVMIR,MLProgram,OpenACC,SPIRV,Tosa,Transform}";
    let ods = format!("{}/mlir/Dialect/{dialects}/**/*.td", definitions.display());
    folder.write("affine-analyzer.toml", format!("[dialects]\nods = [\"{ods}\"]\n"));
    folder.write("a.mlir", texts.join("\n// -----\n"));
    let report = folder.run(&["check", "a.mlir", "--format", "json"]).json();
    let found = report["files"][0]["diagnostics"].as_array().unwrap().iter();
    let line = |it: &Value| it["range"]["start"]["line"].as_u64().unwrap();
    let ours = texts_of(found.filter(|it| it["severity"] == "error").map(line));
    let output = Command::new(opt).arg("--split-input-file").arg(folder.0.join("a.mlir")).output().unwrap();
    let complaints = String::from_utf8(output.stderr).unwrap();
    let complaints = complaints.lines().filter_map(|it| {
        let (place, _) = it.split_once(": error: ")?;
        place.rsplit(':').nth(1)?.parse::<u64>().ok()?.checked_sub(1)
    });
    let theirs = texts_of(complaints);
    let wrong: Vec<&String> = ours.difference(&theirs).map(|it| &texts[*it as usize]).collect();
    assert!(wrong.is_empty(), "reported, but taken by mlir-opt:\n{wrong:#?}");
    assert!(ours.len() * 100 >= theirs.len() * 98, "{} of {} rejections are found", ours.len(), theirs.len());
}

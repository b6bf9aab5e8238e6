//! What the program is for, in figures: the dependences and fusions that its documentation speaks of.

use serde_json::{Value, json};

use crate::Folder;

/// The reports of one file.
fn report(command: &str, text: &str) -> Value {
    let folder = Folder::new();
    folder.write("a.mlir", text);
    let run = folder.run(&[command, "a.mlir", "--format", "json"]);
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""));
    run.json()
}

fn dependences(body: &str) -> Value {
    let text = format!(
        "func.func @kernel() {{
  %0 = memref.alloc() : memref<100x100xf32>
  %cst = arith.constant 7.0 : f32
{body}  return
}}
"
    );
    report("deps", &text)["functions"][0]["dependences"].clone()
}

#[test]
fn store_and_load_two_rows_apart() {
    let nest = |load: &str| {
        format!(
            "  affine.for %arg0 = 0 to 9 {{
    affine.for %arg1 = 0 to 9 {{
      affine.store %cst, %0[%arg0, %arg1] : memref<100x100xf32>
{load}    }}
  }}
"
        )
    };
    let expected = json!([{
        "source": 0,
        "sink": 1,
        "kind": "raw",
        "depth": 1,
        "components": [{ "lb": 2, "ub": 2 }, { "lb": 0, "ub": 0 }],
        "distances": [[2, 0]],
        "flow": true,
    }]);
    let direct = nest("      %1 = affine.load %0[%arg0 - 2, %arg1] : memref<100x100xf32>\n");
    assert_eq!(dependences(&direct), expected);
    let mapped = nest(
        "      %r = affine.apply affine_map<(d0, d1) -> (d0 - 2)>(%arg0, %arg1)
      %c = affine.apply affine_map<(d0, d1) -> (d1)>(%arg0, %arg1)
      %1 = affine.load %0[%r, %c] : memref<100x100xf32>
",
    );
    assert_eq!(dependences(&mapped), expected);
}

#[test]
fn coupled_subscripts() {
    let found = dependences(
        "  affine.for %i0 = 0 to 10 {
    affine.for %i1 = 0 to 7 {
      affine.store %cst, %0[%i0 + 3 * %i1, 4 * %i0 + 5 * %i1] : memref<100x100xf32>
      %a = affine.load %0[%i0 + %i1, %i0 + 2 * %i1 + 3] : memref<100x100xf32>
    }
  }
",
    );
    let dependence =
        |source: u32, kind: &str, depth: u32, rows: (i32, i32), columns: (i32, i32), distances: Value| {
            let mut value = json!({
                "source": source,
                "sink": 1 - source,
                "kind": kind,
                "depth": depth,
                "components": [{ "lb": rows.0, "ub": rows.1 }, { "lb": columns.0, "ub": columns.1 }],
                "distances": distances,
            });
            if kind == "raw" {
                value["flow"] = json!(true);
            }
            value
        };
    let forward = json!([[1, 1], [2, 2], [3, 3], [5, -1], [6, 0], [7, 1]]);
    assert_eq!(
        found,
        json!([
            dependence(0, "raw", 1, (1, 7), (-1, 3), forward),
            dependence(0, "raw", 3, (0, 0), (0, 0), json!([[0, 0]])),
            dependence(1, "war", 1, (2, 2), (-4, -4), json!([[2, -4]])),
        ])
    );
}

#[test]
fn two_batched_products() {
    let report = report("fusion", include_str!("../../examples/matmuls.mlir"));
    let pair = &report["pairs"][0];
    assert_eq!((&pair["function"], &pair["kind"]), (&json!("matmuls"), &json!("producer-consumer")));
    assert_eq!(pair["memrefs"], json!(["%C"]));
    for (name, expected) in [
        ("srcCost", 1_207_959_552_u64),
        ("dstCost", 201_326_592),
        ("srcMemBytes", 9_961_472),
        ("dstMemBytes", 3_407_872),
        ("srcWriteRegionBytes", 2_097_152),
    ] {
        assert_eq!(pair[name], expected, "{name}");
    }
    let depths = pair["depths"].as_array().unwrap();
    let figures: Vec<_> = depths
        .iter()
        .map(|it| {
            (
                it["depth"].as_u64(),
                it["additionalComputeFraction"].as_f64(),
                it["fusedCost"].as_u64(),
                it["legal"].as_bool(),
            )
        })
        .collect();
    let redundant = |depth| (Some(depth), Some(54.0), Some(77_510_737_920), Some(false));
    let free = |depth| (Some(depth), Some(0.0), Some(1_409_286_144), Some(true));
    assert_eq!(figures, [redundant(4), redundant(3), free(2), free(1)]);
    for depth in depths {
        assert_eq!(
            (&depth["sliceWriteRegionBytes"], &depth["storageReductionFactor"]),
            (&json!(2_097_152), &json!(1.0))
        );
    }
    assert_eq!(
        (&pair["bestDepth"], &pair["fusedMemBytes"], &pair["sliceMemBytes"]),
        (&json!(2), &json!(5_505_024), &json!(2_097_152))
    );
    assert_eq!(format!("{:.4}", pair["storageReduction"].as_f64().unwrap()), "0.5882");
}

#[test]
fn the_examples_are_checked_together() {
    let folder = Folder::new();
    for (name, text) in [
        ("matmuls", include_str!("../../examples/matmuls.mlir")),
        ("mistakes", include_str!("../../examples/mistakes.mlir")),
        ("reduction", include_str!("../../examples/reduction.mlir")),
        ("stencil", include_str!("../../examples/stencil.mlir")),
    ] {
        folder.write(&format!("examples/{name}.mlir"), text);
    }
    let run = folder.run(&["check", "examples"]);
    assert_eq!(run.code, Some(1));
    for wanted in [
        "hint[fusion-opportunity]",
        "error[invalid-symbol]",
        "error[yield-type-mismatch]",
        "affine.for %j = 0 to %i {",
    ] {
        assert!(run.stdout.contains(wanted), "{wanted} is not in:\n{}", run.stdout);
    }
    assert!(run.stdout.contains("hint[vectorization-opportunity]"), "{}", run.stdout);
    // The first rows read from above the array.
    assert!(run.stdout.contains("%arg0 - 2 is -2 when %arg0 is 0"), "{}", run.stdout);
    assert_eq!(run.stdout.matches("warning[subscript-out-of-bounds]").count(), 1, "{}", run.stdout);
}

#[test]
fn some_hints_are_said_on_demand() {
    let folder = Folder::new();
    let text = "func.func @f(%n: index) -> index {
  %0 = affine.apply affine_map<(d0) -> (d0)>(%n)
  return %0 : index
}
";
    folder.write("m.mlir", text);
    assert_eq!(folder.run(&["check", "m.mlir"]).stdout, "");
    let more = folder.run(&["check", "m.mlir", "--warn", "identity-map"]);
    assert!(more.stdout.contains("warning[identity-map]"), "{}", more.stdout);
}

//! A memref that a map lays out becomes a plain one: whatever the map, the program does what it does without it.

use affine_analyzer_tests::random::Random;

use crate::tools::Tools;
use crate::transformations::{Document, Judge};

const KIND: &str = "refactor.rewrite.affine.normalizeLayout";

/// Is no layout at all.
const IDENTITY: &str = "affine_map<(d0, d1) -> (d0, d1)>";

/// A map that gives each element of two dimensions a place of its own.
fn layout(random: &mut Random) -> String {
    let mut results = Vec::new();
    for dim in ["d0", "d1"] {
        let tile = random.below(5) + 2;
        match random.below(5) {
            0 => results.push(dim.to_owned()),
            1 => results.push(format!("{} - {dim} * {}", random.below(9), random.below(3) + 1)),
            2 => results.push(format!("{dim} * {} + {}", random.below(3) + 2, random.below(4))),
            3 => results.extend([format!("{dim} floordiv {tile}"), format!("{dim} mod {tile}")]),
            _ => {
                let offset = random.below(4);
                let shifted = format!("({dim} + {offset})");
                results.extend([format!("{shifted} mod {tile}"), format!("{shifted} floordiv {tile}")]);
            }
        }
    }
    let turns = random.below(results.len());
    results.rotate_left(turns);
    format!("affine_map<(d0, d1) -> ({})>", results.join(", "))
}

/// Sizes, a layout, and accesses in both spellings.
fn program(random: &mut Random, layout: &str) -> String {
    let (rows, columns) = (random.below(7) + 3, random.below(7) + 3);
    let is_open = random.below(2) == 0;
    let ty = match is_open {
        true => format!("memref<?x{columns}xi32{layout}>"),
        false => format!("memref<{rows}x{columns}xi32{layout}>"),
    };
    let sizes = if is_open { "%rows" } else { "" };
    format!(
        "func.func @kernel(%x: memref<{rows}x{columns}xi32>, %y: memref<{rows}x{columns}xi32>) {{
  %rows = affine.apply affine_map<() -> ({rows})>()
  %t = memref.alloc({sizes}) : {ty}
  affine.for %i = 0 to {rows} {{
    affine.for %j = 0 to {columns} {{
      %v = affine.load %x[%i, %j] : memref<{rows}x{columns}xi32>
      affine.store %v, %t[%i, -%j + {last}] : {ty} // turned
    }}
  }}
  affine.for %i = 1 to {rows} {{
    affine.for %j = 0 to {columns} {{
      %u = affine.load %t[%i - 1, %j] : {ty}
      %v = memref.load %t[%i, %j] : {ty}
      %w = arith.subi %v, %u : i32
      memref.store %w, %t[%i, %j] : {ty}
      affine.store %w, %y[%i, %j] : memref<{rows}x{columns}xi32>
    }}
  }}
  memref.dealloc %t : {ty}
  return
}}
",
        last = columns - 1
    )
}

#[test]
fn random_layouts() {
    let Some(tools) = Tools::find() else { return };
    let mut judge = Judge::new(&tools);
    let seeds = if crate::transformations::is_long() { 1_000 } else { 60 };
    let mut programs = 0;
    for seed in 0..seeds {
        let layout = layout(&mut Random::new(seed as u64));
        if layout == IDENTITY {
            continue;
        }
        programs += 1;
        let layout = format!(", {layout}");
        let of_layout = |layout: &str| Document::of_kernel(program(&mut Random::new(seed as u64), layout));
        let applied = of_layout(&layout).applied(KIND);
        assert_eq!(applied.len(), 1, "{layout}");
        judge.add_applied(&of_layout(""), applied);
    }
    let report = judge.finish();
    report.assert_sound();
    assert_eq!(report.count(), programs, "{:?}", report.unjudged);
}

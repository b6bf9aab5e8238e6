use crate::{ActionId, Host, TextRange, TextSize};
use expect_test::{Expect, expect};

/// The report of the first pair, as text.
fn figures(text: &str) -> String {
    let mut host = Host::new();
    let file = host.add_file(text);
    let functions = host.analysis().fusion(file);
    let number = |it: Option<u128>| it.map_or("?".to_owned(), |it| it.to_string());
    let mut out = String::new();
    for function in &functions {
        for pair in &function.pairs {
            out += &format!("@{} {}\n", function.name, pair.memrefs.join(", "));
            out += &format!(
                "  cost {} and {}; bytes {} and {}; written {}\n",
                number(pair.source_cost),
                number(pair.destination_cost),
                number(pair.source_bytes),
                number(pair.destination_bytes),
                number(pair.source_write_bytes)
            );
            for depth in &pair.depths {
                let extra =
                    depth.additional_compute.map_or("?".to_owned(), |it| format!("{:.2}", it * 100.0));
                let factor = depth.storage_reduction_factor.map_or("?".to_owned(), |it| format!("{it:.2}"));
                out += &format!(
                    "  depth {}: cost {}, extra {extra} %, slice {}, factor {factor}\n",
                    depth.depth,
                    number(depth.fused_cost),
                    number(depth.slice_write_bytes),
                );
                if let Some(refusal) = &depth.refused {
                    out += &format!("    refused: {}\n", refusal.reason);
                }
            }
            if let Some(best) = &pair.best {
                let reduction =
                    best.storage_reduction.map_or("?".to_owned(), |it| format!("{:.2}", it * 100.0));
                out += &format!(
                    "  best {}: fused {}, slice {}, storage reduction {reduction} %\n    {}\n",
                    best.depth,
                    number(best.fused_bytes),
                    number(best.slice_bytes),
                    best.reason
                );
            }
            if let Some(refusal) = &pair.refused {
                out += &format!("  refused: {}\n", refusal.reason);
            }
        }
    }
    out
}

fn check(text: &str, expected: Expect) {
    expected.assert_eq(&figures(text));
}

/// Takes the fusion at a depth of the only pair that offers it.
fn fuse(text: &str, depth: usize) -> String {
    let mut host = Host::new();
    let file = host.add_file(text);
    let analysis = host.analysis();
    let whole = TextRange::up_to(TextSize::of(text));
    let suffix = format!(":depth={depth}");
    let action = analysis
        .actions(file, whole)
        .into_iter()
        .find(|it| it.kind == "refactor.rewrite.affine.fuse" && it.id.0.ends_with(&suffix));
    let Some(action) = action else { return "not here".to_owned() };
    if let Some(reason) = action.disabled {
        return format!("refused: {reason}");
    }
    let Some(edits) = analysis.resolve_action(file, &ActionId(action.id.0)) else {
        return "no edit".to_owned();
    };
    let mut result = text.to_owned();
    for edit in edits.iter().rev() {
        result = edit.apply(&result);
    }
    result
}

fn check_rewrite(text: &str, depth: usize, expected: Expect) {
    expected.assert_eq(&fuse(text, depth));
}

const MATMULS: &str = include_str!("../../../../examples/matmuls.mlir");

#[test]
fn figures_of_the_matmuls() {
    check(
        MATMULS,
        expect![[r#"
        @matmuls %C
          cost 1207959552 and 201326592; bytes 9961472 and 3407872; written 2097152
          depth 4: cost 77510737920, extra 5400.00 %, slice 2097152, factor 1.00
            refused: depth 4 runs iterations of the producer more than once, and a second run does not give the same values: WAR `affine.load %C` (line 19) → `affine.store %C` (line 22), for example from (%batch = 0, %row = 0, %column = 0, %inner = 0) to (%batch = 0, %row = 0, %column = 0, %inner = 1)
          depth 3: cost 77510737920, extra 5400.00 %, slice 2097152, factor 1.00
            refused: depth 3 runs iterations of the producer more than once, and a second run does not give the same values: WAR `affine.load %C` (line 19) → `affine.store %C` (line 22), for example from (%batch = 0, %row = 0, %column = 0, %inner = 0) to (%batch = 0, %row = 0, %column = 0, %inner = 1)
          depth 2: cost 1409286144, extra 0.00 %, slice 2097152, factor 1.00
          depth 1: cost 1409286144, extra 0.00 %, slice 2097152, factor 1.00
          best 2: fused 5505024, slice 2097152, storage reduction 58.82 %
            the deepest legal depth, which recomputes nothing; depth 4 would recompute 5400 %, depth 3 would recompute 5400 %
    "#]],
    );
}

#[test]
fn fused_matmuls() {
    check_rewrite(
        MATMULS,
        2,
        expect![[r#"
        // Two batched matrix products, the second of which multiplies what the first computes: C = A · B, then E = C · D.
        //
        // Each row of C is read by the second product only while it computes the same row of E. With the first product moved
        // two loops deep into the second, a row of C is used while it is still in the cache, and nothing is computed twice.
        // One loop deeper, every row of C would be computed once for each column of E; and because the first product
        // accumulates into C, computing a row again would not even give the same row.

        func.func @matmuls(
            %A: memref<8x128x384xf32>, %B: memref<8x384x512xf32>, %C: memref<8x128x512xf32>,
            %D: memref<8x512x64xf32>, %E: memref<8x128x64xf32>) {

          // E[batch, row, column] += C[batch, row, inner] * D[batch, inner, column]
          affine.for %batch = 0 to 8 {
            affine.for %row = 0 to 128 {
              // C[batch, row, column] += A[batch, row, inner] * B[batch, inner, column]
              affine.for %column = 0 to 512 {
                affine.for %inner = 0 to 384 {
                  %a = affine.load %A[%batch, %row, %inner] : memref<8x128x384xf32>
                  %b = affine.load %B[%batch, %inner, %column] : memref<8x384x512xf32>
                  %c = affine.load %C[%batch, %row, %column] : memref<8x128x512xf32>
                  %product = arith.mulf %a, %b : f32
                  %sum = arith.addf %c, %product : f32
                  affine.store %sum, %C[%batch, %row, %column] : memref<8x128x512xf32>
                }
              }
              affine.for %column = 0 to 64 {
                affine.for %inner = 0 to 512 {
                  %c = affine.load %C[%batch, %row, %inner] : memref<8x128x512xf32>
                  %d = affine.load %D[%batch, %inner, %column] : memref<8x512x64xf32>
                  %e = affine.load %E[%batch, %row, %column] : memref<8x128x64xf32>
                  %product = arith.mulf %c, %d : f32
                  %sum = arith.addf %e, %product : f32
                  affine.store %sum, %E[%batch, %row, %column] : memref<8x128x64xf32>
                }
              }
            }
          }
          return
        }
    "#]],
    );
}

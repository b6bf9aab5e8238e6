//! Buffers that `affine.dma_start` fills. MLIR runs none; what the programs compute is compared.

use super::TILES;
use crate::loop_tests::taken_asking;
use analysis::{ActionRequest, Effort, Host, Parameters, Verdict};
use expect_test::expect;
use proptest::prelude::*;
use std::ops::ControlFlow;
use syntax::{TextRange, TextSize};

const ROWS: &str = "func.func @f(%A: memref<60x64xf32>, %B: memref<64x32xf32>, %C: memref<60x32xf32>) {
  affine.for %kt = 0 to 64 step 16 {
    <|>affine.for %k = affine_map<(d0) -> (d0)>(%kt) to affine_map<(d0) -> (d0 + 16)>(%kt) {
      affine.for %i = 0 to 60 {
        %a = affine.load %A[%i, %k] : memref<60x64xf32>
        affine.store %a, %C[%i, 0] : memref<60x32xf32>
      }
    }
  }
  return
}
";

fn asking(dma: &str, fixture: &str) -> String {
    taken_asking(crate::data_copy::KIND, "dma", dma, fixture)
}

#[test]
fn rows_that_are_apart_are_chunks_of_one_transfer() {
    expect![[r#"
        // Copy what %k touches of %A: 60 × 16 elements, 3840 bytes, in, by DMA
        func.func @f(%A: memref<60x64xf32>, %B: memref<64x32xf32>, %C: memref<60x32xf32>) {
          affine.for %kt = 0 to 64 step 16 {
            %A_buffer = memref.alloc() : memref<60x16xf32, 1>
            %tag = memref.alloc() : memref<1xi32>
            %c960 = arith.constant 960 : index
            %c64 = arith.constant 64 : index
            %c16 = arith.constant 16 : index
            affine.dma_start %A[0, %kt], %A_buffer[0, 0], %tag[0], %c960, %c64, %c16 : memref<60x64xf32>, memref<60x16xf32, 1>, memref<1xi32>
            affine.dma_wait %tag[0], %c960 : memref<1xi32>
            affine.for %k = affine_map<(d0) -> (d0)>(%kt) to affine_map<(d0) -> (d0 + 16)>(%kt) {
              affine.for %i = 0 to 60 {
                %a = affine.load %A_buffer[%i, %k - %kt] : memref<60x16xf32, 1>
                affine.store %a, %C[%i, 0] : memref<60x32xf32>
              }
            }
            memref.dealloc %A_buffer : memref<60x16xf32, 1>
            memref.dealloc %tag : memref<1xi32>
          }
          return
        }
    "#]].assert_eq(&asking("single", ROWS));
}

#[test]
fn the_last_tile_is_shorter() {
    expect![[r#"
        // Copy what %i touches of %A: 8 × 16 elements, 512 bytes, in, by DMA
        func.func @f(%A: memref<60x64xf32>, %B: memref<64x32xf32>, %C: memref<60x32xf32>) {
          affine.for %it = 0 to 60 step 8 {
            affine.for %kt = 0 to 64 step 16 {
              %A_buffer = memref.alloc() : memref<8x16xf32, 1>
              %tag = memref.alloc() : memref<1xi32>
              %c64 = arith.constant 64 : index
              %c16 = arith.constant 16 : index
              %count = affine.min affine_map<(d0) -> (128, 960 - d0 * 16)>(%it)
              affine.dma_start %A[%it, %kt], %A_buffer[0, 0], %tag[0], %count, %c64, %c16 : memref<60x64xf32>, memref<8x16xf32, 1>, memref<1xi32>
              affine.dma_wait %tag[0], %count : memref<1xi32>
              affine.for %i = affine_map<(d0) -> (d0)>(%it) to min affine_map<(d0) -> (d0 + 8, 60)>(%it) {
                affine.for %j = 0 to 32 {
                  affine.for %k = affine_map<(d0) -> (d0)>(%kt) to affine_map<(d0) -> (d0 + 16)>(%kt) {
                    %a = affine.load %A_buffer[%i - %it, %k - %kt] : memref<8x16xf32, 1>
                    %b = affine.load %B[%k, %j] : memref<64x32xf32>
                    %c = affine.load %C[%i, %j] : memref<60x32xf32>
                    %p = arith.mulf %a, %b : f32
                    %s = arith.addf %c, %p : f32
                    affine.store %s, %C[%i, %j] : memref<60x32xf32>
                  }
                }
              } // rows
              memref.dealloc %A_buffer : memref<8x16xf32, 1>
              memref.dealloc %tag : memref<1xi32>
            }
          }
          return
        }
    "#]].assert_eq(&asking("single", TILES));
}

#[test]
fn two_buffers_take_turns() {
    expect![[r#"
        // Copy what %k touches of %A: 60 × 16 elements, 3840 bytes, in, by double-buffered DMA
        func.func @f(%A: memref<60x64xf32>, %B: memref<64x32xf32>, %C: memref<60x32xf32>) {
          %A_buffer = memref.alloc() : memref<2x60x16xf32, 1>
          %tag = memref.alloc() : memref<2xi32>
          %c960 = arith.constant 960 : index
          %c64 = arith.constant 64 : index
          %c16 = arith.constant 16 : index
          affine.dma_start %A[0, 0], %A_buffer[0, 0, 0], %tag[0], %c960, %c64, %c16 : memref<60x64xf32>, memref<2x60x16xf32, 1>, memref<2xi32>
          affine.for %kt = 0 to 64 step 16 {
            affine.if affine_set<(d0) : (47 - d0 >= 0)>(%kt) {
              affine.dma_start %A[0, %kt + 16], %A_buffer[((%kt + 16) floordiv 16) mod 2, 0, 0], %tag[((%kt + 16) floordiv 16) mod 2], %c960, %c64, %c16 : memref<60x64xf32>, memref<2x60x16xf32, 1>, memref<2xi32>
            }
            affine.dma_wait %tag[(%kt floordiv 16) mod 2], %c960 : memref<2xi32>
            affine.for %k = affine_map<(d0) -> (d0)>(%kt) to affine_map<(d0) -> (d0 + 16)>(%kt) {
              affine.for %i = 0 to 60 {
                %a = affine.load %A_buffer[(%kt floordiv 16) mod 2, %i, %k - %kt] : memref<2x60x16xf32, 1>
                affine.store %a, %C[%i, 0] : memref<60x32xf32>
              }
            }
          }
          memref.dealloc %A_buffer : memref<2x60x16xf32, 1>
          memref.dealloc %tag : memref<2xi32>
          return
        }
    "#]].assert_eq(&asking("double", ROWS));
}

#[test]
fn two_buffers_need_one_transfer_of_what_is_only_read() {
    expect![[r#"
        refused: what %i touches of `%A` is not moved by one transfer of a constant size
    "#]]
    .assert_eq(&asking("double", TILES));
    let written = ROWS.replace("%a, %C[%i, 0] : memref<60x32xf32>", "%a, %A[%i, %k] : memref<60x64xf32>");
    expect![[r#"
        refused: `%A` is not only read
    "#]]
    .assert_eq(&asking("double", &written));
    let before = "affine.for %kt = 0 to 64 step 16 {";
    let shared = ROWS.replace(before, &format!("{before}\n    func.call @g() : () -> ()"));
    expect![[r#"
        refused: `func.call` (line 3) may read or write anything
    "#]]
    .assert_eq(&asking("double", &shared));
    let zero = "%z = arith.constant 0.0 : f32\n  affine.store %z, %A[0, %kt] : memref<60x64xf32>";
    let changed = ROWS.replace(before, &format!("{before}\n    {zero}"));
    expect![[r#"
        refused: `%A` is written (line 4) while the next elements are on their way
    "#]]
    .assert_eq(&asking("double", &changed));
}

#[test]
fn a_stride_is_one_of_the_slower_memory() {
    let fast = ROWS.replace("memref<60x64xf32>", "memref<60x64xf32, 2>");
    expect![[r#"
        // Copy what %k touches of %A: 60 × 16 elements, 3840 bytes, in, by DMA
        func.func @f(%A: memref<60x64xf32, 2>, %B: memref<64x32xf32>, %C: memref<60x32xf32>) {
          affine.for %kt = 0 to 64 step 16 {
            %A_buffer = memref.alloc() : memref<60x16xf32, 3>
            %tag = memref.alloc() : memref<1xi32>
            %c960 = arith.constant 960 : index
            %c64 = arith.constant 64 : index
            %c16 = arith.constant 16 : index
            affine.dma_start %A[0, %kt], %A_buffer[0, 0], %tag[0], %c960, %c64, %c16 : memref<60x64xf32, 2>, memref<60x16xf32, 3>, memref<1xi32>
            affine.dma_wait %tag[0], %c960 : memref<1xi32>
            affine.for %k = affine_map<(d0) -> (d0)>(%kt) to affine_map<(d0) -> (d0 + 16)>(%kt) {
              affine.for %i = 0 to 60 {
                %a = affine.load %A_buffer[%i, %k - %kt] : memref<60x16xf32, 3>
                affine.store %a, %C[%i, 0] : memref<60x32xf32>
              }
            }
            memref.dealloc %A_buffer : memref<60x16xf32, 3>
            memref.dealloc %tag : memref<1xi32>
          }
          return
        }
    "#]].assert_eq(&asking("single", &fast));
    let named = ROWS.replace("memref<60x64xf32>", "memref<60x64xf32, \"slow\">");
    expect![[r#"
        refused: the memory space of `%A` has no number
    "#]]
    .assert_eq(&asking("single", &named));
    let laid_out = ROWS.replace("memref<60x64xf32>", "memref<60x64xf32, strided<[128, 1]>>");
    expect![[r#"
        refused: a transfer needs `%A` to have no layout of its own
    "#]]
    .assert_eq(&asking("single", &laid_out));
}

/// A nest that reads boxes of a memref of three dimensions: of each the length, the factors of the outer and the inner
/// variable, and a constant.
#[derive(Debug, Clone)]
struct Boxes {
    dims: [(usize, i64, i64, i64); 3],
    /// Where the outer loop begins, before what it ends, and its step.
    outer: (i64, i64, i64),
    trips: i64,
    is_cut_off: bool,
    writes: bool,
}

fn boxes() -> impl Strategy<Value = Boxes> {
    let dim = (0usize..4, 0i64..2, 0i64..2, 0i64..2);
    let outer = (0i64..3, 0i64..7, 1i64..4);
    ((dim.clone(), dim.clone(), dim), outer, 1i64..4, any::<bool>(), any::<bool>()).prop_map(
        |((a, b, c), (from, more, step), trips, is_cut_off, writes)| Boxes {
            dims: [a, b, c],
            outer: (from, from + more, step),
            trips,
            is_cut_off,
            writes,
        },
    )
}

impl Boxes {
    fn text(&self) -> String {
        let (from, to, step) = self.outer;
        let end = if self.is_cut_off {
            format!("min affine_map<(d0) -> (d0 + {}, {})>(%t)", self.trips, to.max(1))
        } else {
            format!("affine_map<(d0) -> (d0 + {})>(%t)", self.trips)
        };
        // Three inner loops, so that each dimension of the box may have a length of its own.
        let greatest = to + self.trips;
        let mut subscripts = Vec::new();
        let mut sizes = Vec::new();
        for ((more, outer, inner, constant), variable) in self.dims.iter().zip(["%i", "%j", "%k"]) {
            let variable = if *inner == 1 { variable } else { "%c" };
            subscripts.push(format!("%t * {outer} + {variable} + {constant}"));
            let most = outer * to.max(0) + if *inner == 1 { greatest } else { 0 } + constant + 1;
            sizes.push(most + i64::try_from(*more).unwrap_or(0));
        }
        let sizes: Vec<String> = sizes.iter().map(|it| format!("{it}x")).collect();
        let ty = format!("memref<{}i32>", sizes.concat());
        let place = subscripts.join(", ");
        let write = match self.writes {
            true => format!("affine.store %s, %A[{place}] : {ty}"),
            false => "affine.store %s, %o[0] : memref<1xi32>".to_owned(),
        };
        format!(
            "func.func @f(%A: {ty}, %o: memref<1xi32>) {{
  %c = arith.constant 0 : index
  affine.for %t = {from} to {to} step {step} {{
    affine.for %i = affine_map<(d0) -> (d0)>(%t) to {end} {{
      affine.for %j = 0 to 2 {{
        affine.for %k = 0 to {} {{
          %v = affine.load %A[{place}] : {ty}
          %b = affine.load %o[0] : memref<1xi32>
          %p = arith.muli %b, %b : i32
          %s = arith.addi %p, %v : i32
          {write}
        }}
      }}
    }}
  }}
  return
}}
",
            self.trips
        )
    }
}

/// The verdict on each way of DMA that is possible.
fn verdicts(text: &str) -> Vec<(String, Verdict)> {
    let mut host = Host::new();
    let before = host.add_file(text);
    let cursor = text.find("affine.for %i").and_then(|it| TextSize::try_from(it).ok()).unwrap();
    let row = analysis::ACTIONS.iter().find(|it| it.kind == crate::data_copy::KIND).unwrap();
    let mut found = Vec::new();
    for way in ["single", "double"] {
        let parameter = row.parameter("dma").unwrap();
        let parameters = Parameters::default().with(parameter, parameter.read(way).unwrap());
        let actions = host.analysis().actions_with(before, TextRange::empty(cursor), &parameters);
        let is_possible = |it: &&analysis::Action| {
            it.kind == crate::data_copy::KIND
                && it.disabled.is_none()
                && matches!(it.request, ActionRequest::Transform { .. })
        };
        for action in actions.iter().filter(is_possible) {
            let edits = host.analysis().resolve_action(before, &action.request);
            let edits = edits.unwrap_or_else(|it| panic!("{it:?}\n{text}"));
            let mut result = text.to_owned();
            edits.iter().rev().for_each(|it| result = it.apply(&result));
            let after = host.add_file(&result);
            let verdict = host
                .analysis()
                .compare(before, after, Effort::default(), &|_, _| ControlFlow::Continue(()))
                .remove(0)
                .verdict;
            found.push((result, verdict));
        }
    }
    found
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(ProptestConfig::default().cases / 4))]

    #[test]
    fn what_dma_moves_is_what_the_loop_touches(boxes in boxes()) {
        for (result, verdict) in verdicts(&boxes.text()) {
            prop_assert!(matches!(verdict, Verdict::Equal { .. }), "{verdict:?}\n{}\n{result}", boxes.text());
        }
    }
}

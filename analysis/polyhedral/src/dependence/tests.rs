//! The examples that define what an answer is, and random programs against their own execution.

use super::brute_force::executed;
use super::random_program::program;
use crate::function_report::function_dependences;
use base::workspace::Workspace;
use expect_test::{Expect, expect};
use presburger::Integer;
use proptest::prelude::*;
use std::fmt::Write;

/// One line per dependence, of all functions: ids, kind, depth, components, distances.
pub(crate) fn render(text: &str) -> String {
    let mut workspace = Workspace::default();
    let file = workspace.add_file(text);
    assert_eq!(file.parse(&workspace.db).errors(), &[], "{text}");
    let mut out = String::new();
    for function in function_dependences(&workspace.db, file, None, true) {
        for it in &function.dependences {
            let end = |it: &Option<Integer>| it.as_ref().map_or("*".to_owned(), |it| it.to_string());
            let components: String =
                it.components.iter().map(|it| format!("[{}, {}]", end(&it.lower), end(&it.upper))).collect();
            write!(out, "{} -> {} {} depth {} {components}", it.source, it.sink, it.kind.as_str(), it.depth)
                .unwrap();
            if let Some(distances) = &it.distances {
                let vectors: Vec<_> = distances
                    .iter()
                    .map(|it| {
                        format!("({})", it.iter().map(Integer::to_string).collect::<Vec<_>>().join(","))
                    })
                    .collect();
                write!(out, " {}", vectors.join(" ")).unwrap();
            }
            if let Some(reason) = &it.unknown {
                write!(out, " unknown: {reason}").unwrap();
            }
            out.push('\n');
        }
        for it in &function.unanalysed {
            let accesses: Vec<_> = it.accesses.iter().map(usize::to_string).collect();
            writeln!(out, "? {}: {}", accesses.join(" "), it.reason).unwrap();
        }
    }
    out
}

#[track_caller]
pub(super) fn check(body: &str, expected: Expect) {
    expected.assert_eq(&render(&format!(
        "func.func @kernel(%A: memref<100x100xf32>, %B: memref<100xf32>, %N: index, %x: f32) {{\n{body}\n  return\n}}\n"
    )));
}

#[test]
fn stencil_with_a_constant_distance() {
    let expected = "0 -> 1 RAW depth 1 [2, 2][0, 0] (2,0)\n";
    let direct = render(STENCIL);
    assert_eq!(direct, expected);
    let mapped = STENCIL.replace(
        "%v = affine.load %0[%arg0 - 2, %arg1] : memref<10x10xf32>",
        "%r = affine.apply affine_map<(d0, d1) -> (d0 - 2)>(%arg0, %arg1)
      %c = affine.apply affine_map<(d0, d1) -> (d1)>(%arg0, %arg1)
      %v = affine.load %0[%r, %c] : memref<10x10xf32>",
    );
    assert_eq!(render(&mapped), expected);
}

const STENCIL: &str = "
func.func @stencil() {
  %0 = memref.alloc() : memref<10x10xf32>
  %cst = arith.constant 7.0 : f32
  affine.for %arg0 = 0 to 9 {
    affine.for %arg1 = 0 to 9 {
      affine.store %cst, %0[%arg0, %arg1] : memref<10x10xf32>
      %v = affine.load %0[%arg0 - 2, %arg1] : memref<10x10xf32>
    }
  }
  return
}";

#[test]
fn coupled_subscripts_are_exact_over_the_integers() {
    check(
        "affine.for %i0 = 0 to 10 {
           affine.for %i1 = 0 to 7 {
             affine.store %x, %A[%i0 + 3 * %i1, 4 * %i0 + 5 * %i1] : memref<100x100xf32>
             %a = affine.load %A[%i0 + %i1, %i0 + 2 * %i1 + 3] : memref<100x100xf32>
           }
         }",
        expect![[r#"
            0 -> 1 RAW depth 1 [1, 7][-1, 3] (1,1) (2,2) (3,3) (5,-1) (6,0) (7,1)
            0 -> 1 RAW depth 3 [0, 0][0, 0] (0,0)
            1 -> 0 WAR depth 1 [2, 2][-4, -4] (2,-4)
        "#]],
    );
}

#[test]
fn parity_excludes_a_dependence() {
    check(
        "affine.for %i = 0 to 16 { affine.store %x, %B[%i] : memref<100xf32>
           %v = affine.load %B[15 - %i] : memref<100xf32> }",
        expect![[r#"
            0 -> 1 RAW depth 1 [1, 15] (1) (3) (5) (7) (9) (11) (13) (15)
            1 -> 0 WAR depth 1 [1, 15] (1) (3) (5) (7) (9) (11) (13) (15)
        "#]],
    );
}

#[test]
fn steps_start_at_the_lower_bound() {
    check(
        "affine.for %i = %N to 100 step 3 { affine.store %x, %B[%i] : memref<100xf32>
           %v = affine.load %B[%i - 1] : memref<100xf32> }",
        expect![""],
    );
}

#[test]
fn else_regions_run_where_the_condition_fails() {
    check(
        "affine.for %i = 0 to 20 {
           affine.if affine_set<(d0) : (d0 - 10 >= 0)>(%i) { affine.store %x, %B[%i] : memref<100xf32> }
           else { %v = affine.load %B[%i + 10] : memref<100xf32> }
         }",
        expect![[r#"
            1 -> 0 WAR depth 1 [10, 10] (10)
        "#]],
    );
}

#[test]
fn vector_lanes_are_touched() {
    check(
        "affine.for %i = 0 to 8 {
           %v = affine.vector_load %B[4 * %i] : memref<100xf32>, vector<4xf32>
           affine.store %x, %B[4 * %i + 7] : memref<100xf32>
         }",
        expect![[r#"
            1 -> 0 RAW depth 1 [1, 1] (1)
        "#]],
    );
}

#[test]
fn products_of_symbols_are_unknown() {
    check(
        "affine.for %i = 0 to 8 {
           affine.store %x, %B[%i * symbol(%N)] : memref<100xf32>
         }",
        expect![[r#"
            0 -> 0 WAW depth 1 [*, *] unknown: a product of two variables is not affine
        "#]],
    );
}

#[test]
fn casts_may_alias() {
    check(
        "%C = memref.cast %B : memref<100xf32> to memref<?xf32>
         affine.for %i = 0 to 8 {
           affine.store %x, %B[%i] : memref<100xf32>
           %v = affine.load %C[%i] : memref<?xf32>
         }",
        expect![[r#"
            0 -> 1 RAW depth 1 [*, *] unknown: `%B` and `%C` may be the same memory
            1 -> 0 WAR depth 1 [*, *] unknown: `%C` and `%B` may be the same memory
        "#]],
    );
}

#[test]
fn other_loops_repeat_in_an_order_that_is_not_analysed() {
    check(
        "%c0 = arith.constant 0 : index
         %c1 = arith.constant 1 : index
         scf.for %k = %c0 to %N step %c1 {
           %v = affine.load %B[0] : memref<100xf32>
           affine.store %v, %B[0] : memref<100xf32>
         }",
        expect![[r#"
            0 -> 1 WAR depth 1 [1, *]
            0 -> 1 WAR depth 2 [0, 0] (0)
            1 -> 0 RAW depth 1 [1, *]
            1 -> 1 WAW depth 1 [1, *]
        "#]],
    );
}

#[test]
fn quotients_that_cancel_out_cost_nothing() {
    check(
        "affine.for %i = 0 to 4 {
           affine.for %j = max affine_map<(d0) -> (d0 - 2, 1)>(%i) to 5 {
             affine.store %x, %A[(%i + 1) mod 2 + (%i floordiv 3) * 0, (-%j) ceildiv 3 + (%j floordiv 2) * 0] : memref<100x100xf32>
           }
         }",
        expect![[r#"
            0 -> 0 WAW depth 1 [2, 2][-1, 1] (2,-1) (2,0) (2,1)
            0 -> 0 WAW depth 2 [0, 0][1, 1] (0,1)
        "#]],
    );
}

#[test]
fn a_loop_without_its_induction_variable() {
    check(
        r#""affine.for"() <{lowerBoundMap = affine_map<() -> (0)>, operandSegmentSizes = array<i32: 0, 0, 0>, step = 1 : index, upperBoundMap = affine_map<() -> (8)>}> ({
             affine.store %x, %B[0] : memref<100xf32>
             %v = affine.load %B[0] : memref<100xf32>
             "affine.yield"() : () -> ()
           }) : () -> ()"#,
        expect![[r#"
            0 -> 1 RAW depth 1  unknown: an induction variable is missing, or used outside its loop
        "#]],
    );
}

#[test]
fn large_coefficients_do_not_overflow() {
    check(
        "affine.for %i = 0 to 9223372036854775807 {
           affine.store %x, %B[%i * 4611686018427387904] : memref<100xf32>
           %v = affine.load %B[%i * 4611686018427387904 + 9223372036854775807] : memref<100xf32>
         }",
        expect![""],
    );
}

#[test]
fn a_transfer_of_symbolic_length_between_nested_quotients() {
    let text = "func.func @f(%D: memref<4x3xf32, 1>, %A: memref<100x100xf32>, %T: memref<1xi32>, %N: index, %M: index) {
      affine.if affine_set<()[s0, s1] : (s0 >= 0, 3 - s0 >= 0, s1 + 1 >= 0, 1 - s1 >= 0)>()[%N, %M] {
        affine.for %i = affine_map<()[s0] -> ((s0 + 1) mod 2 - 2)>()[%N] to affine_map<()[s0] -> ((s0 + 1) mod 2 + 1)>()[%N] {
          affine.for %j = -1 to min affine_map<(d0) -> ((d0 floordiv 2) * -4, 2)>(%i) {
            affine.for %k = affine_map<(d0)[s0] -> ((s0 floordiv 2) * -2 + (d0 floordiv 2) * -2 - 2)>(%i)[%N] to affine_map<(d0)[s0] -> ((s0 floordiv 2) * -2 + (d0 floordiv 2) * -2 - 1)>(%i)[%N] {
              %a = affine.min affine_map<(d0) -> ((d0 floordiv 2) * -2 - 2, (d0 floordiv 4) * -2 + (d0 + 1) mod 2 - 2)>(%i)
              affine.dma_start %A[0, 0], %D[(%i floordiv 2) * -2 + (%a floordiv 2) * -2 - 2, (symbol(%N) floordiv 2) * -2 - 2], %T[0], %N : memref<100x100xf32>, memref<4x3xf32, 1>, memref<1xi32>
            }
          }
        }
      }
      return
    }";
    assert_eq!(render(text), executed(text));
    assert!(!render(text).contains("unknown"));
}

proptest! {
    /// Every dependence, range and distance equals what running the program shows.
    #[test]
    fn random_programs_agree_with_their_execution(text in program()) {
        prop_assert_eq!(render(&text), executed(&text), "{}", text);
    }
}

#[test]
fn memory_of_one_iteration_carries_nothing() {
    let body = "
  affine.for %i = 0 to 8 {
    %t = memref.alloca() : memref<4xf32>
    affine.for %j = 0 to 4 {
      affine.store %x, %t[%j] : memref<4xf32>
    }
    %w = affine.load %t[0] : memref<4xf32>
    affine.store %w, %t[3] : memref<4xf32>
  }";
    check(
        body,
        expect![[r#"
        0 -> 1 RAW depth 2 [0, 0] (0)
        0 -> 2 WAW depth 2 [0, 0] (0)
    "#]],
    );
}

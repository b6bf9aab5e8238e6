//! Loops, accesses and conditions of other dialects: what is followed, and why not where it is not.

use super::tests::render;
use expect_test::{Expect, expect};

/// What depends on what in a body, in which constants have names.
#[track_caller]
fn check(body: &str, expected: Expect) {
    expected.assert_eq(&render(&format!(
        "func.func @f(%A: memref<100xf32>, %x: f32, %n: index, %s: index, %w: i32, %b: i1, %I: memref<9xindex>) {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c10 = arith.constant 10 : index
  %z = arith.constant 0 : i32
  %o = arith.constant 1 : i32
{body}
  return
}}"
    )));
}

/// A store at a subscript that is computed by `operation` (as `%t`) from `%i`, which runs over `bounds`.
#[track_caller]
fn check_subscript(bounds: &str, operation: &str, expected: Expect) {
    check(
        &format!(
            "scf.for %i = {bounds} step %c1 {{\n{operation}\nmemref.store %x, %A[%t] : memref<100xf32>\n}}"
        ),
        expected,
    );
}

#[test]
fn a_loop_of_values() {
    check(
        "scf.for %i = %c1 to %n step %c2 {
           %p = arith.subi %i, %c1 : index
           %v = memref.load %A[%p] : memref<100xf32>
           %q = arith.addi %i, %c1 : index
           memref.store %v, %A[%q] : memref<100xf32>
         }",
        expect![[r#"
            1 -> 0 RAW depth 1 [2, 2] (2)
        "#]],
    );
}

#[test]
fn parallel_loops_and_mixed_bounds() {
    check(
        "scf.parallel (%i) = (%c0) to (%c10) step (%c1) { memref.store %x, %A[%c0] : memref<100xf32> }
         scf.forall (%i, %j) = (0, %c1) to (%n, 4) step (1, 2) { memref.store %x, %A[%j] : memref<100xf32> }",
        expect![[r#"
            0 -> 0 WAW depth 1 [1, 9] (1) (2) (3) (4) (5) (6) (7) (8) (9)
            1 -> 1 WAW depth 1 [1, *][0, 0]
        "#]],
    );
}

#[test]
fn a_step_that_is_no_constant_may_carry() {
    check(
        "scf.for %i = %c0 to %n step %s { memref.store %x, %A[%c0] : memref<100xf32> }",
        expect![[r#"
            0 -> 0 WAW depth 1 [*, *] unknown: the step `%s` is not a constant
        "#]],
    );
}

#[test]
fn what_a_step_that_is_no_constant_cannot_reach_is_independent() {
    check("scf.for %i = %c0 to %n step %s { memref.store %x, %A[%i] : memref<100xf32> }", expect![[r#""#]]);
    check(
        "scf.for %i = %c0 to %n step %s {
           %v = memref.load %A[%i] : memref<100xf32>
           %j = arith.addi %i, %c1 : index
           memref.store %v, %A[%j] : memref<100xf32>
         }",
        expect![[r#"
            1 -> 0 RAW depth 1 [*, *] unknown: the step `%s` is not a constant
        "#]],
    );
    check(
        "scf.for %t = %c0 to %n step %c1 {
           scf.for %i = %c0 to %n step %s {
             %v = memref.load %A[%i] : memref<100xf32>
             memref.store %v, %A[%i] : memref<100xf32>
           }
         }",
        expect![[r#"
            0 -> 1 WAR depth 1 [*, *][*, *] unknown: the step `%s` is not a constant
            1 -> 0 RAW depth 1 [*, *][*, *] unknown: the step `%s` is not a constant
            1 -> 1 WAW depth 1 [*, *][*, *] unknown: the step `%s` is not a constant
        "#]],
    );
}

/// Between the first and the value there may be any number of iterations.
#[test]
fn what_is_carried_by_steps_that_are_no_constant_counts_iterations() {
    check(
        "%e = scf.for %i = %c0 to %n step %s iter_args(%j = %c0) -> (index) {
           memref.store %x, %A[%j] : memref<100xf32>
           %k = arith.addi %j, %c1 : index
           scf.yield %k : index
         }",
        expect![[""]],
    );
}

#[test]
fn a_bound_from_memory_is_left_out() {
    check(
        "%u = memref.load %I[%c0] : memref<9xindex>
         scf.for %j = %c0 to %c2 step %c1 {
           %l = memref.load %I[%j] : memref<9xindex>
           scf.for %i = %l to %u step %c1 { memref.store %x, %A[%i] : memref<100xf32> }
         }",
        expect![[r#"
            2 -> 2 WAW depth 1 [*, *][*, *] unknown: `%l` is not affine in the loops around it
        "#]],
    );
}

#[test]
fn unsigned_bounds_count_where_they_are_not_negative() {
    check(
        "scf.for unsigned %i = %c0 to %c10 step %c1 { memref.store %x, %A[%c0] : memref<100xf32> }",
        expect![[r#"
        0 -> 0 WAW depth 1 [1, 9] (1) (2) (3) (4) (5) (6) (7) (8) (9)
    "#]],
    );
    check(
        "scf.for unsigned %i = %c0 to %n step %c1 { memref.store %x, %A[%c0] : memref<100xf32> }",
        expect![[r#"
        0 -> 0 WAW depth 1 [*, *] unknown: its bounds may be negative and are compared as unsigned numbers
    "#]],
    );
}

#[test]
fn division_toward_zero_makes_two_cases() {
    let below = "%m = arith.subi %i, %c3 : index\n";
    let store =
        |operation: &str| format!("{below}%d = {operation} %m, %c2 : index\n%t = arith.addi %d, %c3 : index");
    check_subscript(
        "%c0 to %c10",
        &store("arith.divsi"),
        expect![[r#"
        0 -> 0 WAW depth 1 [1, 2] (1) (2)
    "#]],
    );
    check_subscript(
        "%c0 to %c10",
        &store("arith.floordivsi"),
        expect![[r#"
        0 -> 0 WAW depth 1 [1, 1] (1)
    "#]],
    );
    check_subscript(
        "%c0 to %c10",
        &store("arith.remsi"),
        expect![[r#"
        0 -> 0 WAW depth 1 [2, 8] (2) (4) (6) (8)
    "#]],
    );
    check_subscript(
        "%c0 to %c10",
        &store("arith.divui"),
        expect![[r#"
        0 -> 0 WAW depth 1 [*, *] unknown: `arith.divui` of a number that may be negative
    "#]],
    );
    check_subscript(
        "%c3 to %c10",
        &store("arith.divui"),
        expect![[r#"
        0 -> 0 WAW depth 1 [1, 1] (1)
    "#]],
    );
}

#[test]
fn numbers_of_few_bits_may_wrap() {
    let body = |flags: &str| {
        format!(
            "scf.for %i = %z to %w step %o : i32 {{
               %j = arith.addi %i, %w {flags}: i32
               %t = arith.index_cast %j : i32 to index
               memref.store %x, %A[%t] : memref<100xf32>
             }}"
        )
    };
    check(
        &body(""),
        expect![[r#"
        0 -> 0 WAW depth 1 [*, *] unknown: `%j` may wrap: it has 32 bits and no `nsw`
    "#]],
    );
    check(&body("overflow<nsw> "), expect![[""]]);
    check(
        "scf.for %i = %z to %w step %o : i32 {
           %p = arith.subi %i, %o : i32
           %t = arith.index_cast %p : i32 to index
           memref.store %x, %A[%t] : memref<100xf32>
         }",
        expect![[""]],
    );
}

#[test]
fn conditions_of_comparisons() {
    let body = |condition: &str| {
        format!(
            "scf.for %i = %c0 to %c10 step %c1 {{
               %l = arith.cmpi slt, %i, %c3 : index
               %g = arith.cmpi sge, %i, %c2 : index
               %true = arith.constant true
               {condition}
               scf.if %c {{
                 memref.store %x, %A[%c0] : memref<100xf32>
               }} else {{
                 memref.store %x, %A[%c1] : memref<100xf32>
               }}
             }}"
        )
    };
    check(
        &body("%c = arith.andi %l, %g : i1"),
        expect![[r#"
        1 -> 1 WAW depth 1 [1, 9] (1) (2) (3) (4) (5) (6) (7) (8) (9)
    "#]],
    );
    check(
        &body("%c = arith.ori %l, %g : i1"),
        expect![[r#"
        0 -> 0 WAW depth 1 [1, 9] (1) (2) (3) (4) (5) (6) (7) (8) (9)
    "#]],
    );
    check(
        &body("%c = arith.xori %l, %true : i1"),
        expect![[r#"
        0 -> 0 WAW depth 1 [1, 6] (1) (2) (3) (4) (5) (6)
        1 -> 1 WAW depth 1 [1, 2] (1) (2)
    "#]],
    );
    // What is not known restricts nothing.
    check(
        &body("%c = arith.andi %l, %b : i1"),
        expect![[r#"
        0 -> 0 WAW depth 1 [1, 2] (1) (2)
        1 -> 1 WAW depth 1 [1, 9] (1) (2) (3) (4) (5) (6) (7) (8) (9)
    "#]],
    );
}

#[test]
fn values_that_a_loop_hands_on() {
    check(
        "%r = scf.for %i = %c0 to %c10 step %c2 iter_args(%j = %c3) -> index {
           memref.store %x, %A[%j] : memref<100xf32>
           memref.store %x, %A[%i] : memref<100xf32>
           %k = arith.addi %j, %c3 : index
           scf.yield %k : index
         }",
        expect![[r#"
            0 -> 1 WAW depth 1 [4, 4] (4)
        "#]],
    );
}

#[test]
fn loops_that_a_condition_ends() {
    check(
        "%r:3 = scf.while (%u = %x, %k = %c0, %h = %c3) : (f32, index, index) -> (index, index, f32) {
           %g = arith.cmpi sgt, %n, %k : index
           scf.condition(%g) %h, %k, %u : index, index, f32
         } do {
         ^bb0(%j: index, %i: index, %v: f32):
           memref.store %v, %A[%j] : memref<100xf32>
           memref.store %v, %A[%i] : memref<100xf32>
           %l = arith.addi %j, %c3 : index
           %next = arith.addi %c2, %i : index
           %y = arith.addf %v, %x : f32
           scf.yield %y, %next, %l : f32, index, index
         }",
        expect![[r#"
            0 -> 1 WAW depth 1 [4, *]
        "#]],
    );
}

#[test]
fn copies_and_atomic_updates() {
    check(
        "%B = memref.alloc() : memref<100xf32>
         scf.for %i = %c0 to %c10 step %c1 {
           %o2 = memref.atomic_rmw addf %x, %A[%i] : (f32, memref<100xf32>) -> f32
           memref.copy %A, %B : memref<100xf32> to memref<100xf32>
         }",
        expect![[r#"
            0 -> 1 WAR depth 2 [0, 0] (0)
            1 -> 2 RAW depth 1 [1, 9] (1) (2) (3) (4) (5) (6) (7) (8) (9)
            1 -> 2 RAW depth 2 [0, 0] (0)
            2 -> 1 WAR depth 1 [1, 9] (1) (2) (3) (4) (5) (6) (7) (8) (9)
            3 -> 3 WAW depth 1 [1, 9] (1) (2) (3) (4) (5) (6) (7) (8) (9)
        "#]],
    );
}

#[test]
fn masked_lanes_touch_a_box_at_most() {
    check(
        "%m = vector.create_mask %n : vector<4xi1>
         %p = arith.constant dense<0.0> : vector<4xf32>
         scf.for %i = %c0 to %c10 step %c2 {
           %v = vector.maskedload %A[%i], %m, %p : memref<100xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
           %q = arith.addi %i, %c10 : index
           vector.maskedstore %A[%q], %m, %v : memref<100xf32>, vector<4xi1>, vector<4xf32>
           vector.transfer_write %v, %A[%q], %m : vector<4xf32>, memref<100xf32>
         }",
        expect![[r#"
            1 -> 0 RAW depth 1 [8, 8] (8)
            1 -> 1 WAW depth 1 [2, 2] (2)
            1 -> 2 WAW depth 1 [2, 2] (2)
            1 -> 2 WAW depth 2 [0, 0] (0)
            2 -> 0 RAW depth 1 [8, 8] (8)
            2 -> 1 WAW depth 1 [2, 2] (2)
            2 -> 2 WAW depth 1 [2, 2] (2)
        "#]],
    );
}

#[test]
fn lanes_with_an_index_each_are_unknown() {
    check(
        "%m = vector.create_mask %n : vector<4xi1>
         %p = arith.constant dense<0.0> : vector<4xf32>
         %I4 = vector.step : vector<4xindex>
         %v = vector.gather %A[%c0] [%I4], %m, %p : memref<100xf32>, vector<4xindex>, vector<4xi1>, vector<4xf32> into vector<4xf32>
         memref.store %x, %A[%c10] : memref<100xf32>",
        expect![[r#"
            ? 0: `vector.gather` may touch any element of `%A`
        "#]],
    );
}

#[test]
fn lanes_go_along_the_dimensions_of_a_permutation() {
    check(
        "%B = memref.alloc() : memref<8x8xf32>
         %v = vector.transfer_read %B[%c0, %c0], %x {in_bounds = [true, true], permutation_map = affine_map<(a, b) -> (b, a)>} : memref<8x8xf32>, vector<2x4xf32>
         memref.store %x, %B[%c3, %c1] : memref<8x8xf32>
         memref.store %x, %B[%c1, %c3] : memref<8x8xf32>
         %w = vector.transfer_read %B[%c1, %c2], %x {in_bounds = [true], permutation_map = affine_map<(a, b) -> (0)>} : memref<8x8xf32>, vector<4xf32>",
        expect![[r#"
            0 -> 1 WAR depth 1 
        "#]],
    );
}

#[test]
fn vectors_touch_boxes_where_nothing_masks_them() {
    check(
        "%v = vector.transfer_read %A[%c0], %x {in_bounds = [true]} : memref<100xf32>, vector<4xf32>
         vector.store %v, %A[%c3] : memref<100xf32>, vector<4xf32>
         vector.transfer_write %v, %A[%n] : vector<4xf32>, memref<100xf32>",
        expect![[r#"
            0 -> 1 WAR depth 1 
            0 -> 2 WAR depth 1 
            1 -> 2 WAW depth 1 
        "#]],
    );
    // The loop tells that all lanes are inside.
    check(
        "affine.for %i = 0 to 100 step 4 {
           %v = vector.transfer_read %A[%i], %x : memref<100xf32>, vector<4xf32>
           vector.transfer_write %v, %A[%i] : vector<4xf32>, memref<100xf32>
         }",
        expect![[r#"
            0 -> 1 WAR depth 2 [0, 0] (0)
        "#]],
    );
    // The last iteration leaves it.
    check(
        "affine.for %i = 0 to 101 step 4 {
           %v = vector.transfer_read %A[%c0], %x : memref<100xf32>, vector<4xf32>
           vector.transfer_write %v, %A[%i] : vector<4xf32>, memref<100xf32>
         }",
        expect![[r#"
            0 -> 1 WAR depth 2 [0, 0] (0)
            1 -> 0 RAW depth 1 [4, 100]
        "#]],
    );
}

#[test]
fn long_chains_of_selections_end() {
    let mut body = String::from("%v0 = arith.addi %n, %c1 : index\n");
    for at in 0..5_000 {
        body += &format!(
            "%b{at} = arith.cmpi slt, %v{at}, %n : index\n%v{} = arith.select %b{at}, %v{at}, %n : index\n",
            at + 1
        );
    }
    body += "scf.for %i = %c0 to %c10 step %c1 {
      %t = arith.addi %i, %v5000 : index
      memref.store %x, %A[%t] : memref<100xf32>
    }";
    check(&body, expect![[""]]);
}

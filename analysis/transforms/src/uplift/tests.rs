use crate::loop_tests::check_action;
use expect_test::{Expect, expect};

fn check(text: &str, expected: Expect) {
    check_action(super::KIND, text, expected);
}

#[test]
fn statements_stay_and_the_sum_goes() {
    check(
        "func.func @f(%A: memref<?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  <|>%r = scf.while (%k = %c0) : (index) -> index { // counts
    %b = arith.cmpi slt, %k, %n : index
    scf.condition(%b) %k : index
  } do {
  ^bb0(%i: index):
    // a statement
    %v = memref.load %A[%i] : memref<?xf32>
    memref.store %v, %A[%i] : memref<?xf32>
    %next = arith.addi %i, %c1 : index
    scf.yield %next : index
  } attributes {kept}
  return
}
",
        expect![[r#"
            // Count by scf.for %i
            func.func @f(%A: memref<?xf32>, %n: index) {
              %c0 = arith.constant 0 : index
              %c1 = arith.constant 1 : index
              // counts
              scf.for %i = %c0 to %n step %c1 {
                // a statement
                %v = memref.load %A[%i] : memref<?xf32>
                memref.store %v, %A[%i] : memref<?xf32>
              } {kept}
              return
            }
        "#]],
    );
}

#[test]
fn carried_values_in_another_order() {
    check(
        "func.func @f(%x: f32, %y: i64, %n: i32) -> (i64, f32, i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  <|>%r:3 = scf.while (%k = %c0, %a = %x, %e = %y) : (i32, f32, i64) -> (i64, i32, f32) {
    %b = arith.cmpi ugt, %n, %k : i32
    scf.condition(%b) %e, %k, %a : i64, i32, f32
  } do {
  ^bb0(%d: i64, %i: i32, %s: f32):
    %t = arith.addf %s, %s : f32
    %next = arith.addi %c1, %i : i32
    %u = arith.extui %next : i32 to i64
    scf.yield %next, %t, %u : i32, f32, i64
  }
  return %r#0, %r#2, %r#1 : i64, f32, i32
}
",
        expect![[r#"
            // Count by scf.for %i
            func.func @f(%x: f32, %y: i64, %n: i32) -> (i64, f32, i32) {
              %c0 = arith.constant 0 : i32
              %c1 = arith.constant 1 : i32
              %r:2 = scf.for unsigned %i = %c0 to %n step %c1 iter_args(%d = %y, %s = %x) -> (i64, f32) : i32 {
                %t = arith.addf %s, %s : f32
                %next = arith.addi %c1, %i : i32
                %u = arith.extui %next : i32 to i64
                scf.yield %u, %t : i64, f32
              }
              %r_0 = arith.maxui %c0, %n : i32
              return %r#0, %r#1, %r_0 : i64, f32, i32
            }
        "#]],
    );
}

#[test]
fn loops_that_do_not_count() {
    let refused = |body: &str, expected: Expect| {
        check(
            &format!(
                "func.func @f(%n: index, %m: i8, %c: i8) -> index {{
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
{body}
  return %c0 : index
}}
"
            ),
            expected,
        );
    };
    // Its last value is not the bound.
    refused(
        "  <|>%r = scf.while (%k = %c0) : (index) -> index {
    %b = arith.cmpi slt, %k, %n : index
    scf.condition(%b) %k : index
  } do {
  ^bb0(%i: index):
    %next = arith.addi %i, %c2 : index
    scf.yield %next : index
  }
  %s = arith.addi %r, %r : index",
        expect![[r#"
            refused: %r is used after it, and the step is not 1
        "#]],
    );
    refused(
        "  <|>%r = scf.while (%k = %c0) : (index) -> index {
    %b = arith.cmpi ne, %k, %n : index
    scf.condition(%b) %k : index
  } do {
  ^bb0(%i: index):
    %next = arith.addi %i, %c2 : index
    scf.yield %next : index
  }",
        expect![[r#"
            refused: its condition is not that a carried value is less than one from outside
        "#]],
    );
    refused(
        "  %two = arith.constant 2 : i8
  <|>%r = scf.while (%k = %m) : (i8) -> i8 {
    %b = arith.cmpi slt, %k, %c : i8
    scf.condition(%b) %k : i8
  } do {
  ^bb0(%i: i8):
    %next = arith.addi %i, %two : i8
    scf.yield %next : i8
  }",
        expect![[r#"
            refused: numbers of type i8 may wrap before they reach the bound
        "#]],
    );
    refused(
        "  <|>%r = scf.while (%k = %c0) : (index) -> index {
    %b = arith.cmpi slt, %k, %n : index
    scf.condition(%b) %k : index
  } do {
  ^bb0(%i: index):
    %next = arith.addi %i, %n : index
    scf.yield %next : index
  }",
        expect![[r#"
            refused: the step is not a positive constant from outside
        "#]],
    );
}

#[test]
fn loops_in_loops() {
    check(
        "func.func @f(%A: memref<?x?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.while (%k = %c0) : (index) -> index {
    %b = arith.cmpi slt, %k, %n : index
    scf.condition(%b) %k : index
  } do {
  ^bb0(%i: index):
    <|>%e, %d = scf.while (%k = %c0, %l = %c1) : (index, index) -> (index, index) {
      %b = arith.cmpi slt, %k, %i : index
      scf.condition(%b) %l, %k : index, index
    } do {
    ^bb0(%l: index, %j: index):
      %v = memref.load %A[%i, %j] : memref<?x?xf32>
      memref.store %v, %A[%l, %j] : memref<?x?xf32>
      %next = arith.addi %j, %c1 : index
      scf.yield %next, %j : index, index
    }
    %next = arith.addi %e, %c1 : index
    scf.yield %next : index
  }
  return
}
",
        expect![[r#"
            // Count by scf.for %j
            func.func @f(%A: memref<?x?xf32>, %n: index) {
              %c0 = arith.constant 0 : index
              %c1 = arith.constant 1 : index
              scf.while (%k = %c0) : (index) -> index {
                %b = arith.cmpi slt, %k, %n : index
                scf.condition(%b) %k : index
              } do {
              ^bb0(%i: index):
                %e = scf.for %j = %c0 to %i step %c1 iter_args(%l = %c1) -> (index) {
                  %v = memref.load %A[%i, %j] : memref<?x?xf32>
                  memref.store %v, %A[%l, %j] : memref<?x?xf32>
                  scf.yield %j : index
                }
                %next = arith.addi %e, %c1 : index
                scf.yield %next : index
              }
              return
            }
        "#]],
    );
}

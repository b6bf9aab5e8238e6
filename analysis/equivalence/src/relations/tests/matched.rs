//! The statements that a proof relates.

use expect_test::{Expect, expect};

use super::{EFFORT, comparison};
use crate::Effort;

const PRODUCTS: &str = "func.func @f(%A: memref<?x64xi32>, %n: index) {
  affine.for %i = 0 to %n {
    affine.for %j = 0 to 64 {
      %a = affine.load %A[%i, %j] : memref<?x64xi32>
      %b = arith.muli %a, %a : i32
      %c = arith.xori %b, %a : i32
      affine.store %c, %A[%i, %j] : memref<?x64xi32>
    }
  }
  return
}
";

/// A line for each pair: the names of both operations and the relation.
#[track_caller]
fn check(after: &str, expected: Expect) {
    let found = comparison(PRODUCTS, after, Effort { lists_matches: true, ..EFFORT });
    let lines = found.matched.iter().map(|it| {
        let relation = it.relation.join(", ");
        format!("{} {}: {relation}\n", it.before.name, it.after.name)
    });
    expected.assert_eq(&lines.collect::<String>());
}

#[test]
fn backwards() {
    check(
        &PRODUCTS.replace("[%i, %j]", "[%i, 63 - %j]"),
        expect![[r#"
        arith.muli arith.muli: i = i', j + j' = 63
        arith.xori arith.xori: i = i', j + j' = 63
    "#]],
    );
}

#[test]
fn other_loops() {
    let tiled = PRODUCTS
        .replace("affine.for %j = 0 to 64 {", "affine.for %t = 0 to 4 {\naffine.for %p = 0 to 16 {")
        .replace("%i, %j]", "%i, %t * 16 + %p]")
        .replace("    }\n", "    }\n}\n");
    check(
        &tiled,
        expect![[r#"
        arith.muli arith.muli: i = i', j = 16t' + p'
        arith.xori arith.xori: i = i', j = 16t' + p'
    "#]],
    );
}

#[test]
fn lanes_of_vectors() {
    let vectors = PRODUCTS
        .replace("affine.for %j = 0 to 64 {", "affine.for %j = 0 to 64 step 8 {")
        .replace(
            "affine.load %A[%i, %j] : memref<?x64xi32>",
            "affine.vector_load %A[%i, %j] : memref<?x64xi32>, vector<8xi32>",
        )
        .replace(
            "affine.store %c, %A[%i, %j] : memref<?x64xi32>",
            "affine.vector_store %c, %A[%i, %j] : memref<?x64xi32>, vector<8xi32>",
        )
        .replace(" : i32", " : vector<8xi32>");
    check(
        &vectors,
        expect![[r#"
        arith.muli arith.muli: i = i', j = j' + lane0'
        arith.xori arith.xori: i = i', j = j' + lane0'
    "#]],
    );
}

#[test]
fn nothing_is_listed_of_what_differs_or_unasked() {
    check(&PRODUCTS.replace("0 to 64", "0 to 63"), expect![[""]]);
    assert_eq!(comparison(PRODUCTS, &PRODUCTS.replace("[%i, %j]", "[%i, 63 - %j]"), EFFORT).matched, []);
}

//! Names, comments and layout after the fixes of warnings and hints.

use expect_test::{Expect, expect};
use ir::affine::{AffineMap, lower_map};
use syntax::ast::{self, AstNode};

/// The text after the fix of the first finding with this code, if it has one.
fn fixed(code: &str, text: &str) -> Option<String> {
    let mut host = fixture::host();
    let file = host.add_file(text);
    let found = host.analysis().diagnostics_with_fixes(file);
    let finding = found.iter().find(|it| it.code == code).unwrap();
    let mut edits = finding.fixes.first()?.edits.clone();
    edits.sort_by_key(|it| (it.range.start(), it.range.end()));
    Some(edits.iter().rev().fold(text.to_owned(), |text, edit| edit.apply(&text)))
}

#[track_caller]
fn check(code: &str, text: &str, expected: Expect) {
    expected.assert_eq(&fixed(code, text).unwrap_or_else(|| "no fix".to_owned()));
}

#[test]
fn a_comment_behind_a_deleted_statement_goes_with_it() {
    check(
        "dead-store",
        "func.func @f(%m: memref<8xf32>, %a: f32) {
  // Cleared first.
  affine.store %a, %m[0] : memref<8xf32> // zero
  affine.store %a, %m[0] : memref<8xf32> // one
  return
}",
        expect![[r#"
            func.func @f(%m: memref<8xf32>, %a: f32) {
              // Cleared first.
              affine.store %a, %m[0] : memref<8xf32> // one
              return
            }"#]],
    );
}

#[test]
fn a_block_that_may_have_to_hold_something_is_not_emptied() {
    check(
        "unused-pure-result",
        "\"test.one\"() ({\n  %0 = arith.constant 3 : i32\n}) : () -> ()",
        expect!["no fix"],
    );
    check(
        "unused-pure-result",
        "affine.for %i = 0 to 8 {
  %0 = arith.constant 3 : i32
}",
        expect![[r#"
            affine.for %i = 0 to 8 {
            }"#]],
    );
}

#[test]
fn a_branch_keeps_its_comments_and_its_names_clash_with_nothing() {
    check(
        "condition-always-true",
        "func.func @f(%m: memref<8xf32>, %v: f32) {
  affine.for %i = 0 to 8 {
    affine.if affine_set<(d0) : (d0 >= 0)>(%i) { // every row
      // Read.
      %x = affine.load %m[%i] : memref<8xf32> // one
      affine.store %x, %m[7 - %i] : memref<8xf32>
      // Done.
    } else {
      affine.store %v, %m[0] : memref<8xf32>
    }
    %x = arith.addf %v, %v : f32
    affine.store %x, %m[%i] : memref<8xf32>
  }
  return
}",
        expect![[r#"
            func.func @f(%m: memref<8xf32>, %v: f32) {
              affine.for %i = 0 to 8 {
                // every row
                // Read.
                %x_0 = affine.load %m[%i] : memref<8xf32> // one
                affine.store %x_0, %m[7 - %i] : memref<8xf32>
                // Done.
                %x = arith.addf %v, %v : f32
                affine.store %x, %m[%i] : memref<8xf32>
              }
              return
            }"#]],
    );
}

#[test]
fn results_behind_the_removed_one_move_up() {
    check(
        "iter-arg-never-updated",
        "func.func @f(%zero: f32, %n: index) -> f32 {
  %r:3 = affine.for %i = 0 to 8 iter_args(%b = %n, %a = %zero, %c = %zero) -> (index, f32, f32) {
    %s = arith.addf %a, %c : f32
    affine.yield %b, %s, %a : index, f32, f32
  }
  \"use.value\"(%r#0, %r, %r#2) : (index, index, f32) -> ()
  return %r#1 : f32
}",
        expect![[r#"
            func.func @f(%zero: f32, %n: index) -> f32 {
              %r:2 = affine.for %i = 0 to 8 iter_args(%a = %zero, %c = %zero) -> (f32, f32) {
                %s = arith.addf %a, %c : f32
                affine.yield %s, %a : f32, f32
              }
              "use.value"(%n, %n, %r#1) : (index, index, f32) -> ()
              return %r#0 : f32
            }"#]],
    );
}

#[test]
fn the_only_carried_value_takes_the_clauses_with_it() {
    check(
        "iter-arg-never-updated",
        "func.func @f(%zero: f32) -> f32 {
  %r = affine.for %i = 0 to 8 iter_args(%a = %zero) -> (f32) {
    \"use.value\"(%a) : (f32) -> ()
    affine.yield %a : f32
  }
  return %r : f32
}",
        expect![[r#"
            func.func @f(%zero: f32) -> f32 {
              affine.for %i = 0 to 8 {
                "use.value"(%zero) : (f32) -> ()
              }
              return %zero : f32
            }"#]],
    );
}

#[test]
fn a_comment_says_that_something_is_to_come() {
    check(
        "empty-affine-region",
        "func.func @f() {
  affine.for %i = 0 to 8 {
    // To be written.
  }
  return
}",
        expect!["no fix"],
    );
}

#[test]
fn a_dimension_is_not_made_of_a_symbol_of_the_list() {
    // As `%n + %i * symbol(%n)` the product would be one of dimensions.
    check(
        "identity-map",
        "func.func @f(%n: index, %m: memref<?xf32>) {
  affine.for %i = 0 to 8 {
    %0 = affine.apply affine_map<()[s0] -> (s0)>()[%n]
    %x = affine.load %m[%0 + %i * symbol(%n)] : memref<?xf32>
  }
  return
}",
        expect!["no fix"],
    );
}

#[test]
fn a_negative_number_is_no_divisor() {
    check(
        "constant-bound-operand",
        "func.func @f(%n: index) -> index {
  %c = arith.constant -2 : index
  %0 = affine.apply affine_map<(d0)[s0] -> (d0 floordiv s0)>(%n)[%c]
  return %0 : index
}",
        expect!["no fix"],
    );
}

#[test]
fn the_generic_form_writes_names_otherwise() {
    check(
        "single-result-minmax",
        "func.func @f(%n: index) -> index {
  %0 = \"affine.min\"(%n) {map = affine_map<(d0) -> (d0 + 1)>} : (index) -> index
  return %0 : index
}",
        expect!["no fix"],
    );
    check(
        "disjoint-violated",
        "func.func @f(%i: index) -> index {
  %c8 = arith.constant 8 : index
  %0 = \"affine.linearize_index\"(%i, %c8) <{disjoint, operandSegmentSizes = array<i32: 2, 0>, static_basis = array<i64: 8>}> : (index, index) -> index
  return %0 : index
}",
        expect!["no fix"],
    );
}

#[test]
fn what_means_the_same_result_stays_so() {
    check(
        "result-number-ignored",
        "func.func @f(%img: memref<8x8xf32>) {
  %0:2 = \"get.point\"() : () -> (index, index)
  %x = affine.load %img[%0#1, %0] : memref<8x8xf32>
  \"use.value\"(%0, %0#0) : (index, index) -> ()
  return
}",
        expect![[r#"
            func.func @f(%img: memref<8x8xf32>) {
              %v0_0, %v0_1 = "get.point"() : () -> (index, index)
              %x = affine.load %img[%v0_1, %v0_1] : memref<8x8xf32>
              "use.value"(%v0_0, %v0_0) : (index, index) -> ()
              return
            }"#]],
    );
}

/// The only map of a text.
fn map(text: &str) -> AffineMap {
    let root = syntax::parse(text).syntax_node();
    lower_map(&root.descendants().find_map(ast::AffineMap::cast).unwrap()).unwrap()
}

#[test]
fn rounding_the_other_way_gives_the_same_numbers() {
    for (operator, rounds_up) in [("floordiv", false), ("ceildiv", true)] {
        let text = format!("#a = affine_map<(d0) -> ((d0 + 1) {operator} -3 mod 4)>");
        let map = map(&fixed("negative-divisor", &text).unwrap());
        for dim in -9..=9_i64 {
            // With a remainder that is not negative the quotient of a negative divisor is rounded up.
            let (up, rest) = ((dim + 1).div_euclid(-3), (dim + 1).rem_euclid(-3));
            let quotient = if rounds_up || rest == 0 { up } else { up - 1 };
            assert_eq!(
                map.results[0].evaluate(&[dim], &[]),
                Some(quotient.rem_euclid(4)),
                "{dim} {operator}"
            );
        }
    }
}

#[test]
fn one_of_several_results_is_named_by_its_number() {
    check(
        "redundant-load",
        "func.func @f(%m: memref<2xi32>, %x: i32, %y: i32) -> i32 {
  affine.for %i = 0 to 4 {
    %r = arith.addi %x, %y : i32
    affine.store %r, %m[1] : memref<2xi32>
  }
  %r:2 = affine.for %i = 0 to 4 iter_args(%a = %x, %b = %y) -> (i32, i32) {
    %s = arith.addi %a, %b : i32
    affine.yield %b, %s : i32, i32
  }
  affine.store %r#1, %m[0] : memref<2xi32>
  %l = affine.load %m[0] : memref<2xi32>
  return %l : i32
}",
        expect![[r#"
            func.func @f(%m: memref<2xi32>, %x: i32, %y: i32) -> i32 {
              affine.for %i = 0 to 4 {
                %r = arith.addi %x, %y : i32
                affine.store %r, %m[1] : memref<2xi32>
              }
              %r:2 = affine.for %i = 0 to 4 iter_args(%a = %x, %b = %y) -> (i32, i32) {
                %s = arith.addi %a, %b : i32
                affine.yield %b, %s : i32, i32
              }
              affine.store %r#1, %m[0] : memref<2xi32>
              return %r#1 : i32
            }"#]],
    );
}

#[test]
fn nothing_is_inserted_where_more_is_missing_than_a_token() {
    for line in [
        "%n = arith.addi %a ? , %a : index",
        "%n = memref.dim %m, %a } : memref<?xf32>",
        "%n:2 = affine.delinearize_index %a into (2{ 8) : index, index",
        "%n = affine.apply affine_map<(d0) -> ((d0 + 1] ceildiv 4)>(%a)",
    ] {
        let text = format!("func.func @f(%a: index, %m: memref<?xf32>) {{\n  {line}\n  return\n}}");
        assert_eq!(fixed("expected-token", &text), None, "{line}");
    }
}

#[test]
fn returned_values_get_their_types() {
    check(
        "expected-token",
        "func.func @f(%a: f32, %b: index) -> (f32, index) {\n  return %a, %b\n}",
        expect![[r#"
            func.func @f(%a: f32, %b: index) -> (f32, index) {
              return %a, %b : f32, index
            }"#]],
    );
}

#[test]
fn a_type_is_written_in_all_uses_that_have_another() {
    let text = |first: &str, other: &str| {
        format!(
            "func.func @f(%m: memref<8xf32>) {{
  %x = affine.load %m[0] : memref<{first}xf32>
  affine.store %x, %m[0] : memref<{other}xf32>
  return
}}"
        )
    };
    for other in ["9", "8"] {
        assert_eq!(fixed("value-type-mismatch", &text("9", other)), Some(text("8", "8")));
    }
    // A conversion before the first use does not help the second.
    let text = "func.func @f(%n: i64, %m: memref<8xf32>) {
  %x = affine.load %m[%n] : memref<8xf32>
  affine.store %x, %m[%n] : memref<8xf32>
  return
}";
    assert_eq!(fixed("value-type-mismatch", text), None);
}

#[test]
fn an_argument_is_not_renamed_in_the_bounds_beside_it() {
    check(
        "region-argument-in-use",
        "func.func @f(%n: index) {
  affine.for %n = affine_map<(d0) -> (d0)>(%n) to 10 {
    \"use.value\"(%n) : (index) -> ()
  }
  return
}",
        expect![[r#"
            func.func @f(%n: index) {
              affine.for %n_0 = affine_map<(d0) -> (d0)>(%n) to 10 {
                "use.value"(%n_0) : (index) -> ()
              }
              return
            }"#]],
    );
}

#[test]
fn what_a_loop_computes_is_yielded() {
    check(
        "yield-missing",
        "func.func @f(%m: memref<8xf32>, %z: f32, %p: f32) -> (f32, f32) {
  %r:2 = affine.for %i = 0 to 8 iter_args(%most = %z, %sum = %z) -> (f32, f32) {
    %v = affine.load %m[%i] : memref<8xf32>
    %s = arith.addf %sum, %v : f32
    %t = arith.maximumf %most, %v : f32
  }
  return %r#0, %r#1 : f32, f32
}",
        expect![[r#"
            func.func @f(%m: memref<8xf32>, %z: f32, %p: f32) -> (f32, f32) {
              %r:2 = affine.for %i = 0 to 8 iter_args(%most = %z, %sum = %z) -> (f32, f32) {
                %v = affine.load %m[%i] : memref<8xf32>
                %s = arith.addf %sum, %v : f32
                %t = arith.maximumf %most, %v : f32
                affine.yield %t, %s : f32, f32
              }
              return %r#0, %r#1 : f32, f32
            }"#]],
    );
}

#[test]
fn a_carried_variable_stays_where_nothing_is_computed_from_it() {
    check(
        "yield-missing",
        "func.func @f(%m: memref<8xf32>, %z: f32) -> (f32, f32) {
  %r:2 = affine.for %i = 0 to 8 iter_args(%first = %z, %sum = %z) -> (f32, f32) {
    %v = affine.load %m[%i] : memref<8xf32>
    %s = arith.addf %sum, %v : f32
    affine.store %first, %m[%i] : memref<8xf32>
  }
  return %r#0, %r#1 : f32, f32
}",
        expect![[r#"
            func.func @f(%m: memref<8xf32>, %z: f32) -> (f32, f32) {
              %r:2 = affine.for %i = 0 to 8 iter_args(%first = %z, %sum = %z) -> (f32, f32) {
                %v = affine.load %m[%i] : memref<8xf32>
                %s = arith.addf %sum, %v : f32
                affine.store %first, %m[%i] : memref<8xf32>
                affine.yield %first, %s : f32, f32
              }
              return %r#0, %r#1 : f32, f32
            }"#]],
    );
}

#[test]
fn a_branch_yields_what_nothing_uses() {
    check(
        "yield-missing",
        "func.func @f(%n: index, %a: f32, %b: f32) -> f32 {
  %r = affine.if affine_set<(d0) : (d0 >= 0)>(%n) -> f32 {
    %x = arith.addf %a, %b : f32
    %y = arith.mulf %x, %x : f32
    %c = arith.constant 1 : i32
  } else {
    affine.yield %a : f32
  }
  return %r : f32
}",
        expect![[r#"
            func.func @f(%n: index, %a: f32, %b: f32) -> f32 {
              %r = affine.if affine_set<(d0) : (d0 >= 0)>(%n) -> f32 {
                %x = arith.addf %a, %b : f32
                %y = arith.mulf %x, %x : f32
                %c = arith.constant 1 : i32
                affine.yield %y : f32
              } else {
                affine.yield %a : f32
              }
              return %r : f32
            }"#]],
    );
}

#[test]
fn a_function_returns_what_nothing_uses() {
    check(
        "missing-terminator",
        "func.func @f(%m: memref<8xf32>, %z: f32) -> f32 {
  %s = affine.for %i = 0 to 8 iter_args(%acc = %z) -> (f32) {
    %v = affine.load %m[%i] : memref<8xf32>
    %t = arith.addf %acc, %v : f32
    affine.yield %t : f32
  }
}",
        expect![[r#"
            func.func @f(%m: memref<8xf32>, %z: f32) -> f32 {
              %s = affine.for %i = 0 to 8 iter_args(%acc = %z) -> (f32) {
                %v = affine.load %m[%i] : memref<8xf32>
                %t = arith.addf %acc, %v : f32
                affine.yield %t : f32
              }
              return %s : f32
            }"#]],
    );
    check(
        "missing-terminator",
        "func.func @f(%a: f32, %b: f32) -> (f32, f32) {
  %x = arith.addf %a, %b : f32
  %y = arith.mulf %a, %b : f32
}",
        expect![[r#"
            func.func @f(%a: f32, %b: f32) -> (f32, f32) {
              %x = arith.addf %a, %b : f32
              %y = arith.mulf %a, %b : f32
              return %x, %y : f32, f32
            }"#]],
    );
    check(
        "empty-function-body",
        "func.func @f(%a: f32, %n: index) -> index {\n}",
        expect![[r#"
        func.func @f(%a: f32, %n: index) -> index {
          return %n : index
        }"#]],
    );
    check(
        "missing-terminator",
        "func.func @f(%a: f32) -> memref<8xf32> {\n  %x = arith.addf %a, %a : f32\n}",
        expect!["no fix"],
    );
}

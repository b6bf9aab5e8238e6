//! Slices that repeat the producer's writes beside it.

use super::{check_taken, fusions};
use expect_test::expect;

/// Whether a copy without a buffer of its own is offered at a depth.
fn is_offered(text: &str, depth: usize) -> bool {
    let suffix = format!(":form=copy:depth={depth}");
    let has_buffer = |title: &str| title.contains(" element") || title.contains("without");
    let all = fusions(text);
    let mut offered =
        all.iter().filter(|it| it.disabled.is_none() && it.request.to_string().ends_with(&suffix));
    offered.any(|it| !has_buffer(&it.title))
}

/// A producer of eleven rows with a consumer that needs ten.
fn rows(producer: &str, between: &str) -> String {
    format!(
        "func.func @f(%a: memref<16x16xf32>, %b: memref<16x16xf32>, %x: memref<16x16xf32>, %c: f32) {{
  affine.for %i = 0 to 11 {{
    affine.for %j = 0 to 10 {{
      {producer}
    }}
  }}
  {between}
  affine.for %k = 0 to 10 {{
    affine.for %l = 0 to 10 {{
      affine.for %m = 0 to 10 {{
        %v = affine.load %a[%k, %m] : memref<16x16xf32>
        %s = affine.load %b[%k, %l] : memref<16x16xf32>
        %t = arith.addf %s, %v : f32
        affine.store %t, %b[%k, %l] : memref<16x16xf32>
      }}
    }}
  }}
  return
}}
"
    )
}

const STORE: &str = "affine.store %c, %b[%i, %j] : memref<16x16xf32>";

#[test]
fn what_a_sum_begins_with() {
    check_taken(
        &rows(STORE, ""),
        ":form=copy:depth=2",
        expect![[r#"
        func.func @f(%a: memref<16x16xf32>, %b: memref<16x16xf32>, %x: memref<16x16xf32>, %c: f32) {
          affine.for %i = 0 to 11 {
            affine.for %j = 0 to 10 {
              affine.store %c, %b[%i, %j] : memref<16x16xf32>
            }
          }
          
          affine.for %k = 0 to 10 {
            affine.for %l = 0 to 10 {
              affine.store %c, %b[%k, %l] : memref<16x16xf32>
              affine.for %m = 0 to 10 {
                %v = affine.load %a[%k, %m] : memref<16x16xf32>
                %s = affine.load %b[%k, %l] : memref<16x16xf32>
                %t = arith.addf %s, %v : f32
                affine.store %t, %b[%k, %l] : memref<16x16xf32>
              }
            }
          }
          return
        }
    "#]],
    );
    // The sum itself would be overwritten.
    assert!(!is_offered(&rows(STORE, ""), 3));
}

#[test]
fn what_stands_between() {
    let between = |memref: &str, op: &str| rows(STORE, &format!("{op} %{memref}[1, 1] : memref<16x16xf32>"));
    assert!(is_offered(&between("b", "%r = affine.load"), 2));
    assert!(is_offered(&between("x", "affine.store %c,"), 2));
    assert!(!is_offered(&between("b", "affine.store %c,"), 2));
    let copy = "%w = affine.load %x[%i, %j] : memref<16x16xf32>
      affine.store %w, %b[%i, %j] : memref<16x16xf32>";
    assert!(is_offered(&rows(copy, ""), 2));
    assert!(!is_offered(&rows(copy, "affine.store %c, %x[1, 1] : memref<16x16xf32>"), 2));
}

#[test]
fn another_memref_that_is_written_as_well() {
    let producer = |x: &str| {
        format!(
            "affine.store %c, %{x}[%i, %j] : memref<16x16xf32>
      affine.store %c, %b[%i, %j] : memref<16x16xf32>"
        )
    };
    assert!(is_offered(&rows(&producer("x"), ""), 2));
    // The consumer reads it.
    assert!(is_offered(&rows(&producer("a"), ""), 1));
}

#[test]
fn updates_in_place() {
    let update = "%w = affine.load %b[%i, %j] : memref<16x16xf32>
      %u = arith.addf %w, %w : f32
      affine.store %u, %b[%i, %j] : memref<16x16xf32>";
    assert!(!is_offered(&rows(update, ""), 1) && !is_offered(&rows(update, ""), 2));
    // It begins with a number of its own.
    assert!(is_offered(&rows(&format!("{STORE}\n      {update}"), ""), 2));
    let of_another_row = update.replace("load %b[%i, %j]", "load %b[%i + 1, %j]");
    assert!(!is_offered(&rows(&of_another_row, ""), 2));
}

/// The slice holds a store whose element is written again by an iteration that it does not hold.
#[test]
fn a_store_that_is_not_the_last() {
    let text = |shift: i64| {
        format!(
            "func.func @f(%t: memref<16xf32>, %c: f32, %d: f32) {{
  affine.for %i = 0 to 10 {{
    affine.store %d, %t[%i] : memref<16xf32>
    affine.store %c, %t[%i + {shift}] : memref<16xf32>
  }}
  affine.for %k = 1 to 5 {{
    %v = affine.load %t[%k] : memref<16xf32>
    %w = arith.addf %v, %v : f32
    affine.store %w, %t[%k + 11] : memref<16xf32>
  }}
  return
}}
"
        )
    };
    assert!(!is_offered(&text(1), 1));
    assert!(is_offered(&text(0), 1));
}

use crate::loop_tests::{refusals, taken};
use expect_test::{Expect, expect};

fn check(choice: &str, text: &str, expected: Expect) {
    expected.assert_eq(&taken(super::KIND, choice, text));
}

#[test]
fn parts_become_loops() {
    let text = "func.func @f(%x: memref<9xf32>, %y: memref<9xf32>, %z: memref<9xf32>) {
  <|>affine.for %i = 1 to 9 { // three
    %a = affine.load %x[%i] : memref<9xf32>
    affine.store %a, %y[%i] : memref<9xf32> // first
    // A recurrence.
    %b = affine.load %z[%i - 1] : memref<9xf32>
    affine.store %b, %z[%i] : memref<9xf32>

    %c = affine.load %y[%i - 1] : memref<9xf32>
    affine.store %c, %x[%i] : memref<9xf32>
  } {tag}
  return
}
";
    check(
        "after=all",
        text,
        expect![[r#"
            // Distribute %i over 3 loops
            func.func @f(%x: memref<9xf32>, %y: memref<9xf32>, %z: memref<9xf32>) {
              affine.for %i = 1 to 9 { // three
                %a = affine.load %x[%i] : memref<9xf32>
                affine.store %a, %y[%i] : memref<9xf32> // first
              } {tag}
              affine.for %i = 1 to 9 {
                // A recurrence.
                %b = affine.load %z[%i - 1] : memref<9xf32>
                affine.store %b, %z[%i] : memref<9xf32>
              } {tag}
              affine.for %i = 1 to 9 {
                %c = affine.load %y[%i - 1] : memref<9xf32>
                affine.store %c, %x[%i] : memref<9xf32>
              } {tag}
              return
            }
        "#]],
    );
    check(
        "after=7",
        text,
        expect![[r#"
            // Distribute %i over two loops, split after line 7
            func.func @f(%x: memref<9xf32>, %y: memref<9xf32>, %z: memref<9xf32>) {
              affine.for %i = 1 to 9 { // three
                %a = affine.load %x[%i] : memref<9xf32>
                affine.store %a, %y[%i] : memref<9xf32> // first
                // A recurrence.
                %b = affine.load %z[%i - 1] : memref<9xf32>
                affine.store %b, %z[%i] : memref<9xf32>
              } {tag}
              affine.for %i = 1 to 9 {
                %c = affine.load %y[%i - 1] : memref<9xf32>
                affine.store %c, %x[%i] : memref<9xf32>
              } {tag}
              return
            }
        "#]],
    );
}

#[test]
fn a_cycle_forbids() {
    check(
        "",
        "func.func @f(%x: memref<9xf32>, %y: memref<9xf32>) {
  <|>affine.for %i = 1 to 9 {
    %a = affine.load %x[%i - 1] : memref<9xf32>
    affine.store %a, %y[%i] : memref<9xf32>
    %b = affine.load %y[%i] : memref<9xf32>
    affine.store %b, %x[%i] : memref<9xf32>
  }
  return
}
",
        expect![[r#"
            refused: an iteration of the first loop needs what the second one does in an earlier iteration: RAW `affine.store %x` (line 6) → `affine.load %x` (line 3), distance (1)
        "#]],
    );
}

#[test]
fn a_scratch_buffer_that_all_iterations_share() {
    check(
        "",
        "func.func @f(%x: memref<8xf32>) {
  %t = memref.alloc() : memref<1xf32>
  <|>affine.for %i = 0 to 8 {
    %a = affine.load %x[%i] : memref<8xf32>
    affine.store %a, %t[0] : memref<1xf32>
    %b = affine.load %t[0] : memref<1xf32>
    affine.store %b, %x[%i] : memref<8xf32>
  }
  return
}
",
        expect![[r#"
            refused: an iteration of the first loop needs what the second one does in an earlier iteration: WAR `affine.load %t` (line 6) → `affine.store %t` (line 5), distance ([1, 7])
        "#]],
    );
}

#[test]
fn values_cross() {
    check(
        "",
        "func.func @f(%x: memref<8xf32>, %y: memref<8xf32>) {
  <|>affine.for %i = 0 to 8 {
    %a = affine.load %x[%i] : memref<8xf32>
    affine.store %a, %x[%i] : memref<8xf32>
    affine.store %a, %y[%i] : memref<8xf32>
  }
  return
}
",
        expect![[r#"
            refused: %a (line 3) would be needed in the second loop, by `affine.store` (line 5)
        "#]],
    );
    check(
        "",
        "func.func @f(%x: memref<8xf32>) {
  <|>affine.for %i = 0 to 8 {
    %a = affine.load %x[%i] : memref<8xf32>
    affine.store %a, %x[%i] : memref<8xf32>
  }
  return
}
",
        expect![[r#"
            not here
        "#]],
    );
}

#[test]
fn of_many_places_the_first_are_refused() {
    let statement =
        |it| format!("    affine.store %v, %m[%i + {it}] : memref<99xf32>\n    func.call @g() : () -> ()\n");
    let body: String = (0..40).map(statement).collect();
    let text = format!(
        "func.func @f(%m: memref<99xf32>, %v: f32) {{
  affine.for %i = 0 to 9 {{
{body}  }}
  return
}}
func.func private @g()
"
    );
    assert_eq!(refusals(super::offers, u64::MAX, &text).len(), super::MOST_PLACES);
}

use crate::loop_tests::check_action;
use expect_test::{Expect, expect};

fn check(text: &str, expected: Expect) {
    check_action(super::KIND, text, expected);
}

#[test]
fn stored_and_loaded_values_are_known() {
    check(
        "func.func @f(%x: memref<8xf32>, %y: memref<8xf32>, %n: index) {
  <|>affine.for %i = 0 to 8 {
    %a = affine.load %x[%i] : memref<8xf32>
    %b = arith.addf %a, %a : f32
    affine.store %b, %y[%i] : memref<8xf32>
    // Known twice.
    %c = affine.load %y[%i] : memref<8xf32> // b
    %k = affine.apply affine_map<(d0) -> (d0 + 1)>(%i)
    %d = affine.load %y[%k - 1] : memref<8xf32>
    %e = affine.load %x[%i] : memref<8xf32>
    %f = arith.addf %c, %d : f32
    %g = arith.addf %f, %e : f32
    affine.store %g, %y[%i] : memref<8xf32>
  }
  return
}
",
        expect![[r#"
            // Replace 3 loads in the loop over %i by known values, and remove 1 store that is overwritten
            func.func @f(%x: memref<8xf32>, %y: memref<8xf32>, %n: index) {
              affine.for %i = 0 to 8 {
                %a = affine.load %x[%i] : memref<8xf32>
                %b = arith.addf %a, %a : f32
                // Known twice.
                // b
                %k = affine.apply affine_map<(d0) -> (d0 + 1)>(%i)
                %f = arith.addf %b, %b : f32
                %g = arith.addf %f, %a : f32
                affine.store %g, %y[%i] : memref<8xf32>
              }
              return
            }
        "#]],
    );
}

#[test]
fn into_an_inner_loop() {
    check(
        "func.func @f(%x: memref<8xf32>, %y: memref<8x8xf32>) {
  <|>affine.for %i = 0 to 8 {
    %a = affine.load %x[%i] : memref<8xf32>
    affine.for %j = 0 to 8 {
      %b = affine.load %x[%i] : memref<8xf32>
      affine.store %b, %y[%i, %j] : memref<8x8xf32>
    }
    affine.store %a, %x[%i] : memref<8xf32>
  }
  return
}
",
        expect![[r#"
            // Replace 1 load in the loop over %i by known values
            func.func @f(%x: memref<8xf32>, %y: memref<8x8xf32>) {
              affine.for %i = 0 to 8 {
                %a = affine.load %x[%i] : memref<8xf32>
                affine.for %j = 0 to 8 {
                  affine.store %a, %y[%i, %j] : memref<8x8xf32>
                }
                affine.store %a, %x[%i] : memref<8xf32>
              }
              return
            }
        "#]],
    );
    check(
        "func.func @f(%x: memref<8xf32>) {
  <|>affine.for %i = 0 to 8 {
    %a = affine.load %x[%i] : memref<8xf32>
    affine.for %j = 0 to 8 {
      %b = affine.load %x[%i] : memref<8xf32>
      %c = arith.addf %b, %a : f32
      affine.store %c, %x[%j] : memref<8xf32>
    }
  }
  return
}
",
        expect![[r#"
            refused: no load reads an element whose value is surely still known
        "#]],
    );
}

#[test]
fn from_in_front_of_the_loop() {
    check(
        "func.func @f(%x: memref<8xf32>, %y: memref<8xf32>, %z: f32) {
  affine.store %z, %x[3] : memref<8xf32>
  <|>affine.for %i = 0 to 8 {
    %a = affine.load %x[3] : memref<8xf32>
    affine.store %a, %y[%i] : memref<8xf32>
  }
  return
}
",
        expect![[r#"
            // Replace 1 load in the loop over %i by known values
            func.func @f(%x: memref<8xf32>, %y: memref<8xf32>, %z: f32) {
              affine.store %z, %x[3] : memref<8xf32>
              affine.for %i = 0 to 8 {
                affine.store %z, %y[%i] : memref<8xf32>
              }
              return
            }
        "#]],
    );
}

#[test]
fn a_write_between() {
    let text = "func.func @f(%x: memref<9xf32>, %z: f32) {
  <|>affine.for %i = 0 to 8 {
    %a = affine.load %x[%i] : memref<9xf32>
    affine.store %z, %x[%i + 1] : memref<9xf32>
    %b = affine.load %x[%i] : memref<9xf32>
    affine.store %b, %x[%i] : memref<9xf32>
  }
  return
}
";
    check(
        text,
        expect![[r#"
        // Replace 1 load in the loop over %i by known values
        func.func @f(%x: memref<9xf32>, %z: f32) {
          affine.for %i = 0 to 8 {
            %a = affine.load %x[%i] : memref<9xf32>
            affine.store %z, %x[%i + 1] : memref<9xf32>
            affine.store %a, %x[%i] : memref<9xf32>
          }
          return
        }
    "#]],
    );
    check(
        &text.replace("%i + 1", "%i mod 3"),
        expect![[r#"
        refused: no load reads an element whose value is surely still known
    "#]],
    );
}

#[test]
fn a_view_and_an_unknown_operation_between() {
    check(
        "func.func @f(%x: memref<16xf32>, %z: f32) {
  %v = memref.subview %x[1] [8] [1] : memref<16xf32> to memref<8xf32, strided<[1], offset: 1>>
  <|>affine.for %i = 0 to 8 {
    affine.store %z, %x[%i] : memref<16xf32>
    affine.store %z, %v[%i] : memref<8xf32, strided<[1], offset: 1>>
    %b = affine.load %x[%i] : memref<16xf32>
    affine.store %b, %x[%i + 8] : memref<16xf32>
  }
  return
}
",
        expect![[r#"
            refused: no load reads an element whose value is surely still known
        "#]],
    );
    check(
        "func.func private @g()
func.func @f(%x: memref<16xf32>, %z: f32) {
  <|>affine.for %i = 0 to 8 {
    affine.store %z, %x[%i] : memref<16xf32>
    func.call @g() : () -> ()
    affine.store %z, %x[%i] : memref<16xf32>
  }
  return
}
",
        expect![[r#"
            refused: no load reads an element whose value is surely still known
        "#]],
    );
}

#[test]
fn a_conditional_store_does_not_overwrite() {
    check(
        "func.func @f(%x: memref<8xf32>, %z: f32, %o: f32) {
  <|>affine.for %i = 0 to 8 {
    affine.store %z, %x[%i] : memref<8xf32>
    affine.if affine_set<(d0) : (d0 - 3 >= 0)>(%i) {
      affine.store %o, %x[%i] : memref<8xf32>
    }
    %b = affine.load %x[%i] : memref<8xf32>
    affine.store %b, %x[0] : memref<8xf32>
  }
  return
}
",
        expect![[r#"
            refused: no load reads an element whose value is surely still known
        "#]],
    );
}

#[test]
fn outside_of_loops() {
    let text = "func.func @f(%x: memref<8xf32>, %y: memref<8xf32>) {
  %a = affine.load %x[1] : memref<8xf32>
  <|>%b = affine.load %x[1] : memref<8xf32>
  affine.store %b, %y[0] : memref<8xf32>
  affine.for %i = 0 to 8 {
    %c = affine.load %y[%i] : memref<8xf32>
    affine.store %c, %x[%i] : memref<8xf32>
    %e = affine.load %x[%i] : memref<8xf32>
    affine.store %e, %y[%i] : memref<8xf32>
  }
  %d = affine.load %x[1] : memref<8xf32>
  %e = arith.addf %a, %d : f32
  affine.store %e, %y[1] : memref<8xf32>
  affine.store %a, %y[1] : memref<8xf32>
  return
}
";
    check(
        text,
        expect![[r#"
        // Replace 1 load outside of loops by known values, and remove 1 store that is overwritten
        func.func @f(%x: memref<8xf32>, %y: memref<8xf32>) {
          %a = affine.load %x[1] : memref<8xf32>
          affine.store %a, %y[0] : memref<8xf32>
          affine.for %i = 0 to 8 {
            %c = affine.load %y[%i] : memref<8xf32>
            affine.store %c, %x[%i] : memref<8xf32>
            %e = affine.load %x[%i] : memref<8xf32>
            affine.store %e, %y[%i] : memref<8xf32>
          }
          %d = affine.load %x[1] : memref<8xf32>
          %e = arith.addf %a, %d : f32
          affine.store %a, %y[1] : memref<8xf32>
          return
        }
    "#]],
    );
    // The cursor at the load that stays.
    let text = text.replace("<|>", "").replacen("%a = ", "<|>%a = ", 1);
    check(
        &text,
        expect![[r#"
        not here
    "#]],
    );
}

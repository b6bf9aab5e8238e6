use crate::loop_tests::check_action;
use expect_test::{Expect, expect};

fn check(text: &str, expected: Expect) {
    check_action(super::KIND, text, expected);
}

#[test]
fn tiles() {
    check(
        "#tiled = affine_map<(d0, d1) -> (d0 floordiv 4, d1, d0 mod 4)>
func.func @f(%x: f32, %k: index) -> f32 {
  <|>%A = memref.alloc() {alignment = 64 : i64} : memref<18x8xf32, #tiled>
  affine.for %i = 0 to 18 {
    affine.for %j = 0 to 7 {
      affine.store %x, %A[%i, %j + 1] : memref<18x8xf32, #tiled> // along
    }
  }
  %v = memref.load %A[%k, %k] : memref<18x8xf32, #tiled>
  memref.dealloc %A : memref<18x8xf32, #tiled>
  return %v : f32
}
",
        expect![[r#"
            // Give %A the plain layout memref<5x8x4xf32>
            #tiled = affine_map<(d0, d1) -> (d0 floordiv 4, d1, d0 mod 4)>
            func.func @f(%x: f32, %k: index) -> f32 {
              %A = memref.alloc() {alignment = 64 : i64} : memref<5x8x4xf32>
              affine.for %i = 0 to 18 {
                affine.for %j = 0 to 7 {
                  affine.store %x, %A[%i floordiv 4, %j + 1, %i mod 4] : memref<5x8x4xf32> // along
                }
              }
              %v = affine.load %A[%k floordiv 4, %k, %k mod 4] : memref<5x8x4xf32>
              memref.dealloc %A : memref<5x8x4xf32>
              return %v : f32
            }
        "#]],
    );
}

#[test]
fn sizes_that_are_values() {
    check(
        "#tiled = affine_map<(d0, d1) -> (d1 floordiv 32, d0, d1 mod 32)>
func.func @f(%x: f32, %n: index, %m: index) {
  <|>%A = memref.alloc(%n, %m) : memref<?x?xf32, #tiled>
  affine.for %i = 0 to %n {
    affine.for %j = 0 to %m {
      affine.store %x, %A[%i, %j] : memref<?x?xf32, #tiled>
    }
  }
  return
}
",
        expect![[r#"
            // Give %A the plain layout memref<?x?x32xf32>
            #tiled = affine_map<(d0, d1) -> (d1 floordiv 32, d0, d1 mod 32)>
            func.func @f(%x: f32, %n: index, %m: index) {
              %size = affine.apply affine_map<()[s0] -> ((s0 - 1) floordiv 32 + 1)>()[%m]
              %A = memref.alloc(%size, %n) : memref<?x?x32xf32>
              affine.for %i = 0 to %n {
                affine.for %j = 0 to %m {
                  affine.store %x, %A[%j floordiv 32, %i, %j mod 32] : memref<?x?x32xf32>
                }
              }
              return
            }
        "#]],
    );
}

#[test]
fn negative_results_and_symbols() {
    check(
        "#turned = affine_map<(d0)[s0] -> (s0 - d0 * 2)>
func.func @f(%x: f32, %s: index) {
  <|>%A = memref.alloc()[%s] : memref<8xf32, #turned>
  affine.for %i = 0 to 8 {
    affine.store %x, %A[%i] : memref<8xf32, #turned>
  }
  return
}
",
        expect![[r#"
            // Give %A the plain layout memref<15xf32>
            #turned = affine_map<(d0)[s0] -> (s0 - d0 * 2)>
            func.func @f(%x: f32, %s: index) {
              %A = memref.alloc() : memref<15xf32>
              affine.for %i = 0 to 8 {
                affine.store %x, %A[14 - %i * 2] : memref<15xf32>
              }
              return
            }
        "#]],
    );
}

#[test]
fn strides() {
    check(
        "func.func @f(%x: f32) {
  <|>%A = memref.alloc() : memref<8x8xf32, strided<[16, 1]>>
  affine.for %i = 0 to 8 {
    affine.store %x, %A[%i, %i] : memref<8x8xf32, strided<[16, 1]>>
  }
  return
}
",
        expect![[r#"
            // Give %A the plain layout memref<8x8xf32>
            func.func @f(%x: f32) {
              %A = memref.alloc() : memref<8x8xf32>
              affine.for %i = 0 to 8 {
                affine.store %x, %A[%i, %i] : memref<8x8xf32>
              }
              return
            }
        "#]],
    );
}

#[test]
fn what_sees_the_layout() {
    let text = |user: &str| {
        format!(
            "#turned = affine_map<(d0, d1) -> (d1, d0)>
func.func private @g(memref<8x8xf32, #turned>)
func.func @f(%x: vector<4xf32>, %k: index) {{
  <|>%A = memref.alloc() : memref<8x8xf32, #turned>
  {user}
  return
}}
"
        )
    };
    for (user, expected) in [
        (
            "func.call @g(%A) : (memref<8x8xf32, #turned>) -> ()",
            expect![[r#"
            refused: `func.call %A` (line 5) takes the memref as it is laid out
        "#]],
        ),
        (
            "%c = memref.cast %A : memref<8x8xf32, #turned> to memref<?x8xf32, #turned>",
            expect![[r#"
            refused: `memref.cast %A` (line 5) takes the memref as it is laid out
        "#]],
        ),
        (
            "affine.vector_store %x, %A[0, 0] : memref<8x8xf32, #turned>, vector<4xf32>",
            expect![[r#"
            refused: `affine.vector_store %A` (line 5) takes the memref as it is laid out
        "#]],
        ),
    ] {
        check(&text(user), expected);
    }
}

//! Nests that run iteration by iteration.

use super::{check_taken, check_titles};
use expect_test::expect;

#[test]
fn carried_values_stand_side_by_side() {
    check_taken(
        r#"
func.func @f(%x: memref<24xf32>) -> (f32, f32, f32) {
  %zero = arith.constant 0.0 : f32
  // Two sums.
  %r:2 = affine.for %i = 0 to 24 iter_args(%a = %zero, %b = %zero) -> (f32, f32) {
    %v = affine.load %x[%i] : memref<24xf32>
    %n = arith.addf %a, %v : f32
    %m = arith.addf %b, %n : f32
    affine.yield %n, %m : f32, f32
  } // sums
  %one = arith.constant 1.0 : f32
  // A product.
  %p = affine.for %k = 0 to 24 iter_args(%a = %one) -> (f32) {
    %v = affine.load %x[%k] : memref<24xf32>
    %n = arith.mulf %a, %v : f32
    affine.yield %n : f32
  }
  return %r#0, %r#1, %p : f32, f32, f32
}
"#,
        ":form=merge:depth=1",
        expect![[r#"

            func.func @f(%x: memref<24xf32>) -> (f32, f32, f32) {
              %zero = arith.constant 0.0 : f32
              %one = arith.constant 1.0 : f32
              // A product.
              %p, %r:2 = affine.for %k = 0 to 24 iter_args(%a = %one, %a_0 = %zero, %b = %zero) -> (f32, f32, f32) {
                // Two sums.
                %v_0 = affine.load %x[%k] : memref<24xf32>
                %n_0 = arith.addf %a_0, %v_0 : f32
                %m = arith.addf %b, %n_0 : f32
                // sums
                %v = affine.load %x[%k] : memref<24xf32>
                %n = arith.mulf %a, %v : f32
                affine.yield %n, %n_0, %m : f32, f32, f32
              }
              return %r#0, %r#1, %p : f32, f32, f32
            }
        "#]],
    );
}

#[test]
fn only_one_of_them_carries_values() {
    let sum = r#"
  %s = affine.for %i = 0 to 24 iter_args(%a = %zero) -> (f32) {
    %v = affine.load %x[%i] : memref<24xf32>
    %n = arith.addf %a, %v : f32
    affine.yield %n : f32
  }"#;
    let copy = r#"
  affine.for %i = 0 to 24 {
    %v = affine.load %x[%i] : memref<24xf32>
    affine.store %v, %y[%i] : memref<24xf32>
  }"#;
    let function = |body: String| {
        format!(
            "func.func @f(%x: memref<24xf32>, %y: memref<24xf32>, %zero: f32) -> f32 {{{body}\n  return %s : f32\n}}\n"
        )
    };
    check_taken(
        &function(format!("{sum}{copy}")),
        ":form=merge:depth=1",
        expect![[r#"
        func.func @f(%x: memref<24xf32>, %y: memref<24xf32>, %zero: f32) -> f32 {
          %s = affine.for %i = 0 to 24 iter_args(%a = %zero) -> (f32) {
            %v_0 = affine.load %x[%i] : memref<24xf32>
            %n = arith.addf %a, %v_0 : f32
            %v = affine.load %x[%i] : memref<24xf32>
            affine.store %v, %y[%i] : memref<24xf32>
            affine.yield %n : f32
          }
          return %s : f32
        }
    "#]],
    );
    check_taken(
        &function(format!("{copy}{sum}")),
        ":form=merge:depth=1",
        expect![[r#"
        func.func @f(%x: memref<24xf32>, %y: memref<24xf32>, %zero: f32) -> f32 {
          %s = affine.for %i = 0 to 24 iter_args(%a = %zero) -> (f32) {
            %v_0 = affine.load %x[%i] : memref<24xf32>
            affine.store %v_0, %y[%i] : memref<24xf32>
            %v = affine.load %x[%i] : memref<24xf32>
            %n = arith.addf %a, %v : f32
            affine.yield %n : f32
          }
          return %s : f32
        }
    "#]],
    );
}

#[test]
fn what_stands_before_and_behind_the_inner_loops_keeps_its_order() {
    let text = r#"
func.func @f(%x: memref<6x8xf32>, %y: memref<6xf32>, %z: memref<6xf32>, %zero: f32) {
  affine.for %i = 0 to 6 {
    // first, before
    affine.store %zero, %y[%i] : memref<6xf32>
    // first, inner
    affine.for %j = 0 to 8 {
      %v = affine.load %x[%i, %j] : memref<6x8xf32>
      %s = affine.load %y[%i] : memref<6xf32>
      %n = arith.addf %s, %v : f32
      affine.store %n, %y[%i] : memref<6xf32>
    }
    // first, behind
    %u = affine.load %y[%i] : memref<6xf32>
    %w = arith.mulf %u, %u : f32
    affine.store %w, %y[%i] : memref<6xf32>
  }
  affine.for %k = 0 to 6 {
    // second, before
    %c = arith.constant 1.0 : f32
    // second, inner
    %r = affine.for %l = 0 to 8 iter_args(%s = %c) -> (f32) {
      %v = affine.load %x[%k, %l] : memref<6x8xf32>
      %n = arith.mulf %s, %v : f32
      affine.yield %n : f32
    }
    // second, behind
    affine.store %r, %z[%k] : memref<6xf32>
  }
  return
}
"#;
    check_taken(
        text,
        ":form=merge:depth=2",
        expect![[r#"

        func.func @f(%x: memref<6x8xf32>, %y: memref<6xf32>, %z: memref<6xf32>, %zero: f32) {
          affine.for %k = 0 to 6 {
            // first, before
            affine.store %zero, %y[%k] : memref<6xf32>
            // first, inner
            // second, before
            %c = arith.constant 1.0 : f32
            // second, inner
            %r = affine.for %l = 0 to 8 iter_args(%s = %c) -> (f32) {
              %v_0 = affine.load %x[%k, %l] : memref<6x8xf32>
              %s_0 = affine.load %y[%k] : memref<6xf32>
              %n_0 = arith.addf %s_0, %v_0 : f32
              affine.store %n_0, %y[%k] : memref<6xf32>
              %v = affine.load %x[%k, %l] : memref<6x8xf32>
              %n = arith.mulf %s, %v : f32
              affine.yield %n : f32
            }
            // first, behind
            %u = affine.load %y[%k] : memref<6xf32>
            %w = arith.mulf %u, %u : f32
            affine.store %w, %y[%k] : memref<6xf32>
            // second, behind
            affine.store %r, %z[%k] : memref<6xf32>
          }
          return
        }
    "#]],
    );
}

#[test]
fn a_statement_behind_an_inner_loop_cannot_pass_the_other_inner_loop() {
    check_titles(
        r#"
func.func @f(%x: memref<6x8xf32>, %y: memref<6xf32>, %z: memref<6x8xf32>, %one: f32) {
  affine.for %i = 0 to 6 {
    affine.for %j = 0 to 8 {
      affine.store %one, %x[%i, %j] : memref<6x8xf32>
    }
    affine.store %one, %y[%i] : memref<6xf32>
  }
  affine.for %i = 0 to 6 {
    affine.for %j = 0 to 8 {
      %v = affine.load %y[%i] : memref<6xf32>
      affine.store %v, %z[%i, %j] : memref<6x8xf32>
    }
  }
  return
}
"#,
        expect![[r#"
            Fuse the producer of %y (line 3) into this nest at depth 2: recomputes 252 %, touches 44.44 % less memory
            Fuse the producer of %y (line 3) into this nest at depth 1: recomputes nothing, touches 44.44 % less memory
            Fuse with the nest at line 3 at depth 2, iteration by iteration
              refused: at depth 2, an element would be read before it is written: RAW `affine.store %y` (line 7) → `affine.load %y` (line 11), for example from (%i = 0) to (%i = 0, %j = 0)
        "#]],
    );
}

#[test]
fn the_nth_iteration_runs_with_the_nth() {
    check_taken(
        r#"
func.func @f(%x: memref<40xf32>, %y: memref<40xf32>) {
  affine.for %i = 0 to 16 step 2 {
    %v = affine.load %x[%i] : memref<40xf32>
    affine.store %v, %x[%i + 1] : memref<40xf32>
  }
  affine.for %j = 3 to 11 {
    %k = arith.index_cast %j : index to i32
    %f = arith.sitofp %k : i32 to f32
    affine.store %f, %y[%j * 2] : memref<40xf32>
  }
  return
}
"#,
        ":form=merge:depth=1",
        expect![[r#"

            func.func @f(%x: memref<40xf32>, %y: memref<40xf32>) {
              affine.for %j = 3 to 11 {
                %v = affine.load %x[%j * 2 - 6] : memref<40xf32>
                affine.store %v, %x[%j * 2 - 5] : memref<40xf32>
                %k = arith.index_cast %j : index to i32
                %f = arith.sitofp %k : i32 to f32
                affine.store %f, %y[%j * 2] : memref<40xf32>
              }
              return
            }
        "#]],
    );
}

#[test]
fn the_second_moves_up_where_the_first_cannot_move_down() {
    let text = r#"
func.func @f(%x: memref<16xf32>, %p: memref<16xindex>, %t: memref<16xf32>, %y: memref<16xf32>, %z: memref<16xf32>) {
  affine.for %i = 0 to 16 {
    %v = affine.load %x[%i] : memref<16xf32>
    affine.store %v, %t[%i] : memref<16xf32>
  }
  %two = arith.constant 2.0 : f32
  affine.for %i = 0 to 16 {
    %k = affine.load %p[%i] : memref<16xindex>
    %v = memref.load %t[%k] : memref<16xf32>
    affine.store %v, %z[%i] : memref<16xf32>
  }
  // Twice.
  affine.for %i = 0 to 16 {
    %v = affine.load %t[%i] : memref<16xf32>
    %w = arith.mulf %v, %CONSTANT : f32
    affine.store %w, %y[%i] : memref<16xf32>
  }
  return
}
"#;
    check_taken(
        &text.replace("%CONSTANT", "%v"),
        ":form=merge:depth=1",
        expect![[r#"

        func.func @f(%x: memref<16xf32>, %p: memref<16xindex>, %t: memref<16xf32>, %y: memref<16xf32>, %z: memref<16xf32>) {
          affine.for %i = 0 to 16 {
            %v = affine.load %x[%i] : memref<16xf32>
            affine.store %v, %t[%i] : memref<16xf32>
            // Twice.
            %v_0 = affine.load %t[%i] : memref<16xf32>
            %w = arith.mulf %v_0, %v_0 : f32
            affine.store %w, %y[%i] : memref<16xf32>
          }
          %two = arith.constant 2.0 : f32
          affine.for %i = 0 to 16 {
            %k = affine.load %p[%i] : memref<16xindex>
            %v = memref.load %t[%k] : memref<16xf32>
            affine.store %v, %z[%i] : memref<16xf32>
          }
          return
        }
    "#]],
    );
    // Here the first moves behind the constant and the second before the loop between.
    check_taken(
        &text.replace("%CONSTANT", "%two"),
        ":form=merge:depth=1",
        expect![[r#"

        func.func @f(%x: memref<16xf32>, %p: memref<16xindex>, %t: memref<16xf32>, %y: memref<16xf32>, %z: memref<16xf32>) {
          %two = arith.constant 2.0 : f32
          affine.for %i = 0 to 16 {
            %v = affine.load %x[%i] : memref<16xf32>
            affine.store %v, %t[%i] : memref<16xf32>
            // Twice.
            %v_0 = affine.load %t[%i] : memref<16xf32>
            %w = arith.mulf %v_0, %two : f32
            affine.store %w, %y[%i] : memref<16xf32>
          }
          affine.for %i = 0 to 16 {
            %k = affine.load %p[%i] : memref<16xindex>
            %v = memref.load %t[%k] : memref<16xf32>
            affine.store %v, %z[%i] : memref<16xf32>
          }
          return
        }
    "#]],
    );
}

#[test]
fn a_nest_without_operations() {
    for body in ["{\n  }", "{ }", "{}", "{ // none\n  }"] {
        let text = format!(
            "func.func @f(%x: memref<8xf32>, %c: f32) {{\n  affine.for %i = 0 to 8 {{\n    \
             affine.store %c, %x[%i] : memref<8xf32>\n  }}\n  affine.for %k = 0 to 8 {body}\n  return\n}}\n"
        );
        let offers = super::fusions(&text);
        let merge = offers.iter().find(|it| it.request.to_string().contains("form=merge")).unwrap();
        let new = super::taken(&text, &merge.request);
        assert_eq!(new.matches("affine.for").count(), 1, "{new}");
        assert!(new.contains("\n    affine.store %c, %x[%k] : memref<8xf32>\n  }\n"), "{new}");
    }
}

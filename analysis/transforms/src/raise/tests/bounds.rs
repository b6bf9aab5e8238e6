//! Bounds and steps of loops, and variables that count otherwise.

use super::check;
use expect_test::expect;

#[test]
fn integers_that_are_no_indices_are_cast_once() {
    check(
        "func.func @f(%A: memref<?xf32>, %n: i64, %m: i32, %x: f32) { // of C
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  %true = arith.constant true
  %wide = arith.extsi %m : i32 to i64
  %less = arith.divsi %n, %wide : i64 // perhaps
  <|>scf.for %i = %c0 to %n step %c1 : i64 {
    %at = arith.addi %i, %wide overflow<nsw> : i64
    %k = arith.index_cast %at : i64 to index
    scf.if %true {
      memref.store %x, %A[%k] : memref<?xf32>
    }
    scf.for %j = %c0 to %less step %c1 : i64 {
      %l = arith.index_cast %j : i64 to index
      memref.store %x, %A[%l] : memref<?xf32>
    }
  }
  return
}
",
        expect![[r#"
            // Raise the nest of %i to affine
            func.func @f(%A: memref<?xf32>, %n: i64, %m: i32, %x: f32) { // of C
              %n_0 = arith.index_cast %n : i64 to index
              %m_0 = arith.index_cast %m : i32 to index
              %wide = arith.extsi %m : i32 to i64
              %less = arith.divsi %n, %wide : i64 // perhaps
              %less_0 = arith.index_cast %less : i64 to index
              affine.for %i = 0 to %n_0 {
                affine.if affine_set<() : (0 == 0)>() {
                  affine.store %x, %A[%i + %m_0] : memref<?xf32>
                }
                affine.for %j = 0 to %less_0 {
                  affine.store %x, %A[%j] : memref<?xf32>
                }
              }
              return
            }
        "#]],
    );
    check(
        "func.func @f(%A: memref<?xf32>, %n: i32, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %end = arith.index_cast %n : i32 to index
  <|>scf.for %i = %c0 to %end step %c1 {
    %narrow = arith.index_cast %i : index to i32
    %at = arith.addi %narrow, %n overflow<nsw> : i32
    %k = arith.index_cast %at : i32 to index
    memref.store %x, %A[%k] : memref<?xf32>
  }
  return
}
",
        expect![[r#"
            // Raise the nest of %i to affine
            func.func @f(%A: memref<?xf32>, %n: i32, %x: f32) {
              %end = arith.index_cast %n : i32 to index
              affine.for %i = 0 to %end {
                affine.store %x, %A[%i + %end] : memref<?xf32>
              }
              return
            }
        "#]],
    );
}

#[test]
fn a_bound_that_is_selected_is_the_least_of_two() {
    check(
        "func.func @f(%A: memref<?xf32>, %n: index, %m: index, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  <|>scf.for %i = %c0 to %m step %c1 {
    %a = arith.addi %i, %c1 : index
    %p = arith.cmpi sgt, %a, %n : index
    %least = arith.select %p, %n, %a : index
    %q = arith.cmpi sge, %i, %n : index
    %greatest = arith.select %q, %i, %n : index
    scf.for %j = %greatest to %least step %c1 {
      memref.store %x, %A[%j] : memref<?xf32>
    }
    // The other way round.
    %r = arith.cmpi slt, %a, %n : index
    %other = arith.select %r, %n, %a : index
    scf.for %j = %c0 to %other step %c1 {
      memref.store %x, %A[%j] : memref<?xf32>
    }
  }
  return
}
",
        expect![[r#"
            // Raise the nest of %i to affine: 2 of 3 loops, 1 of 2 accesses; else `%other` is one of two values (line 15)
            func.func @f(%A: memref<?xf32>, %n: index, %m: index, %x: f32) {
              %c0 = arith.constant 0 : index
              %c1 = arith.constant 1 : index
              affine.for %i = 0 to %m {
                %a = arith.addi %i, %c1 : index
                affine.for %j = max affine_map<(d0)[s0] -> (d0, s0)>(%i)[%n] to min affine_map<(d0)[s0] -> (s0, d0 + 1)>(%i)[%n] {
                  affine.store %x, %A[%j] : memref<?xf32>
                }
                // The other way round.
                %r = arith.cmpi slt, %a, %n : index
                %other = arith.select %r, %n, %a : index
                scf.for %j = %c0 to %other step %c1 {
                  memref.store %x, %A[%j] : memref<?xf32>
                }
              }
              return
            }
        "#]],
    );
}

#[test]
fn values_of_which_one_is_the_least_count_once() {
    check(
        "func.func @f(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  <|>scf.for %i = %c0 to %n step %c1 {
    %a = arith.addi %i, %c1 : index
    %b = arith.minsi %a, %n : index
    %c = arith.minsi %b, %b : index
    %d = arith.minsi %c, %c : index
    scf.for %j = %c0 to %d step %c1 {
    }
  }
  return
}
",
        expect![[r#"
            // Raise the nest of %i to affine
            func.func @f(%n: index) {
              affine.for %i = 0 to %n {
                affine.for %j = 0 to min affine_map<(d0)[s0] -> (d0 + 1, s0)>(%i)[%n] {
                }
              }
              return
            }
        "#]],
    );
}

#[test]
fn variables_of_other_types_are_cast_where_they_are_mentioned() {
    check(
        "func.func @f(%A: memref<8xi32>, %B: memref<8xi32>) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c8 = arith.constant 8 : i32
  <|>scf.for unsigned %i = %c0 to %c8 step %c1 : i32 {
    %at = arith.index_cast %i : i32 to index
    memref.store %i, %A[%at] : memref<8xi32>
  }
  scf.for %i = %c0 to %c8 step %c1 : i32 {
    %at = arith.index_cast %i : i32 to index
    memref.store %c1, %B[%at] : memref<8xi32>
  }
  return
}
"
        .replacen("  <|>", "  ", 1)
        .replacen("func.func", "<|>func.func", 1)
        .as_str(),
        expect![[r#"
            // Raise the function to affine
            func.func @f(%A: memref<8xi32>, %B: memref<8xi32>) {
              %c1 = arith.constant 1 : i32
              affine.for %at = 0 to 8 {
                %i = arith.index_cast %at : index to i32
                affine.store %i, %A[%at] : memref<8xi32>
              }
              affine.for %i = 0 to 8 {
                affine.store %c1, %B[%i] : memref<8xi32>
              }
              return
            }
        "#]],
    );
}

#[test]
fn a_loop_in_steps_of_a_symbol_counts_its_iterations() {
    check(
        "func.func @f(%A: memref<?xf32>, %v: f32, %l: index, %u: index, %s: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  <|>scf.for %i = %l to %u step %s {
    // As far as a step goes.
    %e = arith.addi %i, %s : index
    %m = arith.minsi %e, %u : index
    scf.for %j = %i to %m step %c1 {
      memref.store %v, %A[%j] : memref<?xf32>
    }
  }
  scf.parallel (%i, %j) = (%c0, %c0) to (%u, %u) step (%s, %c1) {
    memref.store %v, %A[%j] : memref<?xf32>
    memref.store %v, %A[%i] : memref<?xf32>
  }
  scf.for %i = %c0 to %u step %s {
  }
  return
}
",
        expect![[r#"
            // Raise the nest of %i to affine
            func.func @f(%A: memref<?xf32>, %v: f32, %l: index, %u: index, %s: index) {
              %c0 = arith.constant 0 : index
              %c1 = arith.constant 1 : index
              affine.for %i_0 = 0 to affine_map<()[s0, s1, s2] -> ((s0 - s1) ceildiv s2)>()[%u, %l, %s] {
                %i = affine.apply affine_map<(d0)[s0, s1] -> (s0 + d0 * s1)>(%i_0)[%l, %s]
                // As far as a step goes.
                affine.for %j = affine_map<(d0) -> (d0)>(%i) to min affine_map<(d0)[s0, s1] -> (d0 + s0, s1)>(%i)[%s, %u] {
                  affine.store %v, %A[%j] : memref<?xf32>
                }
              }
              scf.parallel (%i, %j) = (%c0, %c0) to (%u, %u) step (%s, %c1) {
                memref.store %v, %A[%j] : memref<?xf32>
                memref.store %v, %A[%i] : memref<?xf32>
              }
              scf.for %i = %c0 to %u step %s {
              }
              return
            }
        "#]],
    );
}

#[test]
fn a_step_that_is_computed_from_itself() {
    check(
        "func.func @f(%n: index) {
  %c0 = arith.constant 0 : index
  affine.for %k = 0 to 4 {
    %s = arith.addi %s, %s : index
    <|>scf.for %i = %c0 to %n step %s {
    }
  }
  return
}
",
        expect![[r#"
            refused: the step `%s` is neither a constant nor a symbol (line 4)
        "#]],
    );
}

mod bounds;

use crate::loop_tests::{check_action, taken_asking};
use expect_test::{Expect, expect};

fn check(text: &str, expected: Expect) {
    check_action(super::KIND, text, expected);
}

#[test]
fn arithmetic_goes_into_the_maps() {
    check(
        "func.func @f(%A: memref<?x?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %end = arith.muli %n, %c4 : index
  // rows
  <|>scf.for %i = %c0 to %end step %c4 {
    %next = arith.addi %i, %c4 : index // the end of the tile
    %least = arith.minsi %next, %n : index
    scf.for %j = %i to %least step %c1 { // elements
      %r = arith.remui %j, %c4 : index
      %q = arith.floordivsi %j, %c4 : index
      %v = memref.load %A[%q, %r] : memref<?x?xf32>
      memref.store %v, %A[%r, %c1] : memref<?x?xf32>
    }
  } {tag}
  return
}
",
        expect![[r#"
            // Raise the nest of %i to affine
            func.func @f(%A: memref<?x?xf32>, %n: index) {
              %c4 = arith.constant 4 : index
              %end = arith.muli %n, %c4 : index
              // rows
              affine.for %i = 0 to %end step 4 {
                // the end of the tile
                affine.for %j = affine_map<(d0) -> (d0)>(%i) to min affine_map<(d0)[s0] -> (d0 + 4, s0)>(%i)[%n] { // elements
                  %v = affine.load %A[%j floordiv 4, %j mod 4] : memref<?x?xf32>
                  affine.store %v, %A[%j mod 4, 1] : memref<?x?xf32>
                }
              } {tag}
              return
            }
        "#]],
    );
}

#[test]
fn rows_of_a_size_that_is_a_symbol() {
    check(
        "func.func @f(%A: memref<?xf32>, %n: index, %m: index, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  <|>scf.for %i = %c0 to %m step %c1 {
    %row = arith.muli %i, %n : index // where the row begins
    scf.for %j = %c0 to %n step %c1 {
      %k = arith.addi %row, %j : index
      memref.store %x, %A[%k] : memref<?xf32>
    }
  }
  return
}
",
        expect![[r#"
            // Raise the nest of %i to affine
            func.func @f(%A: memref<?xf32>, %n: index, %m: index, %x: f32) {
              affine.for %i = 0 to %m {
                // where the row begins
                affine.for %j = 0 to %n {
                  affine.store %x, %A[%i * symbol(%n) + %j] : memref<?xf32>
                }
              }
              return
            }
        "#]],
    );
}

#[test]
fn conditions_become_sets() {
    check(
        "func.func @f(%A: memref<8xf32>, %v: f32, %n: index) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %zero = arith.constant 0.0 : f32
  %sum = <|>scf.for %i = %c0 to %c8 step %c1 iter_args(%a = %zero) -> (f32) {
    %below = arith.cmpi slt, %i, %n : index
    %first = arith.cmpi eq, %i, %c0 : index
    %both = arith.andi %below, %first : i1
    scf.if %both {
      memref.store %v, %A[%i] : memref<8xf32>
    }
    %other = arith.cmpi ne, %i, %n : index
    %b = scf.if %other -> (f32) {
      %x = memref.load %A[%i] : memref<8xf32>
      scf.yield %x : f32
    } else {
      scf.yield %v : f32
    }
    scf.if %other {
      memref.store %b, %A[%c0] : memref<8xf32>
    }
    scf.yield %b : f32
  }
  return %sum : f32
}
",
        expect![[r#"
            // Raise the nest of %i to affine
            func.func @f(%A: memref<8xf32>, %v: f32, %n: index) -> f32 {
              %zero = arith.constant 0.0 : f32
              %sum = affine.for %i = 0 to 8 iter_args(%a = %zero) -> (f32) {
                affine.if affine_set<(d0)[s0] : (d0 == 0, s0 - d0 - 1 >= 0)>(%i)[%n] {
                  affine.store %v, %A[%i] : memref<8xf32>
                }
                %b = affine.if affine_set<(d0)[s0] : (s0 - d0 == 0)>(%i)[%n] -> (f32) {
                  affine.yield %v : f32
                } else {
                  %x = affine.load %A[%i] : memref<8xf32>
                  affine.yield %x : f32
                }
                affine.if affine_set<(d0)[s0] : (s0 - d0 == 0)>(%i)[%n] {
                } else {
                  affine.store %b, %A[0] : memref<8xf32>
                }
                affine.yield %b : f32
              }
              return %sum : f32
            }
        "#]],
    );
}

#[test]
fn a_remainder_that_is_its_greatest_value_is_a_condition() {
    check(
        "func.func @f(%A: memref<8xf32>, %v: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c8 = arith.constant 8 : index
  <|>scf.for %i = %c0 to %c8 step %c1 {
    %r = arith.remui %i, %c3 : index
    %last = arith.cmpi eq, %r, %c2 : index
    scf.if %last {
      memref.store %v, %A[%i] : memref<8xf32>
    }
  }
  return
}
",
        expect![[r#"
            // Raise the nest of %i to affine
            func.func @f(%A: memref<8xf32>, %v: f32) {
              affine.for %i = 0 to 8 {
                affine.if affine_set<(d0) : (d0 mod 3 - 2 == 0)>(%i) {
                  affine.store %v, %A[%i] : memref<8xf32>
                }
              }
              return
            }
        "#]],
    );
}

#[test]
fn regions_change_places_with_all_that_is_inside() {
    check(
        "func.func @f(%A: memref<8xi32>, %n: index) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c8 = arith.constant 8 : i32
  %two = arith.constant 2 : index
  %other = arith.cmpi ne, %n, %two : index
  <|>scf.if %other {
    scf.for %i = %c0 to %c8 step %c1 : i32 {
      %at = arith.index_cast %i : i32 to index
      %next = arith.addi %at, %two : index
      memref.store %i, %A[%next] : memref<8xi32>
    }
  } else {
    memref.store %c1, %A[%two] : memref<8xi32> // the other one
  }
  return
}
",
        expect![[r#"
            // Raise this condition to affine
            func.func @f(%A: memref<8xi32>, %n: index) {
              %c1 = arith.constant 1 : i32
              affine.if affine_set<()[s0] : (2 - s0 == 0)>()[%n] {
                affine.store %c1, %A[2] : memref<8xi32> // the other one
              } else {
                affine.for %i_0 = 0 to 8 {
                  %i = arith.index_cast %i_0 : index to i32
                  affine.store %i, %A[%i_0 + 2] : memref<8xi32>
                }
              }
              return
            }
        "#]],
    );
}

#[test]
fn parallel_loops_keep_their_reductions() {
    check(
        "func.func @f(%A: memref<8xf32>, %n: index, %start: f32) -> (f32, f32) {
  <|>%c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %zero = arith.constant 0.0 : f32
  %sum:2 = scf.parallel (%i, %j) = (%c0, %c1) to (%n, %n) step (%c1, %c2) init (%zero, %start) -> (f32, f32) {
    %v = memref.load %A[%i] : memref<8xf32>
    scf.reduce(%v, %v : f32, f32) {
    ^bb0(%a: f32, %b: f32):
      %s = arith.addf %a, %b : f32
      scf.reduce.return %s : f32
    }, {
    ^bb0(%a: f32, %b: f32):
      %s = arith.mulf %b, %a : f32
      scf.reduce.return %s : f32
    }
  }
  scf.forall (%i, %j) in (8, %n) {
    memref.store %zero, %A[%i] : memref<8xf32>
  } {mapping = [#gpu.block<x>, #gpu.block<y>]}
  return %sum#0, %sum#1 : f32, f32
}
"
        .replacen("func.func", "<|>func.func", 1)
        .replacen("  <|>", "  ", 1)
        .as_str(),
        expect![[r#"
            // Raise the function to affine
            func.func @f(%A: memref<8xf32>, %n: index, %start: f32) -> (f32, f32) {
              %zero = arith.constant 0.0 : f32
              %sum:2 = affine.parallel (%i, %j) = (0, 1) to (%n, %n) step (1, 2) reduce ("addf", "mulf") -> (f32, f32) {
                %v = affine.load %A[%i] : memref<8xf32>
                affine.yield %v, %v : f32, f32
              }
              %sum_0 = arith.addf %zero, %sum#0 : f32
              %sum_1 = arith.mulf %start, %sum#1 : f32
              affine.parallel (%i, %j) = (0, 0) to (8, %n) {
                affine.store %zero, %A[%i] : memref<8xf32>
              } {mapping = [#gpu.block<x>, #gpu.block<y>]}
              return %sum_0, %sum_1 : f32, f32
            }
        "#]],
    );
}

/// Results of one loop are used by the header and in the body of another, and by what is computed after it.
#[test]
fn results_of_parallel_loops_that_others_take() {
    let reduce = |names: &str, flags: &str| {
        format!(
            "scf.reduce({names} : f32, f32) {{
    ^bb0(%a: f32, %b: f32):
      %s = arith.addf %a, %b{flags} : f32
      scf.reduce.return %s : f32
    }}, {{
    ^bb0(%a: f32, %b: f32):
      %s = arith.mulf %b, %a : f32
      scf.reduce.return %s : f32
    }}"
        )
    };
    let [first, second] =
        [reduce("%v, %v", " fastmath<reassoc> {once}"), reduce("%w, %first#1", " fastmath<ninf>")];
    check(
        &format!(
            "<|>func.func @f(%A: memref<8xf32>, %x: f32) -> f32 {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %first:2 = scf.parallel (%i) = (%c0) to (%c8) step (%c1) init (%x, %x) -> (f32, f32) {{
    %v = memref.load %A[%i] : memref<8xf32>
    {first} {{twice}}
  }}
  %second:2 = scf.parallel (%i) = (%c0) to (%c8) step (%c1) init (%first#1, %first#0) -> (f32, f32) {{
    %v = memref.load %A[%i] : memref<8xf32>
    %w = arith.addf %v, %first#0 : f32
    {second}
  }}
  return %second#1 : f32
}}
"
        ),
        expect![[r#"
            // Raise the function to affine
            func.func @f(%A: memref<8xf32>, %x: f32) -> f32 {
              %first:2 = affine.parallel (%i) = (0) to (8) reduce ("addf", "mulf") -> (f32, f32) {
                %v = affine.load %A[%i] : memref<8xf32>
                affine.yield {twice} %v, %v : f32, f32
              }
              %first_0 = arith.addf %x, %first#0 fastmath<reassoc> {once} : f32
              %first_1 = arith.mulf %x, %first#1 : f32
              %second:2 = affine.parallel (%i) = (0) to (8) reduce ("addf", "mulf") -> (f32, f32) {
                %v = affine.load %A[%i] : memref<8xf32>
                %w = arith.addf %v, %first_0 : f32
                affine.yield %w, %first_1 : f32, f32
              }
              %second_0 = arith.mulf %first_0, %second#1 : f32
              return %second_0 : f32
            }
        "#]],
    );
}

/// The first reason why something stays is in the title.
#[test]
fn lanes_that_are_not_consecutive_elements() {
    let of = |access: &str, expected: Expect| {
        let text = format!(
            "func.func @f(%A: memref<64x64xf32>, %p: f32, %m: vector<4xi1>, %v: vector<4xf32>, %n: index) {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  <|>scf.for %i = %c0 to %n step %c1 {{
    {access}
  }}
  return
}}
"
        );
        check(&text, expected);
    };
    let read = |map: &str, vector: &str| {
        format!(
            "%r = vector.transfer_read %A[%i, %n], %p {{permutation_map = affine_map<(d0, d1) -> ({map})>, in_bounds = [true, true]}} : memref<64x64xf32>, vector<{vector}xf32>"
        )
    };
    of(
        &read("0, d1", "2x4"),
        expect![[r#"
        // Raise the nest of %i to affine: 1 of 1 loops, 0 of 1 accesses; else `vector.transfer_read` has one element in several lanes
        func.func @f(%A: memref<64x64xf32>, %p: f32, %m: vector<4xi1>, %v: vector<4xf32>, %n: index) {
          affine.for %i = 0 to %n {
            %r = vector.transfer_read %A[%i, %n], %p {permutation_map = affine_map<(d0, d1) -> (0, d1)>, in_bounds = [true, true]} : memref<64x64xf32>, vector<2x4xf32>
          }
          return
        }
    "#]],
    );
    of(
        &read("d1, d0", "2x4"),
        expect![[r#"
        // Raise the nest of %i to affine: 1 of 1 loops, 0 of 1 accesses; else `vector.transfer_read` has the dimensions of memory in another order
        func.func @f(%A: memref<64x64xf32>, %p: f32, %m: vector<4xi1>, %v: vector<4xf32>, %n: index) {
          affine.for %i = 0 to %n {
            %r = vector.transfer_read %A[%i, %n], %p {permutation_map = affine_map<(d0, d1) -> (d1, d0)>, in_bounds = [true, true]} : memref<64x64xf32>, vector<2x4xf32>
          }
          return
        }
    "#]],
    );
    of(
        "%r = vector.transfer_read %A[%i, %n], %p : memref<64x64xf32>, vector<4xf32>",
        expect![[r#"
        // Raise the nest of %i to affine: 1 of 1 loops, 0 of 1 accesses; else `vector.transfer_read` may have lanes outside of the memref
        func.func @f(%A: memref<64x64xf32>, %p: f32, %m: vector<4xi1>, %v: vector<4xf32>, %n: index) {
          affine.for %i = 0 to %n {
            %r = vector.transfer_read %A[%i, %n], %p : memref<64x64xf32>, vector<4xf32>
          }
          return
        }
    "#]],
    );
    of(
        "vector.maskedstore %A[%i, %n], %m, %v : memref<64x64xf32>, vector<4xi1>, vector<4xf32>",
        expect![[r#"
            // Raise the nest of %i to affine: 1 of 1 loops, 0 of 1 accesses; else `vector.maskedstore` leaves out lanes
            func.func @f(%A: memref<64x64xf32>, %p: f32, %m: vector<4xi1>, %v: vector<4xf32>, %n: index) {
              affine.for %i = 0 to %n {
                vector.maskedstore %A[%i, %n], %m, %v : memref<64x64xf32>, vector<4xi1>, vector<4xf32>
              }
              return
            }
        "#]],
    );
}

#[test]
fn transfers_of_vectors_become_accesses() {
    check(
        "func.func @f(%A: memref<64x64xf32>, %p: f32) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c64 = arith.constant 64 : index
  <|>scf.for %i = %c0 to %c64 step %c4 {
    %v = vector.transfer_read %A[%c0, %i], %p {in_bounds = [true]} : memref<64x64xf32>, vector<4xf32>
    vector.transfer_write %v, %A[%c4, %i] {in_bounds = [true]} : vector<4xf32>, memref<64x64xf32>
    %w = vector.load %A[%i, %i] : memref<64x64xf32>, vector<4xf32>
    vector.store %w, %A[%c0, %c0] : memref<64x64xf32>, vector<4xf32>
    %x = memref.load %A[%i, %c0] {nontemporal = true} : memref<64x64xf32>
    %z = vector.transfer_read %A[%c0, %i], %p {in_bounds = [true], my.keep = 3} : memref<64x64xf32>, vector<4xf32>
    %y = vector.transfer_read %A[%c0, %i], %p : memref<64x64xf32>, vector<4xf32>
  }
  return
}
",
        expect![[r#"
            // Raise the nest of %i to affine: 1 of 1 loops, 6 of 7 accesses; else `memref.load` has attributes that the affine dialect has not
            func.func @f(%A: memref<64x64xf32>, %p: f32) {
              %c0 = arith.constant 0 : index
              affine.for %i = 0 to 64 step 4 {
                %v = affine.vector_load %A[0, %i] : memref<64x64xf32>, vector<4xf32>
                affine.vector_store %v, %A[4, %i] : memref<64x64xf32>, vector<4xf32>
                %w = affine.vector_load %A[%i, %i] : memref<64x64xf32>, vector<4xf32>
                affine.vector_store %w, %A[0, 0] : memref<64x64xf32>, vector<4xf32>
                %x = memref.load %A[%i, %c0] {nontemporal = true} : memref<64x64xf32>
                %z = affine.vector_load %A[0, %i] {my.keep = 3} : memref<64x64xf32>, vector<4xf32>
                %y = affine.vector_load %A[0, %i] : memref<64x64xf32>, vector<4xf32>
              }
              return
            }
        "#]],
    );
}

#[test]
fn the_rest_stays_with_its_reason() {
    check(
        "func.func @f(%A: memref<64xf32>, %at: memref<64xindex>, %s: index, %v: f32, %c: i1, %k: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c64 = arith.constant 64 : index
  <|>scf.for %i = %c0 to %c64 step %c1 {
    %j = memref.load %at[%i] : memref<64xindex>
    memref.store %v, %A[%j] : memref<64xf32>
    %d = arith.subi %i, %c3 : index
    %h = arith.divsi %d, %c3 : index
    memref.store %v, %A[%h] : memref<64xf32>
    scf.for %l = %c0 to %c64 step %s {
      memref.store %v, %A[%l] : memref<64xf32>
    }
    scf.if %c {
      memref.store %v, %A[%i] : memref<64xf32>
    }
    %u = arith.index_cast %k : i32 to index
    memref.store %v, %A[%u] : memref<64xf32>
  }
  return
}
",
        expect![[r#"
            // Raise the nest of %i to affine: 2 of 2 loops, 0 of 1 conditions, 4 of 6 accesses; else `%j` is loaded from memory (line 7)
            func.func @f(%A: memref<64xf32>, %at: memref<64xindex>, %s: index, %v: f32, %c: i1, %k: i32) {
              %u = arith.index_cast %k : i32 to index
              %c3 = arith.constant 3 : index
              affine.for %i = 0 to 64 {
                %j = affine.load %at[%i] : memref<64xindex>
                memref.store %v, %A[%j] : memref<64xf32>
                %d = arith.subi %i, %c3 : index
                %h = arith.divsi %d, %c3 : index
                memref.store %v, %A[%h] : memref<64xf32>
                affine.for %l_0 = 0 to affine_map<()[s0] -> (64 ceildiv s0)>()[%s] {
                  %l = affine.apply affine_map<(d0)[s0] -> (d0 * s0)>(%l_0)[%s]
                  affine.store %v, %A[%l] : memref<64xf32>
                }
                scf.if %c {
                  affine.store %v, %A[%i] : memref<64xf32>
                }
                affine.store %v, %A[%u] : memref<64xf32>
              }
              return
            }
        "#]],
    );
}

/// Symbols are looked for through the operations that compute them.
#[test]
fn what_cannot_be_raised_at_all_is_refused() {
    check(
        "func.func @f(%I: memref<index>) {
  %c0 = arith.constant 0 : index
  affine.for %k = 0 to 4 {
    %s = memref.load %I[] : memref<index>
    <|>scf.for %i = %c0 to %s step %s {
    }
  }
  return
}
",
        expect![[r#"
            // Raise the nest of %k to affine: 0 of 1 loops, 1 of 1 accesses; else the step `%s` is neither a constant nor a symbol (line 4)
            func.func @f(%I: memref<index>) {
              %c0 = arith.constant 0 : index
              affine.for %k = 0 to 4 {
                %s = affine.load %I[] : memref<index>
                scf.for %i = %c0 to %s step %s {
                }
              }
              return
            }
        "#]],
    );
    check(
        "func.func @f(%s: index) {
  <|>scf.while : () -> () {
    %b = \"test.more\"() : () -> i1
    scf.condition(%b)
  } do {
    scf.yield
  }
  return
}
",
        expect![[r#"
            refused: `scf.while`: a condition decides when it ends: its condition is not that a carried value is less than one from outside
        "#]],
    );
}

#[test]
fn other_actions_raise_first_and_lower_again() {
    let text = "func.func @f(%A: memref<64xf32>, %c: i1, %v: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  scf.if %c {
    <|>scf.for %i = %c0 to %c64 step %c1 {
      memref.store %v, %A[%i] : memref<64xf32>
    }
  } else {
    scf.for %i = %c0 to %c64 step %c1 {
      memref.store %v, %A[%i] : memref<64xf32>
    }
  }
  return
}
";
    let taken = |left_as| taken_asking(crate::peel::KIND, "raised", left_as, text);
    expect![[r#"
        // Raise to affine and peel the first iteration of %i
        func.func @f(%A: memref<64xf32>, %c: i1, %v: f32) {
          scf.if %c {
            affine.store %v, %A[0] : memref<64xf32>
            affine.for %i = 1 to 64 {
              affine.store %v, %A[%i] : memref<64xf32>
            }
          } else {
            affine.for %i = 0 to 64 {
              affine.store %v, %A[%i] : memref<64xf32>
            }
          }
          return
        }
    "#]]
    .assert_eq(&taken("affine"));
    expect![[r#"
        // Raise to affine and peel the first iteration of %i, and lower it back
        func.func @f(%A: memref<64xf32>, %c: i1, %v: f32) {
          %c0 = arith.constant 0 : index
          %c1 = arith.constant 1 : index
          %c64 = arith.constant 64 : index
          scf.if %c {
            memref.store %v, %A[%c0] : memref<64xf32>
            scf.for %i = %c1 to %c64 step %c1 {
              memref.store %v, %A[%i] : memref<64xf32>
            }
          } else {
            scf.for %i = %c0 to %c64 step %c1 {
              memref.store %v, %A[%i] : memref<64xf32>
            }
          }
          return
        }
    "#]]
    .assert_eq(&taken("scf"));
}

#[test]
fn nests_that_were_affine_before_stay_so() {
    let text = "func.func @f(%A: memref<64xf32>, %v: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  affine.for %i = 0 to 64 {
    affine.store %v, %A[%i] : memref<64xf32>
  }
  <|>scf.for %i = %c0 to %c64 step %c1 {
    memref.store %v, %A[%i] : memref<64xf32>
  }
  affine.for %i = 0 to 32 {
    affine.store %v, %A[%i] : memref<64xf32>
  }
  return
}
";
    expect![[r#"
        // Raise to affine and peel the first iteration of %i, and lower it back
        func.func @f(%A: memref<64xf32>, %v: f32) {
          affine.for %i = 0 to 64 {
            affine.store %v, %A[%i] : memref<64xf32>
          }
          %c0 = arith.constant 0 : index
          %c1 = arith.constant 1 : index
          %c64 = arith.constant 64 : index
          memref.store %v, %A[%c0] : memref<64xf32>
          scf.for %i = %c1 to %c64 step %c1 {
            memref.store %v, %A[%i] : memref<64xf32>
          }
          affine.for %i = 0 to 32 {
            affine.store %v, %A[%i] : memref<64xf32>
          }
          return
        }
    "#]]
    .assert_eq(&taken_asking(crate::peel::KIND, "raised", "scf", text));
}

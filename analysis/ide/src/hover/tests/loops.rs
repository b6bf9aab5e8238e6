//! Loops, and what they carry.

use super::{check, stencil};
use crate::tests::cursor;
use base::source_file::Settings;
use expect_test::expect;

#[test]
fn loop_that_carries_a_dependence() {
    check(
        &stencil("affine.for %arg0"),
        expect![[r#"
            affine.for
            =====
            ```mlir
            affine.for %arg0 = 0 to 9
            ```

            - bounds `0 to 9`
            - trip count 9
            - not parallel
            - `carries RAW %0 line 6` `→ line 7 · distance (2, 0)`
            - one run touches 396 bytes
            - an iteration moves 72 bytes

            Runs its body once for each value from the lower bound, included, to the upper bound, excluded. Bounds are constants, symbols or maps over values of the loops around; of several results the greatest is the lower bound and the least the upper one. `iter_args` hands values from one iteration to the next.
        "#]],
    );
}

#[test]
fn parallel_loop() {
    check(
        &stencil("affine.for %arg1"),
        expect![[r#"
            affine.for
            =====
            ```mlir
            affine.for %arg1 = 0 to 9
            ```

            - bounds `0 to 9`
            - trip count 9 · 81 iterations in all
            - parallel: no iteration depends on another
            - one run touches at most 72 bytes
            - an iteration moves 8 bytes

            Runs its body once for each value from the lower bound, included, to the upper bound, excluded. Bounds are constants, symbols or maps over values of the loops around; of several results the greatest is the lower bound and the least the upper one. `iter_args` hands values from one iteration to the next.
        "#]],
    );
}

#[test]
fn symbolic_trip_count_and_unbounded_distance() {
    let text = "func.func @f(%m: memref<?xf32>, %n: index, %x: f32) {
  affine.for %i = 1 to %n step 2 {
    affine.store %x, %m[0] : memref<?xf32>
  }
  return
}";
    check(
        &text.replacen("affine.for", "affine.<|>for", 1),
        expect![[r#"
            affine.for
            =====
            ```mlir
            affine.for %i = 1 to %n step 2
            ```

            - bounds `1 to %n step 2`
            - trip count `(%n - 1) ceildiv 2`, or 0 if that is negative
            - not parallel
            - `carries WAW %m line 3` `→ line 3 · distance ([2, *])`
            - one run touches 4 bytes
            - an iteration moves 4 bytes

            Runs its body once for each value from the lower bound, included, to the upper bound, excluded. Bounds are constants, symbols or maps over values of the loops around; of several results the greatest is the lower bound and the least the upper one. `iter_args` hands values from one iteration to the next.
        "#]],
    );
    check(
        &text.replacen("affine.store", "affine.<|>store", 1),
        expect![[r#"
            affine.store
            =====
            ```mlir
            affine.store %x, %m[0] : memref<?xf32>
            ```

            - map `(%i) -> (0)`
            - touches at most 1 element (4 bytes): `[0]`

            **Dependences**

            - `WAW → line 3 · distance ([2, *]) · carried by %i (depth 1) · direction (<) · of itself`

            Writes one element, at subscripts that are affine in loop variables and symbols. The value comes first and has the memref's element type; subscripts are as those of `affine.load`.
        "#]],
    );
}

#[test]
fn triangular_and_tiled_loops() {
    check(
        "func.func @f() {
  affine.for %i = 0 to 64 step 8 {
    affine.<|>for %j = affine_map<(d0) -> (d0)>(%i) to min affine_map<(d0) -> (d0 + 8, 61)>(%i) {
    }
  }
  return
}",
        expect![[r#"
            affine.for
            =====
            ```mlir
            affine.for %j = affine_map<(d0) -> (d0)>(%i) to min affine_map<(d0) -> (d0 + 8, 61)>(%i)
            ```

            - bounds `%i to min(%i + 8, 61)`
            - trip count `min(61 - %i, 8)`, in [5, 8]
            - parallel: no iteration depends on another

            Runs its body once for each value from the lower bound, included, to the upper bound, excluded. Bounds are constants, symbols or maps over values of the loops around; of several results the greatest is the lower bound and the least the upper one. `iter_args` hands values from one iteration to the next.
        "#]],
    );
}

#[test]
fn reduction_loop() {
    let text = "func.func @f(%m: memref<8xf32>, %z: f32) -> f32 {
  %r = affine.for %i = 0 to 8 iter_args(%s = %z) -> (f32) {
    %x = affine.load %m[%i] : memref<8xf32>
    %t = arith.addf %s, %x : f32
    affine.yield %t : f32
  }
  return %r : f32
}";
    check(
        &text.replacen("affine.for", "affine.<|>for", 1),
        expect![[r#"
            affine.for
            =====
            ```mlir
            %r = affine.for %i = 0 to 8 iter_args(%s = %z) -> (f32)
            ```

            - bounds `0 to 8`
            - trip count 8
            - not parallel, but only for what it reduces
            - `reduction + · %s · arith.addf`
            - one run touches 32 bytes
            - a recurrence: at least 3 cycles per iteration
            - an iteration moves 4 bytes · 0.25 operations per byte

            Runs its body once for each value from the lower bound, included, to the upper bound, excluded. Bounds are constants, symbols or maps over values of the loops around; of several results the greatest is the lower bound and the least the upper one. `iter_args` hands values from one iteration to the next.
        "#]],
    );
    check(
        &text.replacen("addf %s", "addf %<|>s", 1),
        expect![[r#"
        %s
        =====
        ```mlir
        %s : f32
        ```

        iteration argument of `affine.for`, starts as `%z`
    "#]],
    );
    check(
        &text.replacen("return %r", "return %<|>r", 1),
        expect![[r#"
            %r
            =====
            ```mlir
            %r : f32
            ```

            result of `affine.for`, the last value of an iteration argument that starts as `%z`

            Runs its body once for each value from the lower bound, included, to the upper bound, excluded.
        "#]],
    );
    check(
        &text.replacen("yield %t", "yield %<|>t", 1),
        expect![[r#"
            %t
            =====
            ```mlir
            %t : f32
            ```

            result of `arith.addf`

            Adds two floats.
        "#]],
    );
    check(
        &text.replacen("%m:", "%<|>m:", 1),
        expect![[r#"
        %m
        =====
        ```mlir
        %m : memref<8xf32>
        ```

        argument 0 of `@f`
    "#]],
    );
}

#[test]
fn parallel_op_and_calls() {
    check(
        "func.func private @g()
func.func @f(%n: index) {
  affine.<|>parallel (%i, %j) = (0, 2) to (4, %n) step (2, 1) {
    func.call @g() : () -> ()
  }
  return
}",
        expect![[r#"
            affine.parallel
            =====
            ```mlir
            affine.parallel (%i, %j) = (0, 2) to (4, %n) step (2, 1)
            ```

            - bounds `(0, 2) to (4, %n) step (2, 1)`
            - trip count `2 × (%n - 2)`, or 0 if that is negative
            - whether it is parallel is not known: `func.call` is not analysed

            Runs its body for every point of a box, in any order; results are folded by reductions. Each dimension has its bounds and step; `reduce` names how the values of the iterations are folded to the results.
        "#]],
    );
}

#[test]
fn memory_that_may_be_shared_and_private_memory() {
    let text = "func.func @f(%m: memref<8xf32>, %x: f32) {
  %c = memref.cast %m : memref<8xf32> to memref<?xf32>
  affine.for %i = 0 to 8 {
    %p = memref.alloc() : memref<1xf32>
    affine.store %x, %p[0] : memref<1xf32>
    affine.store %x, %m[%i] : memref<8xf32>
    %y = affine.load %c[%i] : memref<?xf32>
  }
  affine.for %k = 0 to 8 {
    %p = memref.alloc() : memref<1xf32>
    affine.store %x, %p[0] : memref<1xf32>
  }
  return
}";
    check(
        &text.replacen("affine.for %i", "affine.<|>for %i", 1),
        expect![[r#"
            affine.for
            =====
            ```mlir
            affine.for %i = 0 to 8
            ```

            - bounds `0 to 8`
            - trip count 8
            - whether it is parallel is not known
            - `may carry RAW %m line 6` `→ line 7 · not known: %m and %c may be the same memory`
            - `may carry WAR %c line 7` `→ line 6 · not known: %c and %m may be the same memory`
            - one run touches at most 68 bytes
            - an iteration moves 12 bytes

            Runs its body once for each value from the lower bound, included, to the upper bound, excluded. Bounds are constants, symbols or maps over values of the loops around; of several results the greatest is the lower bound and the least the upper one. `iter_args` hands values from one iteration to the next.
        "#]],
    );
    check(
        &text.replacen("affine.for %k", "affine.<|>for %k", 1),
        expect![[r#"
            affine.for
            =====
            ```mlir
            affine.for %k = 0 to 8
            ```

            - bounds `0 to 8`
            - trip count 8
            - parallel: no iteration depends on another
            - one run touches 4 bytes
            - an iteration moves 4 bytes

            Runs its body once for each value from the lower bound, included, to the upper bound, excluded. Bounds are constants, symbols or maps over values of the loops around; of several results the greatest is the lower bound and the least the upper one. `iter_args` hands values from one iteration to the next.
        "#]],
    );
    check(
        &text.replacen("affine.load", "affine.<|>load", 1),
        expect![[r#"
            affine.load
            =====
            ```mlir
            %y = affine.load %c[%i] : memref<?xf32>
            ```

            - map `(%i) -> (%i)`
            - touches 8 elements (32 bytes): `[0, 7]`

            **Dependences**

            - `WAR → line 6 · not known: %c and %m may be the same memory`
            - `from line 6: RAW → line 7 · not known: %m and %c may be the same memory`

            Reads one element, at subscripts that are affine in loop variables and symbols. A subscript is an expression in loop variables, constants and symbols, one for each dimension of the memref.
        "#]],
    );
}

#[test]
fn parallel_op_with_dependent_iterations() {
    check(
        "func.func @f(%m: memref<9xf32>) {
  affine.<|>parallel (%i) = (0) to (8) {
    %x = affine.load %m[%i] : memref<9xf32>
    affine.store %x, %m[%i + 1] : memref<9xf32>
  }
  return
}",
        expect![[r#"
            affine.parallel
            =====
            ```mlir
            affine.parallel (%i) = (0) to (8)
            ```

            - bounds `(0) to (8)`
            - trip count 8
            - written as parallel, but its iterations depend on each other
            - `carries RAW %m line 4` `→ line 3 · distance (1)`
            - one run touches 36 bytes
            - a recurrence: at least 2 cycles per iteration
            - an iteration moves 8 bytes

            Runs its body for every point of a box, in any order; results are folded by reductions. Each dimension has its bounds and step; `reduce` names how the values of the iterations are folded to the results.
        "#]],
    );
}

/// Hovers and the report of loops ask the machine that is configured.
#[test]
fn the_configured_machine() {
    let (mut host, file, offset, _) = cursor(
        "func.func @sum(%m: memref<1024xf32>) -> f32 {
  %zero = arith.constant 0.0 : f32
  %sum = affine<|>.for %i = 0 to 1024 iter_args(%a = %zero) -> (f32) {
    %v = affine.load %m[%i] : memref<1024xf32>
    %n = arith.addf %a, %v : f32
    affine.yield %n : f32
  }
  return %sum : f32
}",
    );
    let mut settings = Settings::default();
    settings.machine.target = "x86-64-v3";
    for (latency, cycles) in [(None, 3.0), (Some(50), 50.0)] {
        if let Some(latency) = latency {
            assert!(settings.machine.set("latency", latency));
        }
        host.set_settings(settings.clone());
        let hover = host.analysis().hover(file, offset).unwrap().markdown;
        assert!(hover.contains(&format!("a recurrence: at least {cycles} cycles per iteration")), "{hover}");
        let loops = host.analysis().loops(file);
        assert_eq!(loops[0].loops[0].initiation_interval, Some(cycles));
    }
}

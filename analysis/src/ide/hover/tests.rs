//! Hovers as they are shown.

use crate::ide::tests::cursor;
use expect_test::{Expect, expect};

#[track_caller]
fn check(fixture: &str, expected: Expect) {
    let (host, file, offset, text) = cursor(fixture);
    let shown = match host.analysis().hover(file, offset) {
        Some(hover) => format!("{}\n=====\n{}\n", &text[hover.range], hover.markdown),
        None => "nothing\n".to_owned(),
    };
    expected.assert_eq(&shown);
}

/// The nest in which the distance is two iterations of the outer loop.
const STENCIL: &str = "func.func @stencil() {
  %cst = arith.constant 7.0 : f32
  %0 = memref.alloc() : memref<10x10xf32>
  affine.for %arg0 = 0 to 9 {
    affine.for %arg1 = 0 to 9 {
      affine.store %cst, %0[%arg0, %arg1] : memref<10x10xf32>
      %1 = affine.load %0[%arg0 - 2, %arg1] : memref<10x10xf32>
    }
  }
  return
}";

fn stencil(at: &str) -> String {
    STENCIL.replacen(at, &format!("<|>{at}"), 1)
}

#[test]
fn store_that_a_later_iteration_reads() {
    check(
        &stencil("affine.store"),
        expect![[r#"
        affine.store
        =====
        ```mlir
        affine.store %cst, %0[%arg0, %arg1] : memref<10x10xf32>
        ```

        - map `(%arg0, %arg1) -> (%arg0, %arg1)`
        - touches 81 elements (324 bytes): [0 to 8] × [0 to 8]

        **Dependences**

        - `RAW → line 7 · distance (2, 0) · carried by %arg0 (depth 1) · direction (<, =)`

        Writes one element, at subscripts that are affine in loop variables and symbols.
    "#]],
    );
}

#[test]
fn load_of_what_an_earlier_iteration_wrote() {
    check(
        &stencil("affine.load"),
        expect![[r#"
        affine.load
        =====
        ```mlir
        %1 = affine.load %0[%arg0 - 2, %arg1] : memref<10x10xf32>
        ```

        - map `(%arg0, %arg1) -> (%arg0 - 2, %arg1)`
        - touches 81 elements (324 bytes): [-2 to 6] × [0 to 8]

        **Dependences**

        - `from line 6: RAW → line 7 · distance (2, 0) · carried by %arg0 (depth 1) · direction (<, =)`

        Reads one element, at subscripts that are affine in loop variables and symbols.
    "#]],
    );
}

#[test]
fn both_ends_say_the_same_of_their_dependence() {
    for at in ["affine.store", "affine.load", "%0[%arg0,", "%0[%arg0 -", "[%arg0,", "[%arg0 -", "- 2"] {
        let (host, file, offset, _) = cursor(&stencil(at));
        let hover = host.analysis().hover(file, offset).expect("a hover");
        let expected = "RAW → line 7 · distance (2, 0) · carried by %arg0 (depth 1)";
        assert!(hover.markdown.contains(expected), "{at}: {}", hover.markdown);
    }
}

#[test]
fn memref_of_an_access() {
    check(
        &stencil("%0[%arg0 -"),
        expect![[r#"
        %0
        =====
        ```mlir
        %0 : memref<10x10xf32>
        ```

        result of `memref.alloc`

        ---

        ```mlir
        %1 = affine.load %0[%arg0 - 2, %arg1] : memref<10x10xf32>
        ```

        - map `(%arg0, %arg1) -> (%arg0 - 2, %arg1)`
        - touches 81 elements (324 bytes): [-2 to 6] × [0 to 8]

        **Dependences**

        - `from line 6: RAW → line 7 · distance (2, 0) · carried by %arg0 (depth 1) · direction (<, =)`

        Reads one element, at subscripts that are affine in loop variables and symbols.
    "#]],
    );
}

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
        - `carries RAW %0 line 6 → line 7 · distance (2, 0)`

        Runs its body once for each value from the lower bound, included, to the upper bound, excluded.
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
        - trip count 9
        - parallel: no iteration depends on another

        Runs its body once for each value from the lower bound, included, to the upper bound, excluded.
    "#]],
    );
}

#[test]
fn induction_variable() {
    check(
        &stencil("%arg1 ="),
        expect![[r#"
        %arg1
        =====
        ```mlir
        %arg1 : index
        ```

        induction variable of `affine.for`, 0 to 9
    "#]],
    );
    check(
        &stencil("%arg0 - 2"),
        expect![[r#"
        %arg0
        =====
        ```mlir
        %arg0 : index
        ```

        induction variable of `affine.for`, 0 to 9
    "#]],
    );
}

#[test]
fn distances_that_differ() {
    check(
        "func.func @f(%0: memref<100x100xf32>, %cst: f32) {
  affine.for %i0 = 0 to 10 {
    affine.for %i1 = 0 to 7 {
      affine.st<|>ore %cst, %0[%i0 + 3 * %i1, 4 * %i0 + 5 * %i1] : memref<100x100xf32>
      %a = affine.load %0[%i0 + %i1, %i0 + 2 * %i1 + 3] : memref<100x100xf32>
    }
  }
  return
}",
        expect![[r#"
            affine.store
            =====
            ```mlir
            affine.store %cst, %0[%i0 + 3 * %i1, 4 * %i0 + 5 * %i1] : memref<100x100xf32>
            ```

            - map `(%i0, %i1) -> (%i0 + %i1 * 3, %i0 * 4 + %i1 * 5)`
            - touches at most 1876 elements (7504 bytes): [0 to 27] × [0 to 66]

            **Dependences**

            - `RAW → line 5 · distance ([1, 7], [-1, 3]), exactly (1, 1), (2, 2), (3, 3), (5, -1), (6, 0), (7, 1) · carried by %i0 (depth 1) · direction (<, *)`
            - `RAW → line 5 · distance (0, 0) · loop-independent · direction (=, =)`
            - `from line 5: WAR → line 4 · distance (2, -4) · carried by %i0 (depth 1) · direction (<, >)`

            Writes one element, at subscripts that are affine in loop variables and symbols.
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
            - `carries WAW %m line 3 → line 3 · distance ([2, *])`

            Runs its body once for each value from the lower bound, included, to the upper bound, excluded.
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

        **Dependences**

        - `WAW → line 3 · distance ([2, *]) · carried by %i (depth 1) · direction (<) · of itself`

        Writes one element, at subscripts that are affine in loop variables and symbols.
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
            - trip count `min(61 - %i, 8)`, or 0 if that is negative
            - parallel: no iteration depends on another

            Runs its body once for each value from the lower bound, included, to the upper bound, excluded.
        "#]],
    );
}

#[test]
fn footprint_of_a_shifted_and_strided_access() {
    check(
        "func.func @f(%m: memref<100x100xf64>) {
  affine.for %i = 0 to 10 step 3 {
    affine.for %j = 0 to 5 {
      %a = affine.apply affine_map<(d0) -> (d0 + 1)>(%j)
      %x = affine.<|>load %m[%i, %a * 2] : memref<100x100xf64>
    }
  }
  return
}",
        expect![[r#"
            affine.load
            =====
            ```mlir
            %x = affine.load %m[%i, %a * 2] : memref<100x100xf64>
            ```

            - map `(%i, %j) -> (%i, %j * 2 + 2)`
            - touches 20 elements (160 bytes): [0 to 9] × [2 to 10]
            - no dependences with affine accesses

            Reads one element, at subscripts that are affine in loop variables and symbols.
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
        - not parallel: its iteration arguments carry values from one iteration to the next

        Runs its body once for each value from the lower bound, included, to the upper bound, excluded.
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

            Runs its body for every point of a box, in any order; results are folded by reductions.
        "#]],
    );
}

#[test]
fn apply_min_and_if() {
    let text = "func.func @f(%i: index, %n: index) {
  %a = affine.apply affine_map<(d0)[s0] -> (d0 + s0)>(%i)[%n]
  %b = affine.min affine_map<(d0, d1) -> (d0 * 2, d1 - 1)>(%a, %i)
  affine.if affine_set<(d0)[s0] : (d0 - s0 >= 0, d0 == 0)>(%i)[%n] {
  }
  return
}";
    check(
        &text.replacen("affine.apply", "affine.<|>apply", 1),
        expect![[r#"
            affine.apply
            =====
            ```mlir
            %a = affine.apply affine_map<(d0)[s0] -> (d0 + s0)>(%i)[%n]
            ```

            - map `%i + %n`

            Evaluates an affine map with one result on index values.
        "#]],
    );
    check(
        &text.replacen("affine.min", "affine.<|>min", 1),
        expect![[r#"
            affine.min
            =====
            ```mlir
            %b = affine.min affine_map<(d0, d1) -> (d0 * 2, d1 - 1)>(%a, %i)
            ```

            - map `min(%a * 2, %i - 1)`
            - composed `min(%i * 2 + %n * 2, %i - 1)`

            The least of the results of an affine map.
        "#]],
    );
    check(
        &text.replacen("affine.if", "affine.<|>if", 1),
        expect![[r#"
        affine.if
        =====
        ```mlir
        affine.if affine_set<(d0)[s0] : (d0 - s0 >= 0, d0 == 0)>(%i)[%n]
        ```

        - holds where `%i - %n >= 0 and %i == 0`

        Runs its first region where an integer set holds, else its second.
    "#]],
    );
    check(
        &text.replacen("-> (d0 * 2", "-> (<|>d0 * 2", 1),
        expect![[r#"
        d0
        =====
        ```mlir
        (d0, d1) -> (d0 * 2, d1 - 1)
        ```

        dimension 0
    "#]],
    );
}

#[test]
fn symbols_and_aliases() {
    let text = "#map = affine_map<(d0) -> (d0 + 1)>
!e = f32
!m = memref<8x!e>
func.func private @g(%x: !m {x.y = 1}, index) -> (f32)
func.func @f(%m: !m, %i: index) attributes {a = 1} {
  %0 = affine.apply #map(%i)
  func.call @f(%m, %i) : (!m, index) -> ()
  return
}";
    check(
        &text.replacen("#map(", "#<|>map(", 1),
        expect![[r#"
        #map
        =====
        ```mlir
        #map = affine_map<(d0) -> (d0 + 1)>
        ```
    "#]],
    );
    check(
        &text.replacen("call @f", "call @<|>f", 1),
        expect![[r#"
        @f
        =====
        ```mlir
        func.func @f(%m: !m, %i: index)
        ```
    "#]],
    );
    check(
        &text.replacen("(!m, index", "(<|>!m, index", 1),
        expect![[r#"
        !m
        =====
        ```mlir
        !m = memref<8x!e>
        ```

        expands to `memref<8xf32>`
    "#]],
    );
}

#[test]
fn values_of_unknown_operations() {
    let text = "func.func @f() {
  %a:2 = foo.bar %b
  %c = arith.constant 4 : index
  foo.baz %a#1, %c
  return
}";
    check(
        &text.replacen("%a#1", "%<|>a#1", 1),
        expect![[r#"
        %a#1
        =====
        ```mlir
        %a#1
        ```

        result 1 of 2 of `foo.bar`
    "#]],
    );
    check(
        &text.replacen("baz %a#1, %c", "baz %a#1, %<|>c", 1),
        expect![[r#"
        %c
        =====
        ```mlir
        %c : index
        ```

        result of `arith.constant`, the constant 4
    "#]],
    );
    check(
        &text.replacen("foo.bar", "foo.<|>bar", 1),
        expect![[r#"
        nothing
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
        - `may carry RAW %m line 6 → line 7 · not known: %m and %c may be the same memory`
        - `may carry WAR %c line 7 → line 6 · not known: %c and %m may be the same memory`

        Runs its body once for each value from the lower bound, included, to the upper bound, excluded.
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

        Runs its body once for each value from the lower bound, included, to the upper bound, excluded.
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
        - touches 8 elements (32 bytes): [0 to 7]

        **Dependences**

        - `WAR → line 6 · not known: %c and %m may be the same memory`
        - `from line 6: RAW → line 7 · not known: %m and %c may be the same memory`

        Reads one element, at subscripts that are affine in loop variables and symbols.
    "#]],
    );
}

//! Loads and stores.

use super::{check, stencil};
use crate::tests::cursor;
use expect_test::expect;

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
            - touches 81 elements (324 bytes): `[0, 8] × [0, 8]`

            **Dependences**

            - `RAW → line 7 · distance (2, 0) · carried by %arg0 (depth 1) · direction (<, =)`

            Writes one element, at subscripts that are affine in loop variables and symbols. The value comes first and has the memref's element type; subscripts are as those of `affine.load`.
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
            - touches 81 elements (324 bytes): `[-2, 6] × [0, 8]`
            - reads some elements that nothing here has written before

            **Dependences**

            - `from line 6: RAW → line 7 · distance (2, 0) · carried by %arg0 (depth 1) · direction (<, =)`

            Reads one element, at subscripts that are affine in loop variables and symbols. A subscript is an expression in loop variables, constants and symbols, one for each dimension of the memref.
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

            New memory, until it is freed.

            ---

            ```mlir
            %1 = affine.load %0[%arg0 - 2, %arg1] : memref<10x10xf32>
            ```

            - map `(%arg0, %arg1) -> (%arg0 - 2, %arg1)`
            - touches 81 elements (324 bytes): `[-2, 6] × [0, 8]`
            - reads some elements that nothing here has written before

            **Dependences**

            - `from line 6: RAW → line 7 · distance (2, 0) · carried by %arg0 (depth 1) · direction (<, =)`

            Reads one element, at subscripts that are affine in loop variables and symbols. A subscript is an expression in loop variables, constants and symbols, one for each dimension of the memref.
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
            - touches 70 elements (280 bytes): `[0, 27] × [0, 66]`

            **Dependences**

            - `RAW → line 5 · distance ([1, 7], [-1, 3]), exactly (1, 1), (2, 2), (3, 3), (5, -1), (6, 0), (7, 1) · carried by %i0 (depth 1) · direction (<, *)`
            - `RAW → line 5 · distance (0, 0) · loop-independent · direction (=, =)`
            - `from line 5: WAR → line 4 · distance (2, -4) · carried by %i0 (depth 1) · direction (<, >)`

            Writes one element, at subscripts that are affine in loop variables and symbols. The value comes first and has the memref's element type; subscripts are as those of `affine.load`.
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
            - touches 20 elements (160 bytes): `[0, 9] × [2, 10]`
            - reads elements that nothing here has written before
            - no dependences with other accesses

            Reads one element, at subscripts that are affine in loop variables and symbols. A subscript is an expression in loop variables, constants and symbols, one for each dimension of the memref.
        "#]],
    );
}

#[test]
fn transfers_and_calls() {
    let program = "func.func private @g()
func.func @f(%A: memref<64xf32>, %n: index, %x: f32) {
  %B = memref.alloc() : memref<64xf32, 1>
  %T = memref.alloc() : memref<1xi32>
  affine.for %i = 0 to 4 {
    affine.store %x, %A[%i + 2] : memref<64xf32>
    affine.dma_start %A[%i], %B[0], %T[0], %n : memref<64xf32>, memref<64xf32, 1>, memref<1xi32>
    func.call @g() : () -> ()
  }
  return
}
";
    let at = |name: &str| program.replace(name, &name.replacen('.', ".<|>", 1));
    check(
        &at("affine.dma_start"),
        expect![[r#"
            affine.dma_start
            =====
            ```mlir
            affine.dma_start %A[%i], %B[0], %T[0], %n : memref<64xf32>, memref<64xf32, 1>, memref<1xi32>
            ```

            **Dependences**

            - `WAR → line 6 · distance ([1, 3]), exactly (1), (2), (3) · carried by %i (depth 1) · direction (<)`
            - `WAW → line 7 · distance ([1, 3]), exactly (1), (2), (3) · carried by %i (depth 1) · direction (<) · of itself`
            - `from line 6: RAW → line 7 · distance ([1, 2]), exactly (1), (2) · carried by %i (depth 1) · direction (<)`
            - `from line 6: RAW → line 7 · distance (0) · loop-independent · direction (=)`
            - `with line 8 · not known: func.call of @g may touch any memory`

            Begins a transfer between memrefs that runs beside the program; `affine.dma_wait` ends it. Source, destination and tag are memrefs with subscripts; the count of elements follows, then a stride and the elements per stride where the transfer has gaps.
        "#]],
    );
    check(
        &at("affine.store"),
        expect![[r#"
            affine.store
            =====
            ```mlir
            affine.store %x, %A[%i + 2] : memref<64xf32>
            ```

            - map `(%i) -> (%i + 2)`
            - touches 4 elements (16 bytes): `[2, 5]`

            **Dependences**

            - `RAW → line 7 · distance ([1, 2]), exactly (1), (2) · carried by %i (depth 1) · direction (<)`
            - `RAW → line 7 · distance (0) · loop-independent · direction (=)`
            - `from line 7: WAR → line 6 · distance ([1, 3]), exactly (1), (2), (3) · carried by %i (depth 1) · direction (<)`
            - `with line 8 · not known: func.call of @g may touch any memory`

            Writes one element, at subscripts that are affine in loop variables and symbols. The value comes first and has the memref's element type; subscripts are as those of `affine.load`.
        "#]],
    );
}

#[test]
fn access_of_another_dialect() {
    check(
        "func.func @f(%A: memref<64xf32>) {
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  scf.for %i = %c1 to %c64 step %c1 {
    %before = arith.subi %i, %c1 : index
    %v = memref.load %A[%before] : memref<64xf32>
    memref<|>.store %v, %A[%i] : memref<64xf32>
  }
  return
}",
        expect![[r#"
            memref.store
            =====
            ```mlir
            memref.store %v, %A[%i] : memref<64xf32>
            ```

            - touches 63 elements (252 bytes): `[1, 63]`

            **Dependences**

            - `RAW → line 6 · distance (1) · carried by %i (depth 1) · direction (<)`

            Writes an element.
        "#]],
    );
}

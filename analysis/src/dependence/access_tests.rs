//! Which elements each kind of access touches, and which values subscripts may be computed from.

use super::tests::check;
use expect_test::expect;

#[test]
fn prefetches_are_no_accesses() {
    check(
        "affine.for %i = 0 to 8 {
           affine.prefetch %B[%i], write, locality<3>, data : memref<100xf32>
           affine.store %x, %B[%i + 1] : memref<100xf32>
         }",
        expect![""],
    );
}

#[test]
fn vectors_of_two_dimensions_touch_a_box() {
    check(
        "%v = vector.broadcast %x : f32 to vector<2x4xf32>
         affine.for %i = 0 to 8 {
           affine.vector_store %v, %A[2 * %i, 0] : memref<100x100xf32>, vector<2x4xf32>
           %0 = affine.load %A[%i, 3] : memref<100x100xf32>
           %1 = affine.load %A[%i, 4] : memref<100x100xf32>
         }",
        expect![[r#"
            0 -> 1 RAW depth 1 [1, 4] (1) (2) (3) (4)
            0 -> 1 RAW depth 2 [0, 0] (0)
        "#]],
    );
}

#[test]
fn digits_of_indices_are_followed() {
    check(
        "affine.for %i = 0 to 12 {
           %d:2 = affine.delinearize_index %i into (3, 4) : index, index
           affine.store %x, %A[%d#0, %d#1] : memref<100x100xf32>
           affine.store %x, %B[%d#1] : memref<100xf32>
         }
         affine.for %i = 0 to 3 {
           affine.for %j = 0 to 4 {
             %l = affine.linearize_index disjoint [%i, %j] by (3, 4) : index
             affine.store %x, %B[%l] : memref<100xf32>
           }
         }",
        expect![[r#"
            1 -> 1 WAW depth 1 [4, 8] (4) (8)
            1 -> 2 WAW depth 1 
        "#]],
    );
}

#[test]
fn sizes_of_static_shapes_are_constants() {
    check(
        "%c0 = arith.constant 0 : index
         %n = memref.dim %B, %c0 : memref<100xf32>
         affine.for %i = 0 to 8 {
           affine.store %x, %B[%i] : memref<100xf32>
           %v = affine.load %B[%i + symbol(%n) - 98] : memref<100xf32>
         }",
        expect![[r#"
            1 -> 0 WAR depth 1 [2, 2] (2)
        "#]],
    );
}

#[test]
fn sizes_that_vary_are_symbols() {
    check(
        "%c0 = arith.constant 0 : index
         %C = memref.alloc(%N) : memref<?xf32>
         %n = memref.dim %C, %c0 : memref<?xf32>
         affine.for %i = 0 to %n {
           affine.store %x, %C[%i] : memref<?xf32>
           %v = affine.load %C[symbol(%n) - 1] : memref<?xf32>
         }",
        expect![[r#"
            0 -> 1 RAW depth 2 [0, 0] (0)
            1 -> 0 WAR depth 1 [1, *]
        "#]],
    );
}

#[test]
fn index_arithmetic_is_followed_where_it_is_affine() {
    check(
        "%c2 = arith.constant 2 : index
         %s = arith.muli %N, %c2 : index
         %t = arith.addi %s, %c2 : index
         affine.for %i = 0 to 8 {
           affine.store %x, %B[%i + symbol(%t)] : memref<100xf32>
           %v = affine.load %B[%i + 2 * symbol(%N)] : memref<100xf32>
         }
         %q = arith.muli %N, %N : index
         affine.for %i = 0 to 8 {
           affine.store %x, %B[%i + symbol(%q)] : memref<100xf32>
           %w = affine.load %B[%i + symbol(%q) - 1] : memref<100xf32>
         }",
        expect![[r#"
            0 -> 1 RAW depth 1 [2, 2] (2)
            0 -> 2 WAW depth 1 
            0 -> 3 RAW depth 1 
            1 -> 2 WAR depth 1 
            2 -> 3 RAW depth 1 [1, 1] (1)
        "#]],
    );
}

#[test]
fn operations_of_other_dialects_are_not_listed() {
    check(
        "affine.for %i = 0 to 8 {
           memref.store %x, %B[%i] : memref<100xf32>
           %v = memref.load %B[%i] : memref<100xf32>
           func.call @g(%B) : (memref<100xf32>) -> ()
           affine.store %x, %B[%i] : memref<100xf32>
         }",
        expect![""],
    );
}

#[test]
fn one_global_is_one_memory() {
    check(
        "%C = memref.get_global @global : memref<100xf32>
         %D = memref.get_global @global : memref<100xf32>
         %E = memref.get_global @other : memref<100xf32>
         affine.for %i = 0 to 8 {
           affine.store %x, %C[%i] : memref<100xf32>
           %v = affine.load %D[%i] : memref<100xf32>
           %w = affine.load %E[%i] : memref<100xf32>
         }",
        expect![[r#"
            0 -> 1 RAW depth 1 [*, *] unknown: `%C` and `%D` may be the same memory
            1 -> 0 WAR depth 1 [*, *] unknown: `%D` and `%C` may be the same memory
        "#]],
    );
}

#[test]
fn memrefs_that_loops_carry_may_alias() {
    check(
        "%r = affine.for %i = 0 to 8 iter_args(%C = %B) -> memref<100xf32> {
           affine.store %x, %C[%i] : memref<100xf32>
           affine.yield %C : memref<100xf32>
         }
         %v = affine.load %r[0] : memref<100xf32>
         %D = memref.subview %B[0] [10] [1] : memref<100xf32> to memref<10xf32, strided<[1]>>
         affine.store %x, %D[3] : memref<10xf32, strided<[1]>>",
        expect![[r#"
            0 -> 1 RAW depth 1  unknown: `%C` and `%r` may be the same memory
            0 -> 2 WAW depth 1  unknown: `%C` and `%D` may be the same memory
            1 -> 2 WAR depth 1  unknown: `%r` and `%D` may be the same memory
        "#]],
    );
}

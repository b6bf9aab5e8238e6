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
        expect![[r#"
            0 -> 1 RAW depth 2 [0, 0] (0)
            0 -> 2 WAW depth 2 [0, 0] (0)
            1 -> 2 WAR depth 2 [0, 0] (0)
            ? 0 1 2: `func.call` of `@g` may touch any memory
        "#]],
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
            0 -> 0 WAW depth 1 [*, *] unknown: `%C` may be other memory in each iteration
            0 -> 1 RAW depth 1  unknown: `%C` and `%r` may be the same memory
            0 -> 2 WAW depth 1  unknown: `%C` and `%D` may be the same memory
            1 -> 2 WAR depth 1  unknown: `%r` and `%D` may be the same memory
        "#]],
    );
}

/// A transfer with these operands after the tag, and accesses of what it touches.
#[track_caller]
fn check_transfer(body: &str, expected: expect_test::Expect) {
    check(
        &format!(
            "%S = memref.alloc() : memref<8x10xf32, 1>
             %L = memref.alloc() : memref<?xf32, 2>
             %T = memref.alloc() : memref<4xi32>
             %c1 = arith.constant 1 : index
             %c6 = arith.constant 6 : index
             %c12 = arith.constant 12 : index
             %c10 = arith.constant 10 : index
             %c2 = arith.constant 2 : index
             {body}"
        ),
        expected,
    );
}

#[test]
fn transfers_read_and_write_in_row_major_order() {
    // 12 elements from (1, 4) on: the rest of row 1, and 6 of row 2.
    check_transfer(
        "affine.dma_start %L[7], %S[1, 4], %T[0], %c12 : memref<?xf32, 2>, memref<8x10xf32, 1>, memref<4xi32>
         affine.dma_wait %T[0], %c12 : memref<4xi32>
         affine.for %i = 0 to 8 {
           affine.for %j = 0 to 10 {
             %v = affine.load %S[%i, %j] : memref<8x10xf32, 1>
           }
         }
         %a = affine.load %S[1, 3] : memref<8x10xf32, 1>
         %b = affine.load %S[1, 9] : memref<8x10xf32, 1>
         %c = affine.load %S[2, 5] : memref<8x10xf32, 1>
         %d = affine.load %S[2, 6] : memref<8x10xf32, 1>
         affine.store %x, %L[6] : memref<?xf32, 2>
         affine.store %x, %L[18] : memref<?xf32, 2>
         affine.store %x, %L[19] : memref<?xf32, 2>",
        expect![[r#"
            0 -> 8 WAR depth 1 
            1 -> 2 RAW depth 1 
            1 -> 4 RAW depth 1 
            1 -> 5 RAW depth 1 
            ? 7 8 9: transfers end at `affine.dma_wait`
            ? 1 2 3 4 5 6: transfers end at `affine.dma_wait`
        "#]],
    );
}

#[test]
fn strides_apply_to_the_slower_memory() {
    // Two elements of each row.
    check_transfer(
        "affine.dma_start %S[0, 3], %L[0], %T[0], %c6, %c10, %c2 : memref<8x10xf32, 1>, memref<?xf32, 2>, memref<4xi32>
         affine.for %i = 0 to 8 {
           affine.for %j = 0 to 10 {
             affine.store %x, %S[%i, %j] : memref<8x10xf32, 1>
           }
         }
         affine.store %x, %S[0, 5] : memref<8x10xf32, 1>
         affine.store %x, %S[2, 4] : memref<8x10xf32, 1>
         affine.store %x, %S[3, 3] : memref<8x10xf32, 1>
         affine.store %x, %L[5] : memref<?xf32, 2>
         affine.store %x, %L[6] : memref<?xf32, 2>",
        expect![[r#"
            0 -> 2 WAR depth 1 
            0 -> 4 WAR depth 1 
            1 -> 6 WAW depth 1 
            2 -> 3 WAW depth 1 
            2 -> 4 WAW depth 1 
            2 -> 5 WAW depth 1 
        "#]],
    );
}

#[test]
fn transfers_of_symbolic_sizes_in_loops() {
    check_transfer(
        "affine.for %i = 0 to 8 {
           affine.dma_start %S[%i, 0], %L[%i * 3], %T[0], %N : memref<8x10xf32, 1>, memref<?xf32, 2>, memref<4xi32>
           affine.dma_wait %T[0], %N : memref<4xi32>
           %v = affine.load %L[symbol(%N) + 5] : memref<?xf32, 2>
         }
         affine.for %i = 0 to 8 {
           affine.dma_start %S[%i, 0], %L[10 * %i], %T[0], %c1 : memref<8x10xf32, 1>, memref<?xf32, 2>, memref<4xi32>
         }",
        expect![[r#"
            1 -> 1 WAW depth 1 [1, 7] (1) (2) (3) (4) (5) (6) (7)
            1 -> 2 RAW depth 1 [1, 5] (1) (2) (3) (4) (5)
            1 -> 2 RAW depth 2 [0, 0] (0)
            1 -> 4 WAW depth 1 
            2 -> 1 WAR depth 1 [1, 7] (1) (2) (3) (4) (5) (6) (7)
            2 -> 4 WAR depth 1 
            ? 1 2 4: transfers end at `affine.dma_wait`
        "#]],
    );
}

#[test]
fn transfers_that_are_not_known() {
    check_transfer(
        "affine.dma_start %S[0, 0], %L[0], %T[0], %c6, %N, %c2 : memref<8x10xf32, 1>, memref<?xf32, 2>, memref<4xi32>
         affine.store %x, %S[0, 5] : memref<8x10xf32, 1>
         %D = memref.alloc(%N) : memref<8x?xf32, 1>
         affine.dma_start %D[0, 0], %L[0], %T[0], %c6 : memref<8x?xf32, 1>, memref<?xf32, 2>, memref<4xi32>
         affine.store %x, %D[0, 5] : memref<8x?xf32, 1>
         %E = memref.alloc() : memref<8x10xf32, affine_map<(d0, d1) -> (d1, d0)>, 1>
         affine.dma_start %E[0, 0], %L[0], %T[0], %c6 : memref<8x10xf32, affine_map<(d0, d1) -> (d1, d0)>, 1>, memref<?xf32, 2>, memref<4xi32>
         affine.store %x, %E[0, 5] : memref<8x10xf32, affine_map<(d0, d1) -> (d1, d0)>, 1>",
        expect![[r#"
            0 -> 2 WAR depth 1  unknown: the stride or the chunk of a transfer is not constant
            1 -> 4 WAW depth 1 
            1 -> 7 WAW depth 1 
            3 -> 5 WAR depth 1  unknown: the inner sizes of `%D` are not static
            4 -> 7 WAW depth 1 
            6 -> 8 WAR depth 1  unknown: the layout of `%E` is not row-major
        "#]],
    );
}

#[test]
fn calls_and_other_accesses_are_not_known() {
    check(
        "%P = memref.alloc() : memref<100xf32>
         affine.for %i = 0 to 8 {
           affine.store %x, %P[%i] : memref<100xf32>
           affine.store %x, %B[%i] : memref<100xf32>
           func.call @g() : () -> ()
           %v = memref.load %P[%i] : memref<100xf32>
           memref.store %v, %P[%i] : memref<100xf32>
           \"some.op\"(%B) : (memref<100xf32>) -> ()
         }
         memref.copy %B, %P : memref<100xf32> to memref<100xf32>
         %w = affine.load %A[0, 0] : memref<100x100xf32>",
        expect![[r#"
            0 -> 2 RAW depth 2 [0, 0] (0)
            0 -> 3 WAW depth 2 [0, 0] (0)
            0 -> 5 WAW depth 1 
            1 -> 4 RAW depth 1 
            2 -> 3 WAR depth 2 [0, 0] (0)
            2 -> 5 WAR depth 1 
            3 -> 5 WAW depth 1 
            ? 1 4 6: `func.call` of `@g` may touch any memory
            ? 1 4 6: `some.op` may touch any memory
        "#]],
    );
}

/// Whether a value `%t` is known to be an expression over `symbol(%N)`: then only the accesses of one iteration meet.
fn is_followed(value: &str, expression: &str) -> bool {
    let found = super::tests::render(&format!(
        "func.func @f(%B: memref<100xf32>, %C: memref<?xf32>, %N: index, %x: f32) {{
           %c0 = arith.constant 0 : index
           %c3 = arith.constant 3 : index
           %cm3 = arith.constant -3 : index
           %t = {value}
           affine.for %i = 0 to 4 {{
             affine.store %x, %B[%i + symbol(%t)] : memref<100xf32>
             %v = affine.load %B[%i + {expression}] : memref<100xf32>
           }}
           return
         }}"
    ));
    assert!(!found.contains("unknown"), "{value}: {found}");
    found == "0 -> 1 RAW depth 2 [0, 0] (0)\n"
}

#[test]
fn affine_index_arithmetic_is_followed() {
    for (value, expression) in [
        ("arith.addi %N, %c3 : index", "symbol(%N) + 3"),
        ("arith.subi %c3, %N : index", "3 - symbol(%N)"),
        ("arith.muli %c3, %N : index", "3 * symbol(%N)"),
        ("arith.floordivsi %N, %c3 : index", "symbol(%N) floordiv 3"),
        ("arith.ceildivsi %N, %c3 : index", "symbol(%N) ceildiv 3"),
        ("arith.minsi %c3, %c0 : index", "0"),
        ("arith.floordivsi %N, %cm3 : index", "(-symbol(%N)) floordiv 3"),
        ("arith.shli %N, %c3 : index", "symbol(%N) * 8"),
        ("arith.shrsi %N, %c3 : index", "symbol(%N) floordiv 8"),
        ("index.add %N, %c3", "symbol(%N) + 3"),
        ("index.sub %N, %N", "0"),
        ("index.mul %N, %c3", "symbol(%N) * 3"),
        ("index.floordivs %N, %c3", "symbol(%N) floordiv 3"),
        ("index.ceildivs %N, %c3", "symbol(%N) ceildiv 3"),
        ("index.maxs %c3, %c0", "3"),
        ("memref.dim %B, %c0 : memref<100xf32>", "100"),
        ("affine.apply affine_map<()[s0] -> (s0 mod 3)>()[%N]", "symbol(%N) mod 3"),
    ] {
        assert!(is_followed(value, expression), "{value}");
    }
}

#[test]
fn other_values_are_symbols() {
    for value in [
        "arith.muli %N, %N : index",
        "arith.divui %N, %c3 : index",
        "index.remu %N, %c3",
        "memref.dim %C, %c0 : memref<?xf32>",
        "memref.dim %B, %N : memref<100xf32>",
    ] {
        assert!(!is_followed(value, "symbol(%N)"), "{value}");
        assert!(is_followed(value, "symbol(%t)"), "{value}");
    }
}

//! Programs in which memrefs are not the memory that their names suggest, and the refusals in each.

use super::loop_tests::taken;

const LOOPS: [&str; 3] = ["parallelize", "vectorize", "unrollJam"];

/// The actions at the cursor are not there or refused for this reason.
#[track_caller]
fn refused(kinds: &[&str], text: &str, reason: &str) {
    for kind in kinds {
        let found = taken(&format!("refactor.rewrite.affine.{kind}"), "", text);
        assert!(found == "not here\n" || found.starts_with("refused: "), "{kind}: {found}");
        assert!(*kind != "parallelize" || found.contains(reason), "{kind}: {found}");
    }
}

#[test]
fn a_layout_that_puts_two_elements_at_one_place() {
    refused(
        &["parallelize", "vectorize", "unrollJam", "interchange"],
        "func.func @f(%M: memref<16xi32>, %B: memref<4x4xi32>) {
  %A = memref.reinterpret_cast %M to offset: [0], sizes: [4, 4], strides: [1, 1] : memref<16xi32> to memref<4x4xi32, strided<[1, 1]>>
  <|>affine.for %i = 0 to 4 {
    affine.for %j = 0 to 4 {
      %v = affine.load %B[%i, %j] : memref<4x4xi32>
      affine.store %v, %A[%i, %j] : memref<4x4xi32, strided<[1, 1]>>
    }
  }
  return
}
",
        "the layout of `%A` may map different subscripts to one element",
    );
}

#[test]
fn a_function_that_returns_its_argument() {
    refused(
        &LOOPS,
        "func.func private @same(%A: memref<9xi32>) -> memref<9xi32> {
  return %A : memref<9xi32>
}
func.func @f(%A: memref<9xi32>) {
  %B = func.call @same(%A) : (memref<9xi32>) -> memref<9xi32>
  <|>affine.for %i = 0 to 8 {
    %v = affine.load %A[%i] : memref<9xi32>
    affine.store %v, %B[%i + 1] : memref<9xi32>
  }
  return
}
",
        "may be the same memory",
    );
}

#[test]
fn a_buffer_by_way_of_a_tensor() {
    refused(
        &LOOPS,
        "func.func @f(%A: memref<16xi32>) {
  %t = bufferization.to_tensor %A : memref<16xi32> to tensor<16xi32>
  %C = bufferization.to_buffer %t : tensor<16xi32> to memref<16xi32>
  <|>affine.for %i = 1 to 15 {
    %v = affine.load %A[%i - 1] : memref<16xi32>
    affine.store %v, %C[%i] : memref<16xi32>
  }
  return
}
",
        "may be the same memory",
    );
}

/// A window that moves with the outer loop: its elements are those of the next window too.
const WINDOWS: &str = "func.func @f(%A: memref<16xi32>) {
  OUTERaffine.for %i = 0 to 8 {
    %w = memref.subview %A[%i] [4] [1] : memref<16xi32> to memref<4xi32, strided<[1], offset: ?>>
    INNERaffine.for %j = 0 to 4 {
      %v = affine.load %w[%j] : memref<4xi32, strided<[1], offset: ?>>
      %s = arith.addi %v, %v : i32
      affine.store %s, %w[%j] : memref<4xi32, strided<[1], offset: ?>>
    }
  }
  return
}
";

#[test]
fn a_view_that_moves_with_the_loop() {
    let outer = WINDOWS.replace("OUTER", "<|>").replace("INNER", "");
    refused(&LOOPS, &outer, "`%w` may be other memory in each iteration");
    let inner = WINDOWS.replace("OUTER", "").replace("INNER", "<|>");
    let found = taken("refactor.rewrite.affine.parallelize", "", &inner);
    assert!(found.starts_with("// Run the iterations of %j in parallel"), "{found}");
}

#[test]
fn a_memref_that_a_loop_hands_on() {
    refused(
        &["parallelize", "unrollJam"],
        "func.func @f(%A: memref<16xi32>, %B: memref<16xi32>, %c: i32) {
  %x:2 = affine.for %k = 0 to 4 iter_args(%p = %A, %q = %B) -> (memref<16xi32>, memref<16xi32>) {
    affine.store %c, %p[%k] : memref<16xi32>
    affine.yield %q, %p : memref<16xi32>, memref<16xi32>
  }
  <|>affine.for %i = 1 to 15 {
    %v = affine.load %x#0[%i - 1] : memref<16xi32>
    affine.store %v, %A[%i] : memref<16xi32>
  }
  return
}
",
        "may be the same memory",
    );
}

#[test]
fn memory_that_a_function_makes_is_distinct() {
    let text = "func.func private @new() -> memref<16xi32> {
  %0 = memref.alloc() : memref<16xi32>
  return %0 : memref<16xi32>
}
func.func @f(%A: memref<16xi32>) {
  %B = func.call @new() : () -> memref<16xi32>
  <|>affine.for %i = 1 to 15 {
    %v = affine.load %A[%i - 1] : memref<16xi32>
    affine.store %v, %B[%i] : memref<16xi32>
  }
  return
}
";
    let found = taken("refactor.rewrite.affine.parallelize", "", text);
    assert!(found.starts_with("// Run the iterations of %i in parallel"), "{found}");
}

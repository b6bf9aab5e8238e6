// What MLIR rejects, and what the reason is. `mlir-opt --split-input-file` says of each part that it is wrong; here
// the definition that makes it wrong is told as well.

// The index of a loop is a dimension, and what is computed from it is no symbol either: both change in the loop.
// Brackets and bounds take symbols, which are fixed while the function runs.
func.func @index_as_symbol(%n: index) {
  affine.for %i = 0 to 8 {
    %next = affine.apply affine_map<()[s0] -> (s0 + 1)>()[%i]
    affine.if affine_set<(d0)[s0] : (s0 - d0 >= 0)>(%n)[%i] {
    }
  }
  return
}

// -----

func.func @product_as_bound(%n: index) {
  affine.for %i = 0 to 8 {
    %k = arith.muli %n, %i : index
    affine.for %j = 0 to %k {
    }
  }
  return
}

// -----

// Two dimensions, one subscript.
func.func @row_of_a_matrix(%A: memref<8x8xf32>) {
  affine.for %i = 0 to 8 {
    %a = affine.load %A[%i] : memref<8x8xf32>
  }
  return
}

// -----

// `%j` is the index of no loop around it. MLIR accepts the second loop, which never ends.
func.func @other_names(%A: memref<8xf32>) {
  affine.for %i = 0 to 8 {
    %a = affine.load %A[%j] : memref<8xf32>
  }
  affine.for %k = 0 to 8 step 0 {
  }
  return
}

// -----

// An `affine.yield` hands on as many values as the loop carries.
func.func @sum(%A: memref<8xf32>) -> f32 {
  %zero = arith.constant 0.0 : f32
  %sum = affine.for %i = 0 to 8 iter_args(%partial = %zero) -> (f32) {
    %a = affine.load %A[%i] : memref<8xf32>
    %next = arith.addf %partial, %a : f32
    affine.yield %next, %a : f32, f32
  }
  return %sum : f32
}

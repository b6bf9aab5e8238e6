// Common mistakes in affine programs. Each function has exactly one, so that all of them show at once:
// the analyzer does not stop at the first, and says nothing that merely follows from another.
//
//   affine-analyzer check examples/mistakes.mlir
//   affine-analyzer explain invalid-symbol

#sum = affine_map<(d0, d1) -> (d0 + d1)>
#inside = affine_set<(d0) : (d0 >= 0)>

// The bare bound `%i` stands for a symbol, but an index of an affine loop is a dimension.
// Write `affine_map<(d0) -> (d0)>(%i)`.
func.func @triangle(%a: memref<8x8xf32>, %zero: f32) {
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to %i {
      affine.store %zero, %a[%i, %j] : memref<8x8xf32>
    }
  }
  return
}

// The same in the brackets of affine.apply: they hold symbols, parentheses hold dimensions.
func.func @brackets() {
  affine.for %i = 0 to 8 {
    %0 = affine.apply affine_map<()[s0] -> (s0 * 4)>()[%i]
  }
  return
}

// A subscript is made of loop indices and symbols with affine operations; `%i * %i` computed outside is not.
func.func @square(%a: memref<64xf32>) {
  affine.for %i = 0 to 8 {
    %squared = arith.muli %i, %i : index
    %x = affine.load %a[%squared] : memref<64xf32>
  }
  return
}

// The map takes two dimensions and gets one.
func.func @operand_missing(%n: index) {
  %0 = affine.apply #sum(%n)
  return
}

// The carried value is a float, the yielded one an index.
func.func @reduction(%zero: f32) -> f32 {
  %total = affine.for %i = 0 to 8 iter_args(%partial = %zero) -> (f32) {
    affine.yield %i : index
  }
  return %total : f32
}

// A loop with results has to yield them.
func.func @forgotten_yield(%a: memref<8xf32>, %zero: f32) -> f32 {
  %total = affine.for %i = 0 to 8 iter_args(%partial = %zero) -> (f32) {
    %x = affine.load %a[%i] : memref<8xf32>
    %next = arith.addf %partial, %x : f32
  }
  return %total : f32
}

// Two dimensions, one subscript.
func.func @subscripts(%a: memref<8x8xf32>) {
  affine.for %i = 0 to 8 {
    %x = affine.load %a[%i] : memref<8x8xf32>
  }
  return
}

// Elements are floats, the stored value is an index.
func.func @stored(%a: memref<8xf32>) {
  affine.for %i = 0 to 8 {
    affine.store %i, %a[%i] : memref<8xf32>
  }
  return
}

// The product of two loop indices is not affine.
func.func @product(%a: memref<64xf32>) {
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 8 {
      %x = affine.load %a[%i * %j] : memref<64xf32>
    }
  }
  return
}

// An index ends with its loop.
func.func @after_the_loop(%a: memref<8xf32>) {
  affine.for %i = 0 to 8 {
    %x = affine.load %a[%i] : memref<8xf32>
  }
  %last = affine.load %a[%i] : memref<8xf32>
  return
}

// There is no shadowing: the inner loop needs a name of its own.
func.func @same_index_twice(%a: memref<8x8xf32>) {
  affine.for %i = 0 to 8 {
    affine.for %i = 0 to 8 {
      %x = affine.load %a[%i, %i] : memref<8x8xf32>
    }
  }
  return
}

// A minus sign without blanks belongs to the name.
func.func @minus(%a: memref<8xf32>) {
  affine.for %i = 1 to 8 {
    %x = affine.load %a[%i-1] : memref<8xf32>
  }
  return
}

// Steps are positive; a loop that runs backwards computes its index from an ascending one.
func.func @backwards(%a: memref<8xf32>) {
  affine.for %i = 8 to 0 step -1 {
    %x = affine.load %a[%i] : memref<8xf32>
  }
  return
}

// Inside a loop the prefix of func.call cannot be left out.
func.func @call_in_a_loop() {
  affine.for %i = 0 to 8 {
    call @operand_missing(%i) : (index) -> ()
  }
  return
}

// A condition with results needs both branches.
func.func @half_a_condition(%n: index) -> index {
  %r = affine.if #inside(%n) -> index {
    affine.yield %n : index
  }
  return %r : index
}

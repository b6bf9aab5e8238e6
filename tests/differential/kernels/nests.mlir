// Distance (1, -1): no tile, no exchange.
func.func @kernel(%a: memref<8x8xf32>) {
  affine.for %i = 1 to 8 {
    affine.for %j = 0 to 7 {
      %v = affine.load %a[%i - 1, %j + 1] : memref<8x8xf32>
      %w = arith.addf %v, %v : f32
      affine.store %w, %a[%i, %j] : memref<8x8xf32>
    }
  }
  return
}
// -----
// Seidel's stencil.
func.func @kernel(%a: memref<8x8xf32>) {
  affine.for %t = 0 to 3 {
    affine.for %i = 1 to 7 {
      affine.for %j = 1 to 7 {
        %u = affine.load %a[%i - 1, %j + 1] : memref<8x8xf32>
        %d = affine.load %a[%i + 1, %j - 1] : memref<8x8xf32>
        %m = arith.maximumf %u, %d : f32
        affine.store %m, %a[%i, %j] : memref<8x8xf32>
      }
    }
  }
  return
}
// -----
// Shortest paths: distances are intervals.
func.func @kernel(%a: memref<6x6xf32>) {
  affine.for %k = 0 to 6 {
    affine.for %i = 0 to 6 {
      affine.for %j = 0 to 6 {
        %o = affine.load %a[%i, %j] : memref<6x6xf32>
        %l = affine.load %a[%i, %k] : memref<6x6xf32>
        %r = affine.load %a[%k, %j] : memref<6x6xf32>
        %s = arith.addf %l, %r : f32
        %m = arith.minimumf %o, %s : f32
        affine.store %m, %a[%i, %j] : memref<6x6xf32>
      }
    }
  }
  return
}
// -----
// A scratch row that every iteration of the outer loop uses again.
func.func @kernel(%x: memref<6x8xf32>, %y: memref<6x8xf32>) {
  %t = memref.alloc() : memref<8xf32>
  affine.for %i = 0 to 6 {
    affine.for %j = 0 to 8 {
      %v = affine.load %x[%i, %j] : memref<6x8xf32>
      affine.store %v, %t[%j] : memref<8xf32>
    }
    affine.for %j = 0 to 8 {
      %v = affine.load %t[7 - %j] : memref<8xf32>
      affine.store %v, %y[%i, %j] : memref<6x8xf32>
    }
  }
  return
}
// -----
// Triangles of every kind.
func.func @kernel(%a: memref<12x12xf32>, %b: memref<12x12xf32>, %n: index) {
  affine.for %i = 0 to 11 {
    affine.for %j = affine_map<(d0) -> (d0)>(%i) to 12 {
      affine.for %k = affine_map<(d0) -> (d0 - 1)>(%i) to affine_map<(d0) -> (d0 + 1)>(%j) {
        affine.if affine_set<(d0) : (d0 >= 0)>(%k) {
          %v = affine.load %a[%i, %k] : memref<12x12xf32>
          %o = affine.load %b[%i, %j] : memref<12x12xf32>
          %s = arith.addf %v, %o : f32
          affine.store %s, %b[%i, %j] : memref<12x12xf32>
        }
      }
    }
  }
  return
}
// -----
// Values that are exchanged, and five iterations.
func.func @kernel(%b: memref<2xf32>) {
  %p = arith.constant 1.0 : f32
  %q = arith.constant 2.0 : f32
  %r:2 = affine.for %i = 0 to 5 iter_args(%x = %p, %y = %q) -> (f32, f32) {
    affine.yield %y, %x : f32, f32
  }
  affine.store %r#0, %b[0] : memref<2xf32>
  affine.store %r#1, %b[1] : memref<2xf32>
  return
}
// -----
// Nothing may leave a loop that may not run.
func.func @kernel(%a: memref<16xf32>, %b: memref<16xf32>, %n: index, %f: f32) {
  affine.for %i = 0 to %n {
    %v = affine.load %a[3] : memref<16xf32>
    %w = arith.addf %v, %f : f32
    affine.store %w, %b[5] : memref<16xf32>
  }
  return
}
// -----
// A division that only runs where the loop does.
func.func @kernel(%a: memref<16xi32>, %b: memref<16xi32>, %n: index) {
  %k = arith.index_cast %n : index to i32
  %c = arith.constant 100 : i32
  affine.for %i = 0 to %n {
    %d = arith.divsi %c, %k : i32
    affine.store %d, %b[%i] : memref<16xi32>
  }
  return
}
// -----
// The element that is loaded is also written, under another name.
func.func @kernel(%a: memref<16xf32>, %b: memref<16xf32>) {
  %s = memref.subview %a[0] [8] [2] : memref<16xf32> to memref<8xf32, strided<[2]>>
  affine.for %i = 0 to 8 {
    %v = affine.load %a[6] : memref<16xf32>
    affine.store %v, %b[%i] : memref<16xf32>
    %w = affine.load %b[%i + 1] : memref<16xf32>
    affine.store %w, %s[%i] : memref<8xf32, strided<[2]>>
  }
  return
}
// -----
// Forwarding over a store through a cast.
func.func @kernel(%a: memref<16xf32>, %b: memref<16xf32>, %f: f32) {
  %c = memref.cast %a : memref<16xf32> to memref<?xf32>
  affine.for %i = 0 to 15 {
    affine.store %f, %a[%i] : memref<16xf32>
    %w = affine.load %b[%i] : memref<16xf32>
    affine.store %w, %c[%i] : memref<?xf32>
    %v = affine.load %a[%i] : memref<16xf32>
    affine.store %v, %b[%i + 1] : memref<16xf32>
  }
  return
}
// -----
// Reductions that affine.parallel can and cannot do.
func.func @kernel(%a: memref<13xi32>, %b: memref<4xi32>) {
  %z = arith.constant 1 : i32
  %r:4 = affine.for %i = 0 to 13 iter_args(%s = %z, %p = %z, %m = %z, %x = %z) -> (i32, i32, i32, i32) {
    %v = affine.load %a[%i] : memref<13xi32>
    %n = arith.addi %s, %v : i32
    %q = arith.andi %p, %v : i32
    %o = arith.minui %v, %m : i32
    %y = arith.xori %x, %v : i32
    affine.yield %n, %q, %o, %y : i32, i32, i32, i32
  }
  affine.store %r#0, %b[0] : memref<4xi32>
  affine.store %r#1, %b[1] : memref<4xi32>
  affine.store %r#2, %b[2] : memref<4xi32>
  affine.store %r#3, %b[3] : memref<4xi32>
  return
}
// -----
// A maximum and a sum in floats, from values that are not neutral.
func.func @kernel(%a: memref<13xf32>, %b: memref<4xf32>, %f: f32) {
  %r:3 = affine.for %i = 0 to 13 iter_args(%s = %f, %m = %f, %p = %f) -> (f32, f32, f32) {
    %v = affine.load %a[%i] : memref<13xf32>
    %n = arith.addf %v, %s : f32
    %o = arith.maximumf %v, %m : f32
    %q = arith.mulf %p, %v : f32
    affine.yield %n, %o, %q : f32, f32, f32
  }
  affine.store %r#0, %b[0] : memref<4xf32>
  affine.store %r#1, %b[1] : memref<4xf32>
  affine.store %r#2, %b[2] : memref<4xf32>
  return
}
// -----
// A recurrence, what feeds it and what follows from it, in one body.
func.func @kernel(%a: memref<16xf32>, %b: memref<16xf32>, %c: memref<16xf32>) {
  affine.for %i = 1 to 15 {
    %v = affine.load %c[%i + 1] : memref<16xf32>
    affine.store %v, %a[%i] : memref<16xf32>
    %o = affine.load %b[%i - 1] : memref<16xf32>
    %w = affine.load %a[%i - 1] : memref<16xf32>
    %s = arith.addf %o, %w : f32
    affine.store %s, %b[%i] : memref<16xf32>
    affine.store %s, %c[%i] : memref<16xf32>
  }
  return
}
// -----
// Steps, and bounds of which several count.
func.func @kernel(%a: memref<40xf32>, %b: memref<40xf32>, %n: index) {
  affine.for %i = max affine_map<()[s0] -> (s0 - 5, 2)>()[%n] to min affine_map<()[s0] -> (s0 * 3, 31)>()[%n] step 3 {
    affine.for %j = affine_map<(d0) -> (d0)>(%i) to min affine_map<(d0) -> (d0 + 3, 31)>(%i) step 2 {
      %v = affine.load %a[%j] : memref<40xf32>
      affine.store %v, %b[%i + 1] : memref<40xf32>
    }
  }
  return
}
// -----
// The variable is more than a subscript.
func.func @kernel(%a: memref<40xindex>, %n: index) {
  affine.for %i = 3 to 29 step 4 {
    %p = affine.apply affine_map<(d0)[s0] -> (d0 * 2 + s0)>(%i)[%n]
    %q = arith.addi %p, %i : index
    %m = affine.min affine_map<(d0) -> (d0, 17)>(%i)
    memref.store %q, %a[%m] : memref<40xindex>
  }
  return
}
// -----
// Comments everywhere, and a layout of its own.
// kept above
func.func @kernel(%a: memref<8x8xf32>   , %b: memref<8x8xf32>) { // head
     affine.for %i=0 to 8 { // outer

  // between
  affine.for %j = 0 to
      8
  { // inner
        %v   = affine.load %a[%i,%j]: memref<8x8xf32> // load
        // before the store
        affine.store %v ,%b[ %i , %j ] : memref<8x8xf32>
        // last in the body
  } // end of inner
  // after inner
     } // end of outer
  // before return
  return // done
}
// -----
// Iterations of the outer loop write the same row twice.
func.func @kernel(%a: memref<8xf32>, %x: memref<6x8xf32>) {
  affine.for %i = 0 to 6 {
    affine.for %j = 0 to 8 {
      %v = affine.load %x[%i, %j] : memref<6x8xf32>
      %o = affine.load %a[%j] : memref<8xf32>
      %s = arith.subf %v, %o : f32
      affine.store %s, %a[%j] : memref<8xf32>
    }
  }
  return
}
// -----
// Sums of rows: parallel outside, and a reduction inside.
func.func @kernel(%x: memref<6x8xf32>, %a: memref<6xf32>) {
  %z = arith.constant 0.0 : f32
  affine.for %i = 0 to 6 {
    affine.store %z, %a[%i] : memref<6xf32>
    affine.for %j = 0 to 8 {
      %v = affine.load %x[%i, %j] : memref<6x8xf32>
      %o = affine.load %a[%i] : memref<6xf32>
      %s = arith.addf %v, %o : f32
      affine.store %s, %a[%i] : memref<6xf32>
    }
  }
  return
}
// -----
// Already parallel, with a loop inside.
func.func @kernel(%x: memref<6x8xf32>, %a: memref<6x8xf32>) {
  affine.parallel (%i) = (0) to (6) {
    affine.for %j = 1 to 8 {
      %v = affine.load %a[%i, %j - 1] : memref<6x8xf32>
      %w = affine.load %x[%i, %j] : memref<6x8xf32>
      %s = arith.addf %v, %w : f32
      affine.store %s, %a[%i, %j] : memref<6x8xf32>
    }
  }
  return
}
// -----
// Sums in memory, whose terms may be taken in any order.
func.func @kernel(%x: memref<9x13xf32>, %s: memref<1xf32>) {
  affine.for %i = 0 to 9 {
    affine.for %j = 0 to 13 {
      %a = affine.load %s[0] : memref<1xf32>
      %v = affine.load %x[%i, %j] : memref<9x13xf32>
      %b = arith.addf %a, %v : f32
      affine.store %b, %s[0] : memref<1xf32>
    }
  }
  return
}
// -----
// Sums along diagonals.
func.func @kernel(%x: memref<8x8xi32>, %y: memref<16xi32>) {
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to affine_map<(d0) -> (d0 + 1)>(%i) {
      %a = affine.load %y[%i + %j] : memref<16xi32>
      %v = affine.load %x[%i, %j] : memref<8x8xi32>
      %b = arith.muli %a, %v : i32
      affine.store %b, %y[%i + %j] : memref<16xi32>
    }
  }
  return
}
// -----
// Sums along diagonals that another access of the same iteration sees.
func.func @kernel(%x: memref<8x8xi32>, %y: memref<16xi32>) {
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 8 {
      %a = affine.load %y[%i + %j] : memref<16xi32>
      %v = affine.load %x[%i, %j] : memref<8x8xi32>
      %b = arith.addi %a, %v : i32
      affine.store %b, %y[%i + %j] : memref<16xi32>
      %c = affine.load %y[%i] : memref<16xi32>
      affine.store %c, %x[%i, %j] : memref<8x8xi32>
    }
  }
  return
}
// -----
// Two updates of one element, the order of which counts.
func.func @kernel(%x: memref<8x8xi32>, %s: memref<4xi32>) {
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 8 {
      %v = affine.load %x[%i, %j] : memref<8x8xi32>
      %a = affine.load %s[%j mod 4] : memref<4xi32>
      %b = arith.addi %a, %v : i32
      affine.store %b, %s[%j mod 4] : memref<4xi32>
      %c = affine.load %s[%i mod 4] : memref<4xi32>
      %d = arith.muli %c, %v : i32
      affine.store %d, %s[%i mod 4] : memref<4xi32>
    }
  }
  return
}
// -----
// Values that both loops only fold.
func.func @kernel(%x: memref<9x13xf32>, %z: f32, %n: index) -> (f32, f32) {
  %r:2 = affine.for %i = 0 to 9 iter_args(%a = %z, %m = %z) -> (f32, f32) {
    %q:2 = affine.for %j = 0 to min affine_map<(d0)[s0] -> (d0 + 2, s0)>(%i)[%n] iter_args(%b = %a, %o = %m) -> (f32, f32) {
      %v = affine.load %x[%i, %j] : memref<9x13xf32>
      %c = arith.addf %b, %v : f32
      %p = arith.minnumf %o, %v : f32
      affine.yield %c, %p : f32, f32
    }
    affine.yield %q#0, %q#1 : f32, f32
  }
  return %r#0, %r#1 : f32, f32
}
// -----
// Four loops around a product.
func.func @kernel(%x: memref<10x10xf32>, %k: memref<3x3xf32>, %y: memref<8x8xf32>) {
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 8 {
      affine.for %p = 0 to 3 {
        affine.for %q = 0 to 3 {
          %v = affine.load %x[%i + %p, %j + %q] : memref<10x10xf32>
          %w = affine.load %k[%p, %q] : memref<3x3xf32>
          %m = arith.mulf %v, %w : f32
          %o = affine.load %y[%i, %j] : memref<8x8xf32>
          %s = arith.addf %o, %m : f32
          affine.store %s, %y[%i, %j] : memref<8x8xf32>
        }
      }
    }
  }
  return
}
// -----
// A sum in memory around a loop: copies side by side would all start with the same value.
func.func @kernel(%x: memref<8x13xi32>, %s: memref<1xi32>) {
  affine.for %i = 0 to 8 {
    %a = affine.load %s[0] : memref<1xi32>
    %r = affine.for %j = 0 to 13 iter_args(%b = %a) -> (i32) {
      %v = affine.load %x[%i, %j] : memref<8x13xi32>
      %c = arith.addi %b, %v : i32
      affine.yield %c : i32
    }
    affine.store %r, %s[0] : memref<1xi32>
  }
  return
}
// -----
// Carried values that are exchanged, in tiles; and a loop that starts at the greatest of two bounds.
func.func @kernel(%x: memref<70xf32>, %z: f32, %n: index) -> (f32, f32) {
  %r:2 = affine.for %i = 0 to 70 iter_args(%a = %z, %b = %z) -> (f32, f32) {
    %v = affine.load %x[%i] : memref<70xf32>
    %s = arith.subf %v, %a : f32
    affine.yield %b, %s : f32, f32
  }
  affine.for %i = max affine_map<()[s0] -> (s0, 3)>()[%n] to min affine_map<()[s0] -> (s0 + 9, 20)>()[%n] step 2 {
    %v = affine.load %x[%i] : memref<70xf32>
    affine.store %v, %x[%i * 3] : memref<70xf32>
  }
  return %r#0, %r#1 : f32, f32
}
// -----
// One of two values that a loop inside folds is handed on, and a loop with two operands is no sum.
func.func @kernel(%B: memref<6xi32>, %z: i32, %k: i32, %n: index) -> (i32, i32) {
  %r = affine.for %i = 0 to 4 iter_args(%a = %z) -> (i32) {
    %s:2 = affine.for %j = 0 to 6 iter_args(%b = %a, %c = %k) -> (i32, i32) {
      %v = affine.load %B[%j] : memref<6xi32>
      %t = arith.addi %b, %v : i32
      %u = arith.muli %c, %v : i32
      affine.yield %t, %u : i32, i32
    }
    affine.yield %s#0 : i32
  }
  %q = affine.for %i = 0 to 4 iter_args(%a = %z) -> (i32) {
    %s = affine.for %j = 0 to min affine_map<()[s0] -> (s0, 6)>()[%n] iter_args(%b = %a) -> (i32) {
      %v = affine.load %B[%j] : memref<6xi32>
      %t = arith.addi %b, %v : i32
      affine.yield %t : i32
    }
    affine.yield %s : i32
  }
  return %r, %q : i32, i32
}
// -----
// Beyond the last iteration of the first loop there is one step left, and no tile.
func.func @kernel(%A: memref<16xi32>, %v: i32) {
  affine.for %i = 9223372036854775800 to 9223372036854775806 step 3 {
    affine.store %v, %A[%i - 9223372036854775800] : memref<16xi32>
  }
  affine.for %i = 0 to 6000000000000000001 step 3000000000000000000 {
    affine.store %v, %A[%i floordiv 3000000000000000000] : memref<16xi32>
  }
  return
}
// -----
// In place over time: the band is permutable once its inner loop is skewed twice as fast.
func.func @kernel(%x: memref<16xf32>) {
  affine.for %t = 0 to 5 {
    affine.for %i = 1 to 13 {
      %l = affine.load %x[%i - 1] : memref<16xf32>
      %r = affine.load %x[%i + 2] : memref<16xf32>
      %m = arith.maximumf %l, %r : f32
      affine.store %m, %x[%i] : memref<16xf32>
    }
  }
  return
}
// -----
// The same in two dimensions, with a loop between the one that carries and the one that is skewed.
func.func @kernel(%x: memref<9x9xf32>, %n: index) {
  affine.for %t = 0 to 4 {
    affine.for %i = 1 to 8 {
      affine.for %j = 1 to min affine_map<(d0)[s0] -> (d0 + s0, 8)>(%i)[%n] {
        %l = affine.load %x[%i - 1, %j + 1] : memref<9x9xf32>
        %r = affine.load %x[%i + 1, %j] : memref<9x9xf32>
        %m = arith.maximumf %l, %r : f32
        affine.store %m, %x[%i, %j] : memref<9x9xf32>
      }
    }
  }
  return
}
// -----
// Conditions that turn at the edges, inside each other, with values that go to the next condition.
func.func @kernel(%x: memref<20xf32>, %y: memref<20xf32>, %z: f32, %n: index) -> f32 {
  %r:2 = affine.for %i = 0 to 19 step 3 iter_args(%a = %z, %b = %z) -> (f32, f32) {
    %v = affine.load %x[%i] : memref<20xf32>
    %p:2 = affine.if affine_set<(d0)[s0] : (d0 - 4 >= 0, s0 * 2 - d0 * 3 + 11 >= 0)>(%i)[%n] -> (f32, f32) {
      %q = affine.if affine_set<(d0) : (d0 - 9 == 0)>(%i) -> f32 {
        affine.yield %a : f32
      } else {
        %w = affine.load %x[%i - 4] : memref<20xf32>
        affine.yield %w : f32
      }
      affine.store %q, %y[%i] : memref<20xf32>
      affine.yield %v, %q : f32, f32
    } else {
      affine.yield %b, %v : f32, f32
    }
    %s = affine.if affine_set<(d0) : (10 - d0 >= 0)>(%i) -> f32 {
      affine.yield %p#1 : f32
    } else {
      affine.yield %p#0 : f32
    }
    affine.yield %s, %p#0 : f32, f32
  }
  %t = arith.maximumf %r#0, %r#1 : f32
  return %t : f32
}
// -----
// A condition on one loop inside another one's bounds, and one iteration at a diagonal.
func.func @kernel(%x: memref<9x9xi32>, %v: i32, %n: index) {
  affine.for %i = 0 to 9 {
    affine.for %j = max affine_map<(d0)[s0] -> (d0 - s0, 0)>(%i)[%n] to min affine_map<(d0) -> (d0 + 3, 9)>(%i) {
      affine.if affine_set<(d0, d1) : (d0 - d1 == 0)>(%i, %j) {
        affine.store %v, %x[%i, %j] : memref<9x9xi32>
      } else {
        affine.for %k = 0 to min affine_map<(d0, d1) -> (d0 - d1 + 2, 3)>(%i, %j) {
          %u = affine.load %x[%j, %k] : memref<9x9xi32>
          affine.store %u, %x[%i, %j] : memref<9x9xi32>
        }
      }
    }
  }
  return
}
// -----
// What the next iterations need of some statements, at one distance, in a loop whose end moves; a value is read on the way.
func.func @kernel(%x: memref<24xf32>, %y: memref<24xf32>, %z: memref<24xf32>, %n: index) {
  affine.for %t = 0 to 4 {
    affine.for %i = 2 to affine_map<(d0)[s0] -> (d0 + s0 + 2)>(%t)[%n] {
      %o = affine.load %y[%i] : memref<24xf32>
      %l = affine.load %x[%i - 2] : memref<24xf32>
      %m = arith.maximumf %l, %o : f32
      affine.store %m, %z[%i] : memref<24xf32>
      affine.if affine_set<(d0, d1) : (d0 - d1 - 1 >= 0)>(%i, %t) {
        %v = affine.load %y[%i - 2] : memref<24xf32>
        %w = arith.negf %v : f32
        affine.store %w, %x[%i] : memref<24xf32>
      }
    }
  }
  return
}
// -----
// An inner step that skewing keeps, and the tiles start at its multiples.
func.func @kernel(%x: memref<32xf32>) {
  affine.for %t = 1 to 6 {
    affine.for %i = 3 to 25 step 2 {
      %l = affine.load %x[%i - 2] : memref<32xf32>
      %r = affine.load %x[%i + 3] : memref<32xf32>
      affine.store %l, %x[%i] : memref<32xf32>
      affine.store %r, %x[%i - 3] : memref<32xf32>
    }
  }
  return
}
// -----
// Conditions that inner loops do not change, one of which gives values.
func.func @kernel(%a: memref<8x8xf32>, %f: f32) -> f32 {
  %z = arith.constant 0.0 : f32
  %r = affine.for %i = 0 to 8 iter_args(%s = %z) -> (f32) {
    %t = affine.for %j = 0 to 8 iter_args(%u = %s) -> (f32) {
      %v = affine.load %a[%i, %j] : memref<8x8xf32>
      %w = affine.if affine_set<(d0) : (d0 mod 3 - 1 == 0)>(%i) -> f32 {
        %p = arith.addf %u, %v : f32
        affine.yield %p : f32
      } else {
        affine.yield %u : f32
      }
      affine.if affine_set<(d0) : (d0 - 5 >= 0)>(%i) {
        affine.store %w, %a[%j, %i] : memref<8x8xf32>
      }
      affine.yield %w : f32
    }
    affine.yield %t : f32
  }
  return %r : f32
}
// -----
// A tile that is cut off, and neighbours of which some lie in front of the memref.
func.func @kernel(%a: memref<13x13xf32>, %b: memref<13x13xf32>) {
  affine.for %t = 0 to 13 step 4 {
    affine.for %i = affine_map<(d0) -> (d0)>(%t) to min affine_map<(d0) -> (d0 + 4, 13)>(%t) {
      affine.for %j = 0 to 13 {
        affine.if affine_set<(d0) : (d0 - 1 >= 0)>(%i) {
          %v = affine.load %a[%i - 1, %j] : memref<13x13xf32>
          affine.store %v, %b[%i, 12 - %j] : memref<13x13xf32>
        }
      }
    }
  }
  return
}

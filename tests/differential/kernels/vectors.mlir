// Each iteration needs what the one before has written.
func.func @kernel(%a: memref<40xf32>) {
  affine.for %i = 0 to 37 {
    %v = affine.load %a[%i] : memref<40xf32>
    %w = arith.addf %v, %v : f32
    affine.store %w, %a[%i + 1] : memref<40xf32>
  }
  return
}
// -----
// Three iterations may run together, four may not.
func.func @kernel(%a: memref<40xf32>) {
  affine.for %i = 0 to 36 {
    %v = affine.load %a[%i] : memref<40xf32>
    %w = arith.addf %v, %v : f32
    affine.store %w, %a[%i + 3] : memref<40xf32>
  }
  return
}
// -----
// Four iterations may run together, eight may not.
func.func @kernel(%a: memref<44xf32>) {
  affine.for %i = 0 to 39 {
    %v = affine.load %a[%i] : memref<44xf32>
    %w = arith.addf %v, %v : f32
    affine.store %w, %a[%i + 4] : memref<44xf32>
  }
  return
}
// -----
// The store comes before the load that it must not reach.
func.func @kernel(%a: memref<40xf32>, %b: memref<40xf32>) {
  affine.for %i = 0 to 32 {
    %v = affine.load %b[%i] : memref<40xf32>
    affine.store %v, %a[%i] : memref<40xf32>
    %w = affine.load %a[%i + 1] : memref<40xf32>
    affine.store %w, %b[%i] : memref<40xf32>
  }
  return
}
// -----
// Reads ahead of writes in one buffer are fine in this order.
func.func @kernel(%a: memref<40xf32>) {
  affine.for %i = 0 to 35 {
    %v = affine.load %a[%i + 1] : memref<40xf32>
    %w = affine.load %a[%i + 2] : memref<40xf32>
    %s = arith.addf %v, %w : f32
    affine.store %s, %a[%i] : memref<40xf32>
  }
  return
}
// -----
// Every second element, and the others stay.
func.func @kernel(%a: memref<40xf32>, %b: memref<40xf32>) {
  affine.for %i = 0 to 17 {
    %v = affine.load %a[2 * %i] : memref<40xf32>
    affine.store %v, %b[2 * %i + 1] : memref<40xf32>
  }
  return
}
// -----
// Backwards.
func.func @kernel(%a: memref<16xf32>, %b: memref<16xf32>) {
  affine.for %i = 0 to 16 {
    %v = affine.load %a[15 - %i] : memref<16xf32>
    affine.store %v, %b[%i] : memref<16xf32>
  }
  return
}
// -----
func.func @kernel(%a: memref<16xf32>, %b: memref<16xf32>) {
  affine.for %i = 0 to 16 {
    %v = affine.load %a[%i] : memref<16xf32>
    affine.store %v, %b[15 - %i] : memref<16xf32>
  }
  return
}
// -----
// Four iterations read one element, and one row of eight.
func.func @kernel(%a: memref<16xf32>, %b: memref<16xf32>, %c: memref<16xf32>) {
  affine.for %i = 0 to 16 {
    %v = affine.load %a[%i floordiv 4] : memref<16xf32>
    %w = affine.load %c[%i mod 8] : memref<16xf32>
    %s = arith.addf %v, %w : f32
    affine.store %s, %b[%i] : memref<16xf32>
  }
  return
}
// -----
// A step of its own.
func.func @kernel(%a: memref<32xf32>, %b: memref<32xf32>) {
  affine.for %i = 0 to 32 step 2 {
    %v = affine.load %a[%i] : memref<32xf32>
    affine.store %v, %b[%i] : memref<32xf32>
  }
  return
}
// -----
// The buffer ends where the loop does, which is no multiple of any width.
func.func @kernel(%a: memref<19xf32>, %b: memref<19xf32>) {
  affine.for %i = 0 to 19 {
    %v = affine.load %a[%i] : memref<19xf32>
    affine.store %v, %b[%i] : memref<19xf32>
  }
  return
}
// -----
// The buffer goes on behind the loop, and keeps what it has there.
func.func @kernel(%a: memref<40xf32>, %b: memref<40xf32>) {
  affine.for %i = 3 to 22 {
    %v = affine.load %a[%i] : memref<40xf32>
    affine.store %v, %b[%i] : memref<40xf32>
  }
  affine.for %i = 0 to 3 {
    %v = affine.load %a[%i] : memref<40xf32>
    affine.store %v, %b[%i + 30] : memref<40xf32>
  }
  return
}
// -----
// All iterations write one element.
func.func @kernel(%a: memref<16xf32>, %b: memref<16xf32>) {
  affine.for %i = 0 to 16 {
    %v = affine.load %a[%i] : memref<16xf32>
    affine.store %v, %b[3] : memref<16xf32>
  }
  return
}
// -----
// Partial sums are stored, so they are no mere reduction.
func.func @kernel(%a: memref<16xf32>, %b: memref<16xf32>) {
  %z = arith.constant 0.0 : f32
  %r = affine.for %i = 0 to 16 iter_args(%s = %z) -> (f32) {
    %v = affine.load %a[%i] : memref<16xf32>
    %n = arith.addf %s, %v : f32
    affine.store %n, %b[%i] : memref<16xf32>
    affine.yield %n : f32
  }
  affine.store %r, %a[0] : memref<16xf32>
  return
}
// -----
// The carried number is subtracted from, which may not be reordered.
func.func @kernel(%a: memref<16xf32>, %b: memref<2xf32>) {
  %z = arith.constant 1.0 : f32
  %r:2 = affine.for %i = 0 to 16 iter_args(%s = %z, %p = %z) -> (f32, f32) {
    %v = affine.load %a[%i] : memref<16xf32>
    %n = arith.subf %v, %s : f32
    %m = arith.addf %p, %p : f32
    affine.yield %n, %m : f32, f32
  }
  affine.store %r#0, %b[0] : memref<2xf32>
  affine.store %r#1, %b[1] : memref<2xf32>
  return
}
// -----
// Exchanged numbers, and the last one read.
func.func @kernel(%a: memref<17xf32>, %b: memref<3xf32>) {
  %z = arith.constant 1.0 : f32
  %o = arith.constant 2.0 : f32
  %r:3 = affine.for %i = 0 to 17 iter_args(%s = %z, %p = %o, %l = %z) -> (f32, f32, f32) {
    %v = affine.load %a[%i] : memref<17xf32>
    affine.yield %p, %s, %v : f32, f32, f32
  }
  affine.store %r#0, %b[0] : memref<3xf32>
  affine.store %r#1, %b[1] : memref<3xf32>
  affine.store %r#2, %b[2] : memref<3xf32>
  return
}
// -----
// Reductions of several kinds with initial values that are not neutral, and a store beside them.
func.func @kernel(%a: memref<21xi8>, %b: memref<8xi8>, %c: memref<21xi8>) {
  %z = arith.constant 3 : i8
  %r:4 = affine.for %i = 0 to 21 iter_args(%s = %z, %p = %z, %m = %z, %x = %z) -> (i8, i8, i8, i8) {
    %v = affine.load %a[%i] : memref<21xi8>
    %n = arith.addi %s, %v : i8
    %q = arith.muli %p, %v : i8
    %o = arith.minui %v, %m : i8
    %y = arith.xori %x, %v : i8
    affine.store %v, %c[%i] : memref<21xi8>
    affine.yield %n, %q, %o, %y : i8, i8, i8, i8
  }
  affine.store %r#0, %b[0] : memref<8xi8>
  affine.store %r#1, %b[1] : memref<8xi8>
  affine.store %r#2, %b[2] : memref<8xi8>
  affine.store %r#3, %b[3] : memref<8xi8>
  return
}
// -----
// The loop may be shorter than any vector, or not run at all.
func.func @kernel(%a: memref<16xf32>, %b: memref<1xf32>, %n: index) {
  affine.for %i = 0 to %n {
    %v = affine.load %a[%i] : memref<16xf32>
    %o = affine.load %b[0] : memref<1xf32>
    %s = arith.addf %o, %v : f32
    affine.store %s, %b[0] : memref<1xf32>
  }
  return
}
// -----
// A sum in memory that also stands among the numbers that are summed.
func.func @kernel(%a: memref<16xf32>) {
  affine.for %i = 0 to 16 {
    %v = affine.load %a[%i] : memref<16xf32>
    %o = affine.load %a[4] : memref<16xf32>
    %s = arith.addf %o, %v : f32
    affine.store %s, %a[4] : memref<16xf32>
  }
  return
}
// -----
// A cast of the buffer that is written, one element ahead.
func.func @kernel(%a: memref<24xf32>) {
  %c = memref.cast %a : memref<24xf32> to memref<?xf32>
  affine.for %i = 0 to 16 {
    %v = affine.load %c[%i] : memref<?xf32>
    %w = arith.addf %v, %v : f32
    affine.store %w, %a[%i + 1] : memref<24xf32>
  }
  return
}
// -----
// Inner loops whose bounds are the outer variable.
func.func @kernel(%a: memref<16x16xf32>, %b: memref<16xf32>) {
  affine.for %i = 0 to 16 {
    affine.for %j = 0 to affine_map<(d0) -> (d0 + 1)>(%i) {
      %v = affine.load %a[%i, %j] : memref<16x16xf32>
      %o = affine.load %b[%i] : memref<16xf32>
      %s = arith.addf %o, %v : f32
      affine.store %s, %b[%i] : memref<16xf32>
    }
  }
  return
}
// -----
// The diagonal, a column, and a row.
func.func @kernel(%a: memref<17x17xf32>, %b: memref<17xf32>, %c: memref<17x17xf32>) {
  affine.for %i = 0 to 17 {
    %v = affine.load %a[%i, %i] : memref<17x17xf32>
    %w = affine.load %a[%i, 3] : memref<17x17xf32>
    %x = affine.load %a[2, %i] : memref<17x17xf32>
    %s = arith.addf %v, %w : f32
    %t = arith.addf %s, %x : f32
    affine.store %t, %b[%i] : memref<17xf32>
    affine.store %t, %c[%i, 5] : memref<17x17xf32>
  }
  return
}
// -----
// A condition that some lanes meet, with a division that only they may do.
func.func @kernel(%a: memref<16xi32>, %b: memref<16xi32>) {
  %n = arith.constant 840 : i32
  affine.for %i = 0 to 16 {
    affine.if affine_set<(d0) : (d0 - 5 >= 0)>(%i) {
      %v = affine.load %a[%i - 5] : memref<16xi32>
      %k = arith.index_cast %i : index to i32
      %d = arith.divsi %n, %k : i32
      %s = arith.addi %d, %v : i32
      affine.store %s, %b[%i] : memref<16xi32>
    }
  }
  return
}
// -----
// A division by a number that is never zero in the iterations there are.
func.func @kernel(%a: memref<19xi32>, %b: memref<24xi32>) {
  %n = arith.constant 840 : i32
  affine.for %i = 1 to 19 {
    %k = arith.index_cast %i : index to i32
    %d = arith.divsi %n, %k : i32
    affine.store %d, %b[%i] : memref<24xi32>
  }
  return
}
// -----
// The outer loop carries sums that the inner loop goes on with.
func.func @kernel(%a: memref<9x16xf32>, %b: memref<1xf32>) {
  %z = arith.constant 0.0 : f32
  %r = affine.for %i = 0 to 9 iter_args(%s = %z) -> (f32) {
    %q = affine.for %j = 0 to 16 iter_args(%t = %s) -> (f32) {
      %v = affine.load %a[%i, %j] : memref<9x16xf32>
      %n = arith.addf %t, %v : f32
      affine.yield %n : f32
    }
    affine.yield %q : f32
  }
  affine.store %r, %b[0] : memref<1xf32>
  return
}
// -----
// The two loops of a transposition.
func.func @kernel(%a: memref<12x12xf32>) {
  affine.for %i = 0 to 12 {
    affine.for %j = affine_map<(d0) -> (d0 + 1)>(%i) to 12 {
      %v = affine.load %a[%i, %j] : memref<12x12xf32>
      %w = affine.load %a[%j, %i] : memref<12x12xf32>
      affine.store %v, %a[%j, %i] : memref<12x12xf32>
      affine.store %w, %a[%i, %j] : memref<12x12xf32>
    }
  }
  return
}
// -----
// Histogram: which element depends on the data.
func.func @kernel(%x: memref<16xindex>, %h: memref<8xindex>) {
  %o = arith.constant 1 : index
  affine.for %i = 0 to 16 {
    %k = affine.load %x[%i] : memref<16xindex>
    %v = memref.load %h[%k] : memref<8xindex>
    %w = arith.addi %v, %o : index
    memref.store %w, %h[%k] : memref<8xindex>
  }
  return
}

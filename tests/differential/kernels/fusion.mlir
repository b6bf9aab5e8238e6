// The consumer overwrites what the producer of a later iteration reads.
func.func @kernel(%x: memref<20xf32>) {
  %t = memref.alloc() : memref<20xf32>
  affine.for %i = 1 to 19 {
    %l = affine.load %x[%i - 1] : memref<20xf32>
    %r = affine.load %x[%i + 1] : memref<20xf32>
    %s = arith.addf %l, %r : f32
    affine.store %s, %t[%i] : memref<20xf32>
  }
  affine.for %i = 1 to 19 {
    %v = affine.load %t[%i] : memref<20xf32>
    affine.store %v, %x[%i] : memref<20xf32>
  }
  return
}
// -----
// A producer in place, and a consumer with a window: elements would be doubled twice.
func.func @kernel(%x: memref<20xf32>, %y: memref<20xf32>) {
  affine.for %i = 0 to 20 {
    %v = affine.load %x[%i] : memref<20xf32>
    %w = arith.addf %v, %v : f32
    affine.store %w, %x[%i] : memref<20xf32>
  }
  affine.for %i = 0 to 19 {
    %l = affine.load %x[%i] : memref<20xf32>
    %r = affine.load %x[%i + 1] : memref<20xf32>
    %s = arith.addf %l, %r : f32
    %d = arith.subf %s, %l : f32
    %e = arith.subf %d, %r : f32
    %f = arith.addf %e, %l : f32
    %g = arith.mulf %f, %r : f32
    affine.store %g, %y[%i] : memref<20xf32>
  }
  return
}
// -----
// The slices of two iterations write one element, which the consumer writes between them.
func.func @kernel(%x: memref<20xf32>, %t: memref<20xf32>) {
  affine.for %i = 0 to 20 {
    %v = affine.load %x[%i] : memref<20xf32>
    affine.store %v, %t[%i] : memref<20xf32>
  }
  affine.for %i = 0 to 19 {
    %l = affine.load %t[%i] : memref<20xf32>
    %r = affine.load %t[%i + 1] : memref<20xf32>
    %s = arith.addf %l, %r : f32
    affine.store %s, %t[%i] : memref<20xf32>
  }
  return
}
// -----
// A copy of the producer would read what the producer itself has written.
func.func @kernel(%x: memref<20xf32>, %t: memref<20xf32>, %y: memref<10xf32>) {
  affine.for %i = 0 to 20 {
    %v = affine.load %x[%i] : memref<20xf32>
    %w = affine.load %t[%i] : memref<20xf32>
    %s = arith.addf %v, %w : f32
    affine.store %s, %t[%i] : memref<20xf32>
  }
  affine.for %i = 0 to 10 {
    %v = affine.load %t[%i] : memref<20xf32>
    affine.store %v, %y[%i] : memref<10xf32>
  }
  return
}
// -----
// A call changes the buffer between the nests.
func.func @change(%t: memref<20xf32>) {
  affine.for %i = 0 to 10 {
    %v = affine.load %t[2 * %i] : memref<20xf32>
    %w = arith.addf %v, %v : f32
    affine.store %w, %t[2 * %i + 1] : memref<20xf32>
  }
  return
}
func.func @kernel(%x: memref<20xf32>, %t: memref<20xf32>, %y: memref<20xf32>) {
  affine.for %i = 0 to 20 {
    %v = affine.load %x[%i] : memref<20xf32>
    affine.store %v, %t[%i] : memref<20xf32>
  }
  func.call @change(%t) : (memref<20xf32>) -> ()
  affine.for %i = 0 to 20 {
    %v = affine.load %t[%i] : memref<20xf32>
    affine.store %v, %y[%i] : memref<20xf32>
  }
  return
}
// -----
// A call inside the producer counts how often it is made.
func.func @count(%n: memref<1xf32>) {
  %v = affine.load %n[0] : memref<1xf32>
  %c = arith.constant 1.0 : f32
  %w = arith.addf %v, %c : f32
  affine.store %w, %n[0] : memref<1xf32>
  return
}
func.func @kernel(%n: memref<1xf32>, %x: memref<20xf32>, %t: memref<20xf32>, %y: memref<20xf32>) {
  affine.for %i = 0 to 20 {
    func.call @count(%n) : (memref<1xf32>) -> ()
    %v = affine.load %x[%i] : memref<20xf32>
    affine.store %v, %t[%i] : memref<20xf32>
  }
  affine.for %i = 0 to 19 {
    %l = affine.load %t[%i] : memref<20xf32>
    %r = affine.load %t[%i + 1] : memref<20xf32>
    %s = arith.addf %l, %r : f32
    affine.store %s, %y[%i] : memref<20xf32>
  }
  return
}
// -----
// The consumer writes the producer's input under another name.
func.func @kernel(%x: memref<20xf32>, %t: memref<20xf32>) {
  %view = memref.subview %x[1] [19] [1] : memref<20xf32> to memref<19xf32, strided<[1], offset: 1>>
  affine.for %i = 0 to 19 {
    %v = affine.load %x[%i] : memref<20xf32>
    affine.store %v, %t[%i] : memref<20xf32>
  }
  affine.for %i = 0 to 19 {
    %v = affine.load %t[%i] : memref<20xf32>
    affine.store %v, %view[%i] : memref<19xf32, strided<[1], offset: 1>>
  }
  return
}
// -----
// The consumer reads a cast of the buffer, one element ahead.
func.func @kernel(%x: memref<20xf32>, %y: memref<20xf32>) {
  %t = memref.alloc() : memref<20xf32>
  %u = memref.cast %t : memref<20xf32> to memref<?xf32>
  affine.for %i = 0 to 20 {
    %v = affine.load %x[%i] : memref<20xf32>
    affine.store %v, %t[%i] : memref<20xf32>
  }
  affine.for %i = 0 to 19 {
    %v = affine.load %t[%i] : memref<20xf32>
    %w = affine.load %u[%i + 1] : memref<?xf32>
    %s = arith.addf %v, %w : f32
    affine.store %s, %y[%i] : memref<20xf32>
  }
  return
}
// -----
// Two names of one global.
memref.global "private" @g : memref<20xf32> = dense<1.0>
func.func @kernel(%x: memref<20xf32>, %y: memref<20xf32>) {
  %g = memref.get_global @g : memref<20xf32>
  %h = memref.get_global @g : memref<20xf32>
  affine.for %i = 0 to 20 {
    %v = affine.load %x[%i] : memref<20xf32>
    affine.store %v, %g[%i] : memref<20xf32>
  }
  affine.for %i = 0 to 20 {
    %v = affine.load %g[%i] : memref<20xf32>
    %w = affine.load %h[19 - %i] : memref<20xf32>
    %s = arith.addf %v, %w : f32
    affine.store %s, %y[%i] : memref<20xf32>
  }
  return
}
// -----
// Vectors reach further than their first element.
func.func @kernel(%x: memref<24xf32>, %y: memref<24xf32>) {
  %t = memref.alloc() : memref<24xf32>
  affine.for %i = 0 to 24 step 4 {
    %v = affine.vector_load %x[%i] : memref<24xf32>, vector<4xf32>
    affine.vector_store %v, %t[%i] : memref<24xf32>, vector<4xf32>
  }
  affine.for %i = 0 to 20 {
    %v = affine.load %t[%i + 3] : memref<24xf32>
    affine.store %v, %y[%i] : memref<24xf32>
  }
  return
}
// -----
func.func @kernel(%x: memref<24xf32>, %y: memref<24xf32>) {
  %t = memref.alloc() : memref<24xf32>
  affine.for %i = 0 to 24 {
    %v = affine.load %x[%i] : memref<24xf32>
    affine.store %v, %t[%i] : memref<24xf32>
  }
  affine.for %i = 0 to 6 {
    %v = affine.vector_load %t[%i * 4] : memref<24xf32>, vector<4xf32>
    affine.vector_store %v, %y[%i * 4] : memref<24xf32>, vector<4xf32>
  }
  return
}
// -----
// The consumer needs half of what the caller wants whole.
func.func @kernel(%x: memref<20xf32>, %t: memref<20xf32>, %y: memref<20xf32>) {
  affine.for %i = 0 to 20 {
    %v = affine.load %x[%i] : memref<20xf32>
    affine.store %v, %t[%i] : memref<20xf32>
  }
  affine.for %i = 0 to 20 step 2 {
    %v = affine.load %t[%i] : memref<20xf32>
    affine.store %v, %y[%i] : memref<20xf32>
  }
  return
}
// -----
// The consumer may not run at all, the producer always does.
func.func @kernel(%x: memref<20xf32>, %t: memref<20xf32>, %y: memref<20xf32>, %n: index) {
  affine.for %i = 0 to 20 {
    %v = affine.load %x[%i] : memref<20xf32>
    affine.store %v, %t[%i] : memref<20xf32>
  }
  affine.for %i = 0 to %n {
    %v = affine.load %t[%i] : memref<20xf32>
    affine.store %v, %y[%i] : memref<20xf32>
  }
  return
}
// -----
// All iterations write one element, and the last one counts.
func.func @kernel(%x: memref<20xf32>, %t: memref<1xf32>, %y: memref<20xf32>) {
  affine.for %i = 0 to 20 {
    %v = affine.load %x[%i] : memref<20xf32>
    affine.store %v, %t[0] : memref<1xf32>
  }
  affine.for %i = 0 to 20 {
    %v = affine.load %t[0] : memref<1xf32>
    affine.store %v, %y[%i] : memref<20xf32>
  }
  return
}
// -----
// Two iterations write each element.
func.func @kernel(%x: memref<20xf32>, %y: memref<10xf32>) {
  %t = memref.alloc() : memref<10xf32>
  affine.for %i = 0 to 20 {
    %v = affine.load %x[%i] : memref<20xf32>
    affine.store %v, %t[%i floordiv 2] : memref<10xf32>
  }
  affine.for %i = 0 to 10 {
    %v = affine.load %t[%i] : memref<10xf32>
    affine.store %v, %y[%i] : memref<10xf32>
  }
  return
}
// -----
// Only some elements are written again, and the others keep what they had.
func.func @kernel(%x: memref<20xf32>, %t: memref<20xf32>, %y: memref<20xf32>) {
  affine.for %i = 0 to 20 {
    affine.if affine_set<(d0) : (d0 - 7 >= 0)>(%i) {
      %v = affine.load %x[%i] : memref<20xf32>
      affine.store %v, %t[%i] : memref<20xf32>
    }
  }
  affine.for %i = 0 to 20 {
    %v = affine.load %t[%i] : memref<20xf32>
    affine.store %v, %y[%i] : memref<20xf32>
  }
  return
}
// -----
// The sum is complete only when the producer has ended.
func.func @kernel(%x: memref<20xf32>, %s: memref<1xf32>, %y: memref<20xf32>) {
  affine.for %i = 0 to 20 {
    %v = affine.load %x[%i] : memref<20xf32>
    %o = affine.load %s[0] : memref<1xf32>
    %n = arith.addf %o, %v : f32
    affine.store %n, %s[0] : memref<1xf32>
  }
  affine.for %i = 0 to 20 {
    %v = affine.load %x[%i] : memref<20xf32>
    %m = affine.load %s[0] : memref<1xf32>
    %d = arith.subf %v, %m : f32
    affine.store %d, %y[%i] : memref<20xf32>
  }
  return
}
// -----
// What stands between the nests reads the buffer, or writes the producer's input.
func.func @kernel(%x: memref<20xf32>, %t: memref<20xf32>, %y: memref<20xf32>, %f: f32) {
  affine.for %i = 0 to 20 {
    %v = affine.load %x[%i] : memref<20xf32>
    affine.store %v, %t[%i] : memref<20xf32>
  }
  %a = affine.load %t[5] : memref<20xf32>
  affine.store %f, %x[7] : memref<20xf32>
  affine.store %a, %y[9] : memref<20xf32>
  affine.for %i = 0 to 20 {
    %v = affine.load %t[%i] : memref<20xf32>
    %w = affine.load %y[%i] : memref<20xf32>
    %s = arith.addf %v, %w : f32
    affine.store %s, %y[%i] : memref<20xf32>
  }
  return
}
// -----
// Siblings with results, one of which starts from what the other gives.
func.func @kernel(%x: memref<20xf32>, %y: memref<2xf32>) {
  %z = arith.constant 0.0 : f32
  %a = affine.for %i = 0 to 20 iter_args(%s = %z) -> (f32) {
    %v = affine.load %x[%i] : memref<20xf32>
    %n = arith.addf %s, %v : f32
    affine.yield %n : f32
  }
  %b = affine.for %i = 0 to 20 iter_args(%s = %a) -> (f32) {
    %v = affine.load %x[%i] : memref<20xf32>
    %n = arith.maximumf %s, %v : f32
    affine.yield %n : f32
  }
  affine.store %a, %y[0] : memref<2xf32>
  affine.store %b, %y[1] : memref<2xf32>
  return
}
// -----
// Siblings, one of which writes ahead of what the other reads.
func.func @kernel(%x: memref<24xf32>, %y: memref<24xf32>, %z: memref<24xf32>) {
  affine.for %i = 0 to 20 {
    %v = affine.load %x[%i] : memref<24xf32>
    %w = affine.load %y[%i + 2] : memref<24xf32>
    %s = arith.addf %v, %w : f32
    affine.store %s, %z[%i] : memref<24xf32>
  }
  affine.for %i = 0 to 20 {
    %v = affine.load %x[%i] : memref<24xf32>
    affine.store %v, %y[%i + 1] : memref<24xf32>
  }
  return
}
// -----
// A buffer that two consumers read, the second one transposed.
func.func @kernel(%x: memref<6x6xf32>, %y: memref<6x6xf32>, %z: memref<6x6xf32>) {
  %t = memref.alloc() : memref<6x6xf32>
  affine.for %i = 0 to 6 {
    affine.for %j = 0 to 6 { // all of it
      %v = affine.load %x[%i, %j] : memref<6x6xf32>
      %w = arith.addf %v, %v : f32
      affine.store %w, %t[%i, %j] : memref<6x6xf32>
    }
  }
  // First as it is,
  affine.for %i = 0 to 6 {
    affine.for %j = 0 to 6 {
      %v = affine.load %t[%i, %j] : memref<6x6xf32>
      affine.store %v, %y[%i, %j] : memref<6x6xf32>
    }
  }
  // then turned.
  affine.for %i = 0 to 6 {
    affine.for %j = 0 to 6 {
      %v = affine.load %t[%j, %i] : memref<6x6xf32>
      affine.store %v, %z[%i, %j] : memref<6x6xf32>
    }
  }
  memref.dealloc %t : memref<6x6xf32>
  return
}
// -----
// Sizes are symbols, and the ranges of the nests differ by one.
func.func @kernel(%x: memref<?xf32>, %y: memref<?xf32>, %n: index) {
  %t = memref.alloc(%n) : memref<?xf32>
  affine.for %i = 0 to %n {
    %v = affine.load %x[%i] : memref<?xf32>
    affine.store %v, %t[%i] : memref<?xf32>
  }
  affine.for %i = 1 to %n {
    %v = affine.load %t[%i - 1] : memref<?xf32>
    %w = affine.load %t[%i] : memref<?xf32>
    %s = arith.addf %v, %w : f32
    affine.store %s, %y[%i] : memref<?xf32>
  }
  memref.dealloc %t : memref<?xf32>
  return
}
// -----
// Names of both nests clash, and names of the producer are used behind it by another.
func.func @kernel(%x: memref<12xf32>, %t: memref<12xf32>, %y: memref<12xf32>) {
  %c = arith.constant 2.0 : f32
  affine.for %i = 0 to 12 {
    %v = affine.load %x[%i] : memref<12xf32>
    %w = arith.mulf %v, %c : f32
    affine.store %w, %t[%i] : memref<12xf32>
  }
  affine.for %i = 0 to 12 {
    %w = affine.load %t[11 - %i] : memref<12xf32>
    %v = arith.addf %w, %c : f32
    %i_0 = arith.addf %v, %w : f32
    affine.store %i_0, %y[%i] : memref<12xf32>
  }
  return
}
// -----
// Delays over symbolic bounds: where the loop is shorter than what is peeled, each iteration still runs once.
func.func @kernel(%x: memref<24xf32>, %t: memref<24xf32>, %y: memref<24xf32>, %n: index) {
  affine.for %i = 0 to %n {
    %v = affine.load %x[%i] : memref<24xf32>
    affine.store %v, %t[%i] : memref<24xf32>
  }
  affine.for %k = 1 to affine_map<()[s0] -> (s0 - 1)>()[%n] {
    %a = affine.load %t[%k - 1] : memref<24xf32>
    %b = affine.load %t[%k + 1] : memref<24xf32>
    %s = arith.subf %b, %a : f32
    affine.store %s, %y[%k] : memref<24xf32>
  }
  return
}
// -----
func.func @kernel(%x: memref<24xf32>, %t: memref<24xf32>, %y: memref<24xf32>, %n: index) {
  affine.for %i = 0 to %n {
    %v = affine.load %x[%i] : memref<24xf32>
    affine.store %v, %t[%i + 3] : memref<24xf32>
  }
  affine.for %k = 0 to affine_map<()[s0] -> (s0 - 4)>()[%n] {
    %a = affine.load %t[%k + 6] : memref<24xf32>
    affine.store %a, %y[%k] : memref<24xf32>
  }
  affine.for %k = -1 to affine_map<()[s0] -> (s0 + 3)>()[%n] {
    %a = affine.load %t[%k + 1] : memref<24xf32>
    affine.store %a, %x[%k + 1] : memref<24xf32>
  }
  return
}
// -----
func.func @kernel(%x: memref<48xf32>, %t: memref<48xf32>, %y: memref<48xf32>, %n: index) {
  affine.for %i = 0 to affine_map<()[s0] -> (s0 * 2)>()[%n] step 3 {
    %v = affine.load %x[%i] : memref<48xf32>
    affine.store %v, %t[%i] : memref<48xf32>
  }
  affine.for %k = -6 to affine_map<()[s0] -> (s0 * 2 - 6)>()[%n] step 3 {
    %a = affine.load %t[%k + 9] : memref<48xf32>
    affine.store %a, %y[%k + 6] : memref<48xf32>
  }
  return
}
// -----
// A slice that runs once for each iteration around it.
func.func @kernel(%A: memref<12xi32>, %C: memref<12xi32>) {
  %B = memref.alloc() : memref<12xi32>
  affine.for %i = 0 to 12 {
    affine.for %k = affine_map<(d0) -> (d0)>(%i) to affine_map<(d0) -> (d0 + 1)>(%i) {
      %v = affine.load %A[%k] : memref<12xi32>
      %w = arith.addi %v, %v : i32
      affine.store %w, %B[%k] : memref<12xi32>
    }
  }
  affine.for %i = 0 to 12 {
    %v = affine.load %B[%i] : memref<12xi32>
    affine.store %v, %C[%i] : memref<12xi32>
  }
  return
}
// -----
// One that runs once inside of one that runs four times, each with a later element.
func.func @kernel(%A: memref<16xi32>, %B: memref<17xi32>, %C: memref<16xi32>) {
  affine.for %i = 0 to 4 {
    affine.for %j = affine_map<(d0) -> (d0 * 4)>(%i) to affine_map<(d0) -> (d0 * 4 + 4)>(%i) {
      affine.for %k = affine_map<(d0) -> (d0 + 1)>(%j) to affine_map<(d0) -> (d0 + 2)>(%j) {
        %v = affine.load %A[%k - 1] : memref<16xi32>
        affine.store %v, %B[%k] : memref<17xi32>
      }
    }
  }
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 4 {
      %v = affine.load %B[%i * 4 + %j + 1] : memref<17xi32>
      affine.store %v, %C[%i * 4 + %j] : memref<16xi32>
    }
  }
  return
}

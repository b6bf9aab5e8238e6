// Two matrix products, both of which accumulate.
func.func @kernel(%A: memref<2x4x5xf32>, %B: memref<2x5x6xf32>, %C: memref<2x4x6xf32>, %D: memref<2x6x3xf32>, %E: memref<2x4x3xf32>) {
  affine.for %b = 0 to 2 {
    affine.for %i = 0 to 4 {
      affine.for %j = 0 to 6 {
        affine.for %k = 0 to 5 {
          %0 = affine.load %A[%b, %i, %k] : memref<2x4x5xf32>
          %1 = affine.load %B[%b, %k, %j] : memref<2x5x6xf32>
          %2 = affine.load %C[%b, %i, %j] : memref<2x4x6xf32>
          %3 = arith.mulf %0, %1 : f32
          %4 = arith.addf %2, %3 : f32
          affine.store %4, %C[%b, %i, %j] : memref<2x4x6xf32>
        }
      }
    }
  }
  affine.for %n = 0 to 2 {
    affine.for %i = 0 to 4 {
      affine.for %k = 0 to 3 {
        affine.for %j = 0 to 6 {
          %0 = affine.load %C[%n, %i, %j] : memref<2x4x6xf32>
          %1 = affine.load %D[%n, %j, %k] : memref<2x6x3xf32>
          %2 = affine.load %E[%n, %i, %k] : memref<2x4x3xf32>
          %3 = arith.mulf %0, %1 : f32
          %4 = arith.addf %2, %3 : f32
          affine.store %4, %E[%n, %i, %k] : memref<2x4x3xf32>
        }
      }
    }
  }
  return
}
// -----
// A product with its initialisation in an imperfect nest, then scaled in place.
func.func @kernel(%A: memref<6x7xf32>, %B: memref<7x9xf32>, %C: memref<6x9xf32>) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to 6 {
    affine.for %j = 0 to 9 { // column
      affine.store %zero, %C[%i, %j] : memref<6x9xf32>
      affine.for %l = 0 to 7 {
        %a = affine.load %A[%i, %l] : memref<6x7xf32>
        %b = affine.load %B[%l, %j] : memref<7x9xf32>
        %p = arith.mulf %a, %b : f32
        %c = affine.load %C[%i, %j] : memref<6x9xf32>
        %s = arith.addf %c, %p : f32
        affine.store %s, %C[%i, %j] : memref<6x9xf32>
      } // inner
    }
  }
  affine.for %i = 0 to 6 {
    affine.for %j = 0 to 9 {
      %c = affine.load %C[%i, %j] : memref<6x9xf32>
      %s = arith.addf %c, %c : f32
      affine.store %s, %C[%i, %j] : memref<6x9xf32>
    }
  }
  return
}
// -----
// A window of three, computed again where windows overlap.
func.func @kernel(%x: memref<20xf32>, %t: memref<20xf32>, %y: memref<20xf32>) {
  affine.for %i = 0 to 20 {
    %v = affine.load %x[%i] : memref<20xf32>
    %w = arith.addf %v, %v : f32
    affine.store %w, %t[%i] : memref<20xf32>
  }
  affine.for %i = 1 to 19 {
    %l = affine.load %t[%i - 1] : memref<20xf32>
    %m = affine.load %t[%i] : memref<20xf32>
    %r = affine.load %t[%i + 1] : memref<20xf32>
    %s = arith.addf %l, %m : f32
    %u = arith.addf %s, %r : f32
    affine.store %u, %y[%i] : memref<20xf32>
  }
  return
}
// -----
// Ranges that overlap in part, through a buffer that nobody else sees.
func.func @kernel(%x: memref<24xf32>, %y: memref<24xf32>) {
  %t = memref.alloc() : memref<24xf32>
  affine.for %i = 0 to 20 {
    %v = affine.load %x[%i] : memref<24xf32>
    %w = arith.addf %v, %v : f32
    affine.store %w, %t[%i] : memref<24xf32>
  }
  affine.for %i = 5 to 18 {
    %v = affine.load %t[%i + 2] : memref<24xf32>
    affine.store %v, %y[%i] : memref<24xf32>
  }
  return
}
// -----
// Every fourth element, from the end.
func.func @kernel(%x: memref<24xf32>, %y: memref<6xf32>) {
  %t = memref.alloc() : memref<24xf32>
  affine.for %i = 0 to 24 {
    %v = affine.load %x[%i] : memref<24xf32>
    %w = arith.mulf %v, %v : f32
    affine.store %w, %t[%i] : memref<24xf32>
  }
  affine.for %i = 0 to 6 {
    %v = affine.load %t[%i * -4 + 23] : memref<24xf32>
    affine.store %v, %y[%i] : memref<6xf32>
  }
  return
}
// -----
// The window leaves the producer's range at both ends.
func.func @kernel(%x: memref<16xf32>, %y: memref<16xf32>) {
  %t = memref.alloc() : memref<16xf32>
  affine.for %i = 0 to 16 {
    %v = affine.load %x[%i] : memref<16xf32>
    affine.store %v, %t[%i] : memref<16xf32>
  }
  affine.for %i = 0 to 16 {
    %v = affine.load %t[%i floordiv 2] : memref<16xf32>
    %w = affine.load %t[(%i + 15) floordiv 2] : memref<16xf32>
    %s = arith.addf %v, %w : f32
    affine.store %s, %y[%i] : memref<16xf32>
  }
  return
}
// -----
// Names that clash where the two bodies meet, and an offset between the two.
func.func @kernel(%x: memref<16xf32>, %t: memref<17xf32>, %y: memref<16xf32>) {
  affine.for %i = 1 to 17 {
    %0 = affine.load %x[%i - 1] : memref<16xf32>
    %1 = arith.addf %0, %0 : f32
    affine.store %1, %t[%i] : memref<17xf32>
  }
  %two = arith.constant 2.0 : f32
  affine.for %i = 0 to 16 {
    %0 = affine.load %t[%i + 1] : memref<17xf32>
    %1 = arith.mulf %0, %two : f32
    affine.store %1, %y[%i] : memref<16xf32>
  }
  return
}
// -----
// The consumer overwrites what the producer has read two iterations before.
func.func @kernel(%x: memref<20xf32>) {
  %t = memref.alloc() : memref<20xf32>
  affine.for %i = 0 to 18 {
    %a = affine.load %x[%i + 2] : memref<20xf32>
    %b = affine.load %x[%i] : memref<20xf32>
    %s = arith.subf %b, %a : f32
    affine.store %s, %t[%i] : memref<20xf32>
  }
  affine.for %i = 0 to 18 {
    %v = affine.load %t[%i] : memref<20xf32>
    affine.store %v, %x[%i] : memref<20xf32>
  }
  return
}
// -----
// A triangle, a condition, and a reduction that carries its value.
func.func @kernel(%x: memref<8x8xf32>, %r: memref<8xf32>, %y: memref<8xf32>) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to 8 {
    %sum = affine.for %j = 0 to affine_map<(d0) -> (d0 + 1)>(%i) iter_args(%acc = %zero) -> (f32) {
      %v = affine.load %x[%i, %j] : memref<8x8xf32>
      %s = arith.addf %acc, %v : f32
      affine.yield %s : f32
    }
    affine.if affine_set<(d0) : (d0 - 3 >= 0)>(%i) {
      affine.store %sum, %r[%i] : memref<8xf32>
    }
  }
  affine.for %i = 0 to 8 {
    %v = affine.load %r[%i] : memref<8xf32>
    %s = arith.addf %v, %v : f32
    affine.store %s, %y[%i] : memref<8xf32>
  }
  return
}
// -----
// Transposed, with a step.
func.func @kernel(%x: memref<8x12xf32>, %t: memref<8x12xf32>, %y: memref<12x8xf32>) {
  affine.for %i = 0 to 8 step 2 {
    affine.for %j = 0 to 12 step 3 {
      %v = affine.load %x[%i, %j] : memref<8x12xf32>
      %w = arith.addf %v, %v : f32
      affine.store %w, %t[%i, %j] : memref<8x12xf32>
    }
  }
  affine.for %j = 0 to 12 step 3 {
    affine.for %i = 0 to 8 step 2 {
      %v = affine.load %t[%i, %j] : memref<8x12xf32>
      affine.store %v, %y[%j, %i] : memref<12x8xf32>
    }
  }
  return
}
// -----
// Neighbours with work before and behind their inner loops, one of which carries a value.
func.func @kernel(%x: memref<6x8xf32>, %y: memref<6xf32>, %z: memref<6xf32>) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to 6 {
    affine.store %zero, %y[%i] : memref<6xf32>
    affine.for %j = 0 to 8 {
      %v = affine.load %x[%i, %j] : memref<6x8xf32>
      %s = affine.load %y[%i] : memref<6xf32>
      %n = arith.addf %s, %v : f32
      affine.store %n, %y[%i] : memref<6xf32>
    }
    %u = affine.load %y[%i] : memref<6xf32>
    %w = arith.mulf %u, %u : f32
    affine.store %w, %y[%i] : memref<6xf32>
  }
  affine.for %k = 0 to 6 {
    %c = arith.constant 1.0 : f32
    %r = affine.for %l = 0 to 8 iter_args(%s = %c) -> (f32) {
      %v = affine.load %x[%k, %l] : memref<6x8xf32>
      %n = arith.subf %v, %s : f32
      affine.yield %n : f32
    }
    affine.store %r, %z[%k] : memref<6xf32>
  }
  return
}
// -----
// Sums that are siblings.
func.func @kernel(%x: memref<24xf32>, %o: memref<2xf32>) {
  %zero = arith.constant 0.0 : f32
  %a = affine.for %i = 0 to 24 iter_args(%s = %zero) -> (f32) {
    %v = affine.load %x[%i] : memref<24xf32>
    %n = arith.addf %s, %v : f32
    affine.yield %n : f32
  }
  %b = affine.for %i = 0 to 24 iter_args(%s = %zero) -> (f32) {
    %v = affine.load %x[23 - %i] : memref<24xf32>
    %n = arith.maximumf %s, %v : f32
    affine.yield %n : f32
  }
  affine.store %a, %o[0] : memref<2xf32>
  affine.store %b, %o[1] : memref<2xf32>
  return
}
// -----
// A stencil of a stencil, which can wait, or compute a window again into a small buffer.
func.func @kernel(%x: memref<20xf32>, %y: memref<20xf32>) {
  %t = memref.alloc() : memref<20xf32>
  affine.for %i = 1 to 19 {
    %a = affine.load %x[%i - 1] : memref<20xf32>
    %b = affine.load %x[%i + 1] : memref<20xf32>
    %s = arith.addf %a, %b : f32
    affine.store %s, %t[%i] : memref<20xf32>
  }
  affine.for %i = 2 to 18 {
    %a = affine.load %t[%i - 1] : memref<20xf32>
    %b = affine.load %t[%i + 1] : memref<20xf32>
    %s = arith.addf %a, %b : f32
    affine.store %s, %y[%i] : memref<20xf32>
  }
  memref.dealloc %t : memref<20xf32>
  return
}
// -----
// The second loop waits, and both have ends of their own.
func.func @kernel(%x: memref<24xf32>, %y: memref<24xf32>) {
  affine.for %i = 4 to 20 {
    %v = affine.load %x[%i + 1] : memref<24xf32>
    affine.store %v, %y[%i] : memref<24xf32>
  }
  affine.for %j = 1 to 22 {
    %v = affine.load %y[%j + 1] : memref<24xf32>
    affine.store %v, %x[%j] : memref<24xf32>
  }
  return
}
// -----
// What the first writes is read again later, in another order.
func.func @kernel(%x: memref<14xf32>, %y: memref<14xf32>, %z: memref<14xf32>) {
  %t = memref.alloc() : memref<14xf32>
  affine.for %i = 0 to 14 {
    %v = affine.load %x[%i] : memref<14xf32>
    %w = arith.mulf %v, %v : f32
    affine.store %w, %t[%i] : memref<14xf32>
  }
  affine.for %i = 0 to 14 {
    %v = affine.load %t[%i] : memref<14xf32>
    affine.store %v, %y[%i] : memref<14xf32>
  }
  affine.for %i = 2 to 14 {
    %v = affine.load %t[15 - %i] : memref<14xf32>
    %w = affine.load %t[13 - %i] : memref<14xf32>
    %s = arith.subf %v, %w : f32
    affine.store %s, %z[%i] : memref<14xf32>
  }
  return
}
// -----
// A view of a part.
func.func @kernel(%x: memref<16x16xf32>, %y: memref<8xf32>) {
  %t = memref.alloc() : memref<16x16xf32>
  %h = memref.subview %t[4, 2] [8, 8] [1, 1] : memref<16x16xf32> to memref<8x8xf32, strided<[16, 1], offset: 66>>
  affine.for %i = 0 to 16 {
    affine.for %j = 0 to 16 {
      %v = affine.load %x[%j, %i] : memref<16x16xf32>
      affine.store %v, %t[%i, %j] : memref<16x16xf32>
    }
  }
  affine.for %i = 0 to 8 {
    %v = affine.load %h[%i, 7 - %i] : memref<8x8xf32, strided<[16, 1], offset: 66>>
    affine.store %v, %y[%i] : memref<8xf32>
  }
  return
}

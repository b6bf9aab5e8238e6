// A window of nine weights over an image.
func.func @kernel(%image: memref<1026x1026xf64>, %weights: memref<3x3xf64>, %out: memref<1024x1024xf64>) {
  affine.for %y = 0 to 1024 {
    affine.for %x = 0 to 1024 {
      affine.for %dy = 0 to 3 {
        affine.for %dx = 0 to 3 {
          %v = affine.load %image[%y + %dy, %x + %dx] : memref<1026x1026xf64>
          %w = affine.load %weights[%dy, %dx] : memref<3x3xf64>
          %p = arith.mulf %v, %w : f64
          %o = affine.load %out[%y, %x] : memref<1024x1024xf64>
          %s = arith.addf %o, %p : f64
          affine.store %s, %out[%y, %x] : memref<1024x1024xf64>
        }
      }
    }
  }
  return
}
// -----
// A product of matrices, sums in memory.
func.func @kernel(%a: memref<300x280xf64>, %b: memref<280x320xf64>, %c: memref<300x320xf64>) {
  affine.for %i = 0 to 300 {
    affine.for %j = 0 to 320 {
      affine.for %k = 0 to 280 {
        %x = affine.load %a[%i, %k] : memref<300x280xf64>
        %y = affine.load %b[%k, %j] : memref<280x320xf64>
        %s = affine.load %c[%i, %j] : memref<300x320xf64>
        %p = arith.mulf %x, %y : f64
        %t = arith.addf %s, %p : f64
        affine.store %t, %c[%i, %j] : memref<300x320xf64>
      }
    }
  }
  return
}
// -----
// Sums of squares of the columns, column by column.
func.func @kernel(%a: memref<1500x1400xf64>, %norms: memref<1400xf64>) {
  affine.for %j = 0 to 1400 {
    affine.for %i = 0 to 1500 {
      %x = affine.load %a[%i, %j] : memref<1500x1400xf64>
      %q = arith.mulf %x, %x : f64
      %s = affine.load %norms[%j] : memref<1400xf64>
      %t = arith.addf %s, %q : f64
      affine.store %t, %norms[%j] : memref<1400xf64>
    }
  }
  return
}
// -----
// Sweeps over a rod and back.
func.func @kernel(%a: memref<60000xf64>, %b: memref<60000xf64>) {
  %half = arith.constant 0.5 : f64
  affine.for %t = 0 to 100 {
    affine.for %i = 1 to 59999 {
      %l = affine.load %a[%i - 1] : memref<60000xf64>
      %r = affine.load %a[%i + 1] : memref<60000xf64>
      %s = arith.addf %l, %r : f64
      %m = arith.mulf %s, %half : f64
      affine.store %m, %b[%i] : memref<60000xf64>
    }
    affine.for %i = 1 to 59999 {
      %x = affine.load %b[%i] : memref<60000xf64>
      affine.store %x, %a[%i] : memref<60000xf64>
    }
  }
  return
}
// -----
// Two updates of rank one, and a product with the result.
func.func @kernel(%a: memref<1200x1200xf64>, %u: memref<1200xf64>, %v: memref<1200xf64>, %x: memref<1200xf64>, %y: memref<1200xf64>) {
  affine.for %i = 0 to 1200 {
    affine.for %j = 0 to 1200 {
      %e = affine.load %a[%i, %j] : memref<1200x1200xf64>
      %p = affine.load %u[%i] : memref<1200xf64>
      %q = affine.load %v[%j] : memref<1200xf64>
      %pq = arith.mulf %p, %q : f64
      %n = arith.addf %e, %pq : f64
      affine.store %n, %a[%i, %j] : memref<1200x1200xf64>
    }
  }
  affine.for %j = 0 to 1200 {
    affine.for %i = 0 to 1200 {
      %e = affine.load %a[%i, %j] : memref<1200x1200xf64>
      %w = affine.load %x[%i] : memref<1200xf64>
      %ew = arith.mulf %e, %w : f64
      %s = affine.load %y[%j] : memref<1200xf64>
      %t = arith.addf %s, %ew : f64
      affine.store %t, %y[%j] : memref<1200xf64>
    }
  }
  return
}
// -----
// Pairs of rows of a matrix: the upper triangle of their products.
func.func @kernel(%a: memref<260x300xf64>, %out: memref<260x260xf64>) {
  %zero = arith.constant 0.0 : f64
  affine.for %i = 0 to 260 {
    affine.for %j = affine_map<(d0) -> (d0)>(%i) to 260 {
      %sum = affine.for %k = 0 to 300 iter_args(%s = %zero) -> (f64) {
        %x = affine.load %a[%i, %k] : memref<260x300xf64>
        %y = affine.load %a[%j, %k] : memref<260x300xf64>
        %p = arith.mulf %x, %y : f64
        %t = arith.addf %s, %p : f64
        affine.yield %t : f64
      }
      affine.store %sum, %out[%i, %j] : memref<260x260xf64>
    }
  }
  return
}

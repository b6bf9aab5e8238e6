func.func @kernel(%a: memref<192x192xf32>, %b: memref<192x192xf32>, %c: memref<192x192xf32>) {
  affine.for %i = 0 to 192 {
    affine.for %k = 0 to 192 {
      affine.for %j = 0 to 192 {
        %x = affine.load %a[%i, %k] : memref<192x192xf32>
        %y = affine.load %b[%k, %j] : memref<192x192xf32>
        %o = affine.load %c[%i, %j] : memref<192x192xf32>
        %p = arith.mulf %x, %y : f32
        %s = arith.addf %o, %p : f32
        affine.store %s, %c[%i, %j] : memref<192x192xf32>
      }
    }
  }
  return
}
// -----
func.func @kernel(%a: memref<192x192xf32>, %b: memref<192x192xf32>, %c: memref<192x192xf32>) {
  affine.for %i = 0 to 192 {
    affine.for %j = 0 to 192 {
      %o = affine.load %c[%i, %j] : memref<192x192xf32>
      %r = affine.for %k = 0 to 192 iter_args(%s = %o) -> (f32) {
        %x = affine.load %a[%i, %k] : memref<192x192xf32>
        %y = affine.load %b[%k, %j] : memref<192x192xf32>
        %p = arith.mulf %x, %y : f32
        %n = arith.addf %s, %p : f32
        affine.yield %n : f32
      }
      affine.store %r, %c[%i, %j] : memref<192x192xf32>
    }
  }
  return
}
// -----
func.func @kernel(%a: memref<65536xf32>, %b: memref<65536xf32>, %c: memref<1xf32>) {
  %zero = arith.constant 0.0 : f32
  %r = affine.for %i = 0 to 65536 iter_args(%s = %zero) -> (f32) {
    %x = affine.load %a[%i] : memref<65536xf32>
    %y = affine.load %b[%i] : memref<65536xf32>
    %p = arith.mulf %x, %y : f32
    %n = arith.addf %s, %p : f32
    affine.yield %n : f32
  }
  affine.store %r, %c[0] : memref<1xf32>
  return
}
// -----
func.func @kernel(%a: memref<512x512xf32>, %b: memref<512xf32>) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to 512 {
    %r = affine.for %j = 0 to 512 iter_args(%s = %zero) -> (f32) {
      %x = affine.load %a[%i, %j] : memref<512x512xf32>
      %n = arith.addf %s, %x : f32
      affine.yield %n : f32
    }
    affine.store %r, %b[%i] : memref<512xf32>
  }
  return
}

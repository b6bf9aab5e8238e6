// Differences in a buffer, and their squares.
func.func @kernel(%A: memref<509x509xf32>, %C: memref<509x509xf32>) {
  %n = arith.constant 509 : index
  %T = memref.alloc(%n, %n) : memref<?x?xf32>
  affine.for %i = 0 to affine_map<()[s0] -> (s0 - 1)>()[%n] {
    affine.for %j = 0 to affine_map<()[s0] -> (s0 - 1)>()[%n] {
      %a = affine.load %A[%i, %j] : memref<509x509xf32>
      %b = affine.load %A[%i, %j + 1] : memref<509x509xf32>
      %s = arith.addf %a, %b : f32
      affine.store %s, %T[%i, %j] : memref<?x?xf32>
    }
  }
  affine.for %i = 0 to affine_map<()[s0] -> (s0 - 1)>()[%n] {
    affine.for %j = 0 to affine_map<()[s0] -> (s0 - 1)>()[%n] {
      %a = affine.load %T[%i, %j] : memref<?x?xf32>
      %s = arith.mulf %a, %a : f32
      affine.store %s, %C[%i, %j] : memref<509x509xf32>
    }
  }
  memref.dealloc %T : memref<?x?xf32>
  return
}

// Means of neighbours on a plane, and the copy back, in a time loop.
func.func @kernel(%A: memref<509x509xf32>, %B: memref<509x509xf32>, %t: index) {
  %n = arith.constant 509 : index
  %fifth = arith.constant 0.2 : f32
  affine.for %s = 0 to %t {
    affine.for %i = 1 to affine_map<()[s0] -> (s0 - 1)>()[%n] {
      affine.for %j = 1 to affine_map<()[s0] -> (s0 - 1)>()[%n] {
        %a = affine.load %A[%i - 1, %j] : memref<509x509xf32>
        %b = affine.load %A[%i, %j] : memref<509x509xf32>
        %c = affine.load %A[%i + 1, %j] : memref<509x509xf32>
        %d = affine.load %A[%i, %j - 1] : memref<509x509xf32>
        %e = affine.load %A[%i, %j + 1] : memref<509x509xf32>
        %1 = arith.addf %a, %b : f32
        %2 = arith.addf %1, %c : f32
        %3 = arith.addf %2, %d : f32
        %4 = arith.addf %3, %e : f32
        %m = arith.mulf %4, %fifth : f32
        affine.store %m, %B[%i, %j] : memref<509x509xf32>
      }
    }
    affine.for %i = 1 to affine_map<()[s0] -> (s0 - 1)>()[%n] {
      affine.for %j = 1 to affine_map<()[s0] -> (s0 - 1)>()[%n] {
        %b = affine.load %B[%i, %j] : memref<509x509xf32>
        affine.store %b, %A[%i, %j] : memref<509x509xf32>
      }
    }
  }
  return
}

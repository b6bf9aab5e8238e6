// Means of neighbours in place: each sweep sees what it has written.
func.func @kernel(%A: memref<509x509xf32>, %t: index) {
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
        affine.store %m, %A[%i, %j] : memref<509x509xf32>
      }
    }
  }
  return
}

func.func @skewed(%A: memref<509x509xf32>, %t: index) {
  %n = arith.constant 509 : index
  %fifth = arith.constant 0.2 : f32
  affine.for %s = 0 to %t {
    affine.for %u = affine_map<(d0) -> (d0 + 1)>(%s) to affine_map<(d0)[s0] -> (d0 + s0 - 1)>(%s)[%n] {
      affine.for %v = affine_map<(d0) -> (d0 + 1)>(%u) to affine_map<(d0)[s0] -> (d0 + s0 - 1)>(%u)[%n] {
        %a = affine.load %A[%u - %s - 1, %v - %u] : memref<509x509xf32>
        %b = affine.load %A[%u - %s, %v - %u] : memref<509x509xf32>
        %c = affine.load %A[%u - %s + 1, %v - %u] : memref<509x509xf32>
        %d = affine.load %A[%u - %s, %v - %u - 1] : memref<509x509xf32>
        %e = affine.load %A[%u - %s, %v - %u + 1] : memref<509x509xf32>
        %1 = arith.addf %a, %b : f32
        %2 = arith.addf %1, %c : f32
        %3 = arith.addf %2, %d : f32
        %4 = arith.addf %3, %e : f32
        %m = arith.mulf %4, %fifth : f32
        affine.store %m, %A[%u - %s, %v - %u] : memref<509x509xf32>
      }
    }
  }
  return
}

func.func @time_tiled(%A: memref<509x509xf32>, %t: index) {
  %n = arith.constant 509 : index
  %fifth = arith.constant 0.2 : f32
  affine.for %ts = 0 to %t step 8 {
  affine.for %tu = affine_map<(d0) -> (d0 + 1)>(%ts) to affine_map<(d0)[s0] -> (d0 + s0 + 6)>(%ts)[%n] step 32 {
  affine.for %s = affine_map<(d0) -> (d0)>(%ts) to min affine_map<(d0)[s0] -> (d0 + 8, s0)>(%ts)[%t] {
    affine.for %u = max affine_map<(d0, d1) -> (d0 + 1, d1)>(%s, %tu) to min affine_map<(d0, d1)[s0] -> (d0 + s0 - 1, d1 + 32)>(%s, %tu)[%n] {
      affine.for %v = affine_map<(d0) -> (d0 + 1)>(%u) to affine_map<(d0)[s0] -> (d0 + s0 - 1)>(%u)[%n] {
        %a = affine.load %A[%u - %s - 1, %v - %u] : memref<509x509xf32>
        %b = affine.load %A[%u - %s, %v - %u] : memref<509x509xf32>
        %c = affine.load %A[%u - %s + 1, %v - %u] : memref<509x509xf32>
        %d = affine.load %A[%u - %s, %v - %u - 1] : memref<509x509xf32>
        %e = affine.load %A[%u - %s, %v - %u + 1] : memref<509x509xf32>
        %1 = arith.addf %a, %b : f32
        %2 = arith.addf %1, %c : f32
        %3 = arith.addf %2, %d : f32
        %4 = arith.addf %3, %e : f32
        %m = arith.mulf %4, %fifth : f32
        affine.store %m, %A[%u - %s, %v - %u] : memref<509x509xf32>
      }
    }
  }
  }
  }
  return
}

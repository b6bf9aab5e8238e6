// Means of neighbours on a line, and the copy back, in a time loop.
func.func @kernel(%A: memref<509xf32>, %B: memref<509xf32>, %t: index) {
  %n = arith.constant 509 : index
  %third = arith.constant 0.33333 : f32
  affine.for %s = 0 to %t {
    affine.for %i = 1 to affine_map<()[s0] -> (s0 - 1)>()[%n] {
      %a = affine.load %A[%i - 1] : memref<509xf32>
      %b = affine.load %A[%i] : memref<509xf32>
      %c = affine.load %A[%i + 1] : memref<509xf32>
      %ab = arith.addf %a, %b : f32
      %abc = arith.addf %ab, %c : f32
      %m = arith.mulf %abc, %third : f32
      affine.store %m, %B[%i] : memref<509xf32>
    }
    affine.for %i = 1 to affine_map<()[s0] -> (s0 - 1)>()[%n] {
      %b = affine.load %B[%i] : memref<509xf32>
      affine.store %b, %A[%i] : memref<509xf32>
    }
  }
  return
}

func.func @skewed(%A: memref<509xf32>, %B: memref<509xf32>, %t: index) {
  %n = arith.constant 509 : index
  %third = arith.constant 0.33333 : f32
  affine.for %s = 0 to %t {
    affine.for %u = affine_map<(d0) -> (2 * d0 + 1)>(%s) to affine_map<(d0)[s0] -> (2 * d0 + s0)>(%s)[%n] {
      affine.if affine_set<(d0, d1)[s0] : (2 * d0 + s0 - 2 - d1 >= 0)>(%s, %u)[%n] {
        %a = affine.load %A[%u - 2 * %s - 1] : memref<509xf32>
        %b = affine.load %A[%u - 2 * %s] : memref<509xf32>
        %c = affine.load %A[%u - 2 * %s + 1] : memref<509xf32>
        %ab = arith.addf %a, %b : f32
        %abc = arith.addf %ab, %c : f32
        %m = arith.mulf %abc, %third : f32
        affine.store %m, %B[%u - 2 * %s] : memref<509xf32>
      }
      affine.if affine_set<(d0, d1) : (d1 - 2 * d0 - 2 >= 0)>(%s, %u) {
        %b = affine.load %B[%u - 2 * %s - 1] : memref<509xf32>
        affine.store %b, %A[%u - 2 * %s - 1] : memref<509xf32>
      }
    }
  }
  return
}

func.func @time_tiled(%A: memref<509xf32>, %B: memref<509xf32>, %t: index) {
  %n = arith.constant 509 : index
  %third = arith.constant 0.33333 : f32
  affine.for %ts = 0 to %t step 8 {
    affine.for %tu = affine_map<(d0) -> (2 * d0 + 1)>(%ts) to affine_map<(d0)[s0] -> (2 * d0 + 14 + s0)>(%ts)[%n] step 32 {
      affine.for %s = affine_map<(d0) -> (d0)>(%ts) to min affine_map<(d0)[s0] -> (d0 + 8, s0)>(%ts)[%t] {
        affine.for %u = max affine_map<(d0, d1) -> (2 * d0 + 1, d1)>(%s, %tu) to min affine_map<(d0, d1)[s0] -> (2 * d0 + s0, d1 + 32)>(%s, %tu)[%n] {
          affine.if affine_set<(d0, d1)[s0] : (2 * d0 + s0 - 2 - d1 >= 0)>(%s, %u)[%n] {
            %a = affine.load %A[%u - 2 * %s - 1] : memref<509xf32>
            %b = affine.load %A[%u - 2 * %s] : memref<509xf32>
            %c = affine.load %A[%u - 2 * %s + 1] : memref<509xf32>
            %ab = arith.addf %a, %b : f32
            %abc = arith.addf %ab, %c : f32
            %m = arith.mulf %abc, %third : f32
            affine.store %m, %B[%u - 2 * %s] : memref<509xf32>
          }
          affine.if affine_set<(d0, d1) : (d1 - 2 * d0 - 2 >= 0)>(%s, %u) {
            %b = affine.load %B[%u - 2 * %s - 1] : memref<509xf32>
            affine.store %b, %A[%u - 2 * %s - 1] : memref<509xf32>
          }
        }
      }
    }
  }
  return
}

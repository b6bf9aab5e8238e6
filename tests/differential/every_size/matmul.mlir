// A product of matrices that adds to what is there.
func.func @kernel(%A: memref<509x509xf32>, %B: memref<509x509xf32>, %C: memref<509x509xf32>) {
  %n = arith.constant 509 : index
  affine.for %i = 0 to %n {
    affine.for %j = 0 to %n {
      affine.for %k = 0 to %n {
        %a = affine.load %A[%i, %k] : memref<509x509xf32>
        %b = affine.load %B[%k, %j] : memref<509x509xf32>
        %c = affine.load %C[%i, %j] : memref<509x509xf32>
        %p = arith.mulf %a, %b : f32
        %s = arith.addf %c, %p : f32
        affine.store %s, %C[%i, %j] : memref<509x509xf32>
      }
    }
  }
  return
}

func.func @packed(%A: memref<509x509xf32>, %B: memref<509x509xf32>, %C: memref<509x509xf32>) {
  %n = arith.constant 509 : index
  affine.for %ti = 0 to %n step 32 {
    affine.for %tk = 0 to %n step 32 {
      %T = memref.alloc() : memref<32x32xf32>
      affine.for %i = affine_map<(d0) -> (d0)>(%ti) to min affine_map<(d0)[s0] -> (d0 + 32, s0)>(%ti)[%n] {
        affine.for %k = affine_map<(d0) -> (d0)>(%tk) to min affine_map<(d0)[s0] -> (d0 + 32, s0)>(%tk)[%n] {
          %a = affine.load %A[%i, %k] : memref<509x509xf32>
          affine.store %a, %T[%i - %ti, %k - %tk] : memref<32x32xf32>
        }
      }
      affine.for %i = affine_map<(d0) -> (d0)>(%ti) to min affine_map<(d0)[s0] -> (d0 + 32, s0)>(%ti)[%n] {
        affine.for %j = 0 to %n {
          affine.for %k = affine_map<(d0) -> (d0)>(%tk) to min affine_map<(d0)[s0] -> (d0 + 32, s0)>(%tk)[%n] {
            %a = affine.load %T[%i - %ti, %k - %tk] : memref<32x32xf32>
            %b = affine.load %B[%k, %j] : memref<509x509xf32>
            %c = affine.load %C[%i, %j] : memref<509x509xf32>
            %p = arith.mulf %a, %b : f32
            %s = arith.addf %c, %p : f32
            affine.store %s, %C[%i, %j] : memref<509x509xf32>
          }
        }
      }
      memref.dealloc %T : memref<32x32xf32>
    }
  }
  return
}

func.func @partial_sums(%A: memref<509x509xf32>, %B: memref<509x509xf32>, %C: memref<509x509xf32>) {
  %n = arith.constant 509 : index
  %zero = arith.constant 0.0 : f32
  %main = affine.apply affine_map<()[s0] -> (s0 floordiv 2 * 2)>()[%n]
  affine.for %i = 0 to %n {
    affine.for %j = 0 to %n {
      %even, %odd = affine.for %k = 0 to %main step 2 iter_args(%u = %zero, %v = %zero) -> (f32, f32) {
        %a = affine.load %A[%i, %k] : memref<509x509xf32>
        %b = affine.load %B[%k, %j] : memref<509x509xf32>
        %p = arith.mulf %a, %b : f32
        %s = arith.addf %u, %p : f32
        %a1 = affine.load %A[%i, %k + 1] : memref<509x509xf32>
        %b1 = affine.load %B[%k + 1, %j] : memref<509x509xf32>
        %p1 = arith.mulf %a1, %b1 : f32
        %s1 = arith.addf %v, %p1 : f32
        affine.yield %s, %s1 : f32, f32
      }
      %both = arith.addf %even, %odd : f32
      %all = affine.for %k = %main to %n iter_args(%u = %both) -> (f32) {
        %a = affine.load %A[%i, %k] : memref<509x509xf32>
        %b = affine.load %B[%k, %j] : memref<509x509xf32>
        %p = arith.mulf %a, %b : f32
        %s = arith.addf %u, %p : f32
        affine.yield %s : f32
      }
      %c = affine.load %C[%i, %j] : memref<509x509xf32>
      %s = arith.addf %c, %all : f32
      affine.store %s, %C[%i, %j] : memref<509x509xf32>
    }
  }
  return
}

func.func @interchanged(%A: memref<509x509xf32>, %B: memref<509x509xf32>, %C: memref<509x509xf32>) {
  %n = arith.constant 509 : index
  affine.for %k = 0 to %n {
    affine.for %j = 0 to %n {
      affine.for %i = 0 to %n {
        %a = affine.load %A[%i, %k] : memref<509x509xf32>
        %b = affine.load %B[%k, %j] : memref<509x509xf32>
        %c = affine.load %C[%i, %j] : memref<509x509xf32>
        %p = arith.mulf %a, %b : f32
        %s = arith.addf %c, %p : f32
        affine.store %s, %C[%i, %j] : memref<509x509xf32>
      }
    }
  }
  return
}

// Exponentials of rows, made to add up to one.
func.func @kernel(%X: memref<509x509xf32>, %Y: memref<509x509xf32>) {
  %n = arith.constant 509 : index
  %low = arith.constant 0xFF800000 : f32
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to %n {
    %max = affine.for %j = 0 to %n iter_args(%m = %low) -> (f32) {
      %x = affine.load %X[%i, %j] : memref<509x509xf32>
      %w = arith.maximumf %m, %x : f32
      affine.yield %w : f32
    }
    affine.for %j = 0 to %n {
      %x = affine.load %X[%i, %j] : memref<509x509xf32>
      %d = arith.subf %x, %max : f32
      %e = math.exp %d : f32
      affine.store %e, %Y[%i, %j] : memref<509x509xf32>
    }
    %sum = affine.for %j = 0 to %n iter_args(%s = %zero) -> (f32) {
      %e = affine.load %Y[%i, %j] : memref<509x509xf32>
      %t = arith.addf %s, %e : f32
      affine.yield %t : f32
    }
    affine.for %j = 0 to %n {
      %e = affine.load %Y[%i, %j] : memref<509x509xf32>
      %q = arith.divf %e, %sum : f32
      affine.store %q, %Y[%i, %j] : memref<509x509xf32>
    }
  }
  return
}

func.func @vectors_and_tail(%X: memref<509x509xf32>, %Y: memref<509x509xf32>) {
  %n = arith.constant 509 : index
  %low = arith.constant 0xFF800000 : f32
  %lows = arith.constant dense<0xFF800000> : vector<8xf32>
  %zeros = arith.constant dense<0.0> : vector<8xf32>
  %main = affine.apply affine_map<()[s0] -> (s0 floordiv 8 * 8)>()[%n]
  affine.for %i = 0 to %n {
    %lanes = affine.for %j = 0 to %main step 8 iter_args(%m = %lows) -> (vector<8xf32>) {
      %x = affine.vector_load %X[%i, %j] : memref<509x509xf32>, vector<8xf32>
      %w = arith.maximumf %m, %x : vector<8xf32>
      affine.yield %w : vector<8xf32>
    }
    %most = vector.reduction <maximumf>, %lanes : vector<8xf32> into f32
    %max = affine.for %j = %main to %n iter_args(%m = %most) -> (f32) {
      %x = affine.load %X[%i, %j] : memref<509x509xf32>
      %w = arith.maximumf %m, %x : f32
      affine.yield %w : f32
    }
    %maxes = vector.broadcast %max : f32 to vector<8xf32>
    %sums = affine.for %j = 0 to %main step 8 iter_args(%s = %zeros) -> (vector<8xf32>) {
      %x = affine.vector_load %X[%i, %j] : memref<509x509xf32>, vector<8xf32>
      %d = arith.subf %x, %maxes : vector<8xf32>
      %e = math.exp %d : vector<8xf32>
      affine.vector_store %e, %Y[%i, %j] : memref<509x509xf32>, vector<8xf32>
      %t = arith.addf %s, %e : vector<8xf32>
      affine.yield %t : vector<8xf32>
    }
    %part = vector.reduction <add>, %sums : vector<8xf32> into f32
    %sum = affine.for %j = %main to %n iter_args(%s = %part) -> (f32) {
      %x = affine.load %X[%i, %j] : memref<509x509xf32>
      %d = arith.subf %x, %max : f32
      %e = math.exp %d : f32
      affine.store %e, %Y[%i, %j] : memref<509x509xf32>
      %t = arith.addf %s, %e : f32
      affine.yield %t : f32
    }
    affine.for %j = 0 to %n {
      %e = affine.load %Y[%i, %j] : memref<509x509xf32>
      %q = arith.divf %e, %sum : f32
      affine.store %q, %Y[%i, %j] : memref<509x509xf32>
    }
  }
  return
}

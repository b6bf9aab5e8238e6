// A reduction along the outer dimension, and its two vectorizations.
func @scalar(%in: memref<16x64xf32>, %out: memref<64xf32>) {
%cst = constant 0.000000e+00 : f32
affine.for %arg2 = 0 to 64 {
%final_red = affine.for %arg4 = 0 to 16 iter_args(%red_iter = %cst) -> (f32) {
%5 = affine.load %in[%arg4, %arg2] : memref<16x64xf32>
%6 = addf %red_iter, %5 : f32
affine.yield %6 : f32
}
affine.store %final_red, %out[%arg2] : memref<64xf32>
}
return
}

func @outer(%arg0: memref<16x64xf32>, %arg1: memref<64xf32>) {
%cst = constant dense<0.000000e+00> : vector<4xf32>
%cst_0 = constant 0.000000e+00 : f32
affine.for %arg2 = 0 to 64 step 4 {
%0 = affine.for %arg3 = 0 to 16 iter_args(%arg4 = %cst) -> (vector<4xf32>) {
%1 = vector.transfer_read %arg0[%arg3, %arg2], %cst_0 : memref<16x64xf32>, vector<4xf32>
%2 = addf %arg4, %1 : vector<4xf32>
affine.yield %2 : vector<4xf32>
}
vector.transfer_write %0, %arg1[%arg2] : vector<4xf32>, memref<64xf32>
}
return
}

func @inner(%arg0: memref<16x64xf32>, %arg1: memref<64xf32>) {
%cst = constant 0.000000e+00 : f32
%cst_0 = constant dense<0.000000e+00> : vector<4xf32>
affine.for %arg2 = 0 to 64 {
%0 = affine.for %arg3 = 0 to 16 step 4 iter_args(%arg4 = %cst_0) -> (vector<4xf32>) {
%2 = vector.transfer_read %arg0[%arg3, %arg2], %cst {permutation_map = (d0, d1) -> (d0)} : memref<16x64xf32>, vector<4xf32>
%3 = addf %arg4, %2 : vector<4xf32>
affine.yield %3 : vector<4xf32>
}
%1 = vector.reduction "add", %0 : vector<4xf32> into f32
affine.store %1, %arg1[%arg2] : memref<64xf32>
}
return
}

// Kinds of reductions under the names that they had before MLIR 18.
func.func @kinds(%m: memref<8xf32>, %x: f32, %i: index) -> f32 {
  %0 = memref.atomic_rmw minf %x, %m[%i] : (f32, memref<8xf32>) -> f32
  %1 = memref.atomic_rmw "maxf" %0, %m[%i] : (f32, memref<8xf32>) -> f32
  %2 = affine.parallel (%k) = (0) to (8) reduce ("minf") -> f32 {
    %v = affine.load %m[%k] : memref<8xf32>
    affine.yield %v : f32
  }
  return %2 : f32
}

// Bodies without an argument for the output.
func.func @mapped(%a: memref<8xf32>, %b: memref<8xi32>, %t: tensor<8x2xf32>) -> tensor<8x2xf32> {
  linalg.map ins(%a, %a : memref<8xf32>, memref<8xf32>) outs(%b : memref<8xi32>)
    (%l: f32, %r: f32) {
      %init = arith.addf %l, %r : f32
      %s = arith.fptosi %init : f32 to i32
      linalg.yield %s : i32
    }
  %0 = linalg.map outs(%t : tensor<8x2xf32>) () { // none
      %c = arith.constant 1.0 : f32
      linalg.yield %c : f32
    }
  return %0 : tensor<8x2xf32>
}

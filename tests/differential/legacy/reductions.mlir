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

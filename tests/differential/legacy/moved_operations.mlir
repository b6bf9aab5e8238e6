// Operations that went to other dialects after they had the one they are written with.
func.func @shapes(%n: index, %t: tensor<4x4xf32>, %p: tensor<2x4x2xf32>) -> tensor<?x4xf32> {
  %a = linalg.init_tensor [4, 8] : tensor<4x8xf32>
  %b = linalg.init_tensor [%n, 4] : tensor<?x4xf32> // one size is known
  %c = linalg.init_tensor [] : tensor<f32>
  %d = tensor.pack %t inner_dims_pos = [0] inner_tiles = [2] into %p : tensor<4x4xf32> -> tensor<2x4x2xf32>
  %e = tensor.unpack %p inner_dims_pos = [0] inner_tiles = [2] into %t : tensor<2x4x2xf32> -> tensor<4x4xf32>
  return %b : tensor<?x4xf32>
}

func.func @buffers(%t: tensor<4x4xf32>) -> (memref<4x4xf32>, memref<4x4xf32>) {
  %a = bufferization.to_memref %t : memref<4x4xf32>
  %b = bufferization.to_memref %t : tensor<4x4xf32> to memref<4x4xf32>
  return %a, %b : memref<4x4xf32>, memref<4x4xf32>
}

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

func.func @reshapes(%v: memref<8xf32>, %m: memref<8x8xf32>, %t: tensor<8xf32>, %s: tensor<8x8xf32>) -> memref<64xf32> {
  // Shapes of results were not written.
  %0 = linalg.tensor_expand_shape %t [[0, 1]] : tensor<8xf32> into tensor<2x4xf32>
  %1 = linalg.expand_shape %v [[0, 1]] : memref<8xf32> into memref<2x4xf32>
  %2 = linalg.tensor_collapse_shape %s [[0, 1]] : tensor<8x8xf32> into tensor<64xf32>
  %3 = linalg.collapse_shape %m [[0, 1]] : memref<8x8xf32> into memref<64xf32>
  return %3 : memref<64xf32>
}

func.func @slices(%s: tensor<8x8xf32>, %n: index, %x: f32) -> memref<8x8xf32> {
  %0 = subtensor %s[0, 0] [4, 4] [1, 1] : tensor<8x8xf32> to tensor<4x4xf32>
  %1 = subtensor_insert %0 into %s[0, 0] [4, 4] [1, 1] : tensor<4x4xf32> into tensor<8x8xf32>
  %2 = dynamic_tensor_from_elements %n {
  ^bb0(%i: index):
    yield %x : f32
  } : tensor<?xf32>
  %3 = create_complex %x, %x : complex<f32>
  %4 = llvm.mlir.null : !llvm.ptr
  %5 = tensor_to_memref %1 : memref<8x8xf32>
  %6 = memref.clone %5 : memref<8x8xf32> to memref<8x8xf32>
  return %6 : memref<8x8xf32>
}
// -----
mesh.mesh @g(shape = 2x4)
func.func @grid(%a: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %s = mesh.sharding @g split_axes = [[0], [1]] : !mesh.sharding
  %0 = mesh.shard %a to %s annotate_for_users : tensor<4x8xf32>
  %1 = mesh.all_reduce %0 on @g mesh_axes = [0] reduction = max : tensor<4x8xf32> -> tensor<4x8xf32>
  %2 = mesh.all_gather %1 on @g mesh_axes = [1] gather_axis = 1 : tensor<4x8xf32> -> tensor<4x32xf32>
  %3:2 = mesh.process_multi_index on @g : index, index
  %4:2 = mesh.mesh_shape @g : index, index
  return %1 : tensor<4x8xf32>
}
// -----
tosa.variable @counter = dense<7.0> : tensor<1xf32>
func.func @tosa(%a: tensor<1xf32>, %i: tensor<4xi32>) {
  tosa.variable.write @counter, %a : tensor<1xf32>
  %0 = tosa.variable.read @counter : tensor<1xf32>
  %1 = tosa.int_div %i, %i : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
  return
}

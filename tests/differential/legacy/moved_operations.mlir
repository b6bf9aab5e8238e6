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

func.func @unranked(%t: tensor<*xf32>) -> memref<*xf32, 1> {
  %a = bufferization.to_memref %t : memref<*xf32, 1>
  return %a : memref<*xf32, 1>
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
  %w = mesh.shard %a to <@g, [[0], []]> : tensor<4x8xf32>
  %5 = mesh.shard %w to <@g, [[], [0, 1]]> annotate_for_users : tensor<4x8xf32> // each has a value of its own
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
// -----
func.func @tiles(%a: tensor<?x3x3x?xf32>, %b: tensor<6x6x?x?xf32>) -> tensor<6x6x?x?xf32> {
  %0 = linalg.winograd_filter_transform m(4) r(3) ins(%a : tensor<?x3x3x?xf32>) outs(%b : tensor<6x6x?x?xf32>) -> tensor<6x6x?x?xf32>
  return %0 : tensor<6x6x?x?xf32>
}
// -----
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["linalg.matmul"]} in %root : (!transform.any_op) -> !transform.any_op
    %1, %loops:2 = transform.structured.fuse %0 {tile_interchange = [1, 0], tile_sizes = [4, 8]} // sizes first
      : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    %low, %high = transform.structured.split %loops#0 after 4 {dimension = 0} : !transform.any_op
    %2:2 = transform.structured.split %high after 2 {dimension = 1} : !transform.any_op
    %parts, %none = transform.structured.split %2#1 after %low {dimension = 0, multiway} : !transform.any_op, !transform.any_op
    %pack = transform.structured.match ops{["tensor.pack"]} in %root : (!transform.any_op) -> !transform.op<"tensor.pack">
    transform.structured.lower_pack %pack : (!transform.op<"tensor.pack">)
      -> (!transform.op<"tensor.pad">, !transform.op<"tensor.expand_shape">, !transform.op<"linalg.transpose">)
    %any = transform.structured.match ops{["tensor.unpack"]} in %root : (!transform.any_op) -> !transform.any_op
    %unpack = transform.cast %any : !transform.any_op to !transform.op<"tensor.unpack">
    transform.structured.lower_unpack %unpack : (!transform.op<"tensor.unpack">)
      -> (!transform.op<"tensor.empty">, !transform.op<"linalg.transpose">, !transform.op<"tensor.collapse_shape">, !transform.op<"tensor.extract_slice">)
    transform.apply_patterns to %root {
      transform.apply_patterns.vector.lower_contraction lowering_strategy = "matmulintrinsics"
      transform.apply_patterns.vector.lower_transpose lowering_strategy = "flat_transpose"
    } : !transform.any_op
    transform.yield
  }
}

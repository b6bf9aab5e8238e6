func.func @a(%t: tensor<?x4xf32>, %n: index, %f: f32, %u: tensor<*xf32>, %i: tensor<1x2x3xindex>, %s: tensor<2xindex>, %d: tensor<4x4x4xf32>) {
  %0 = tensor.cast %t {a} : tensor<?x4xf32> to tensor<*xf32>
  %1 = tensor.bitcast %t : tensor<?x4xf32> to tensor<?x4xi32>
  %2 = tensor.concat dim(0) %t, %t {a} : (tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x4xf32>
  %3 = tensor.dim {a} %t, %n : tensor<?x4xf32>
  %4 = tensor.rank %u {a} : tensor<*xf32>
  %5 = tensor.empty(%n) {a} : tensor<?x4xf32>
  %6 = tensor.empty() : tensor<4xf32, "encoding">
  %7 = tensor.splat %f {a} : tensor<4xf32>
  %8 = tensor.splat %f[%n, %n] : tensor<?x?xf32>
  %9 = tensor.from_elements %f, %f {a} : tensor<2xf32>
  %10 = tensor.from_elements : tensor<0xf32>
  %11 = tensor.generate %n, %n {
  ^bb0(%x: index, %y: index):
    tensor.yield %f {a} : f32
  } {k} : tensor<?x?xf32>
  %12 = tensor.generate {
  ^bb0(%x: index, %y: index):
    tensor.yield %f : f32
  } : tensor<2x3xf32>
  %13 = tensor.extract %t[%n, %n] {a} : tensor<?x4xf32>
  %14 = tensor.insert %f into %t[%n, %n] {a} : tensor<?x4xf32>
  %15 = tensor.gather %d[%i] gather_dims([0, 1, 2]) {a} : (tensor<4x4x4xf32>, tensor<1x2x3xindex>) -> tensor<1x2x1x1x1xf32>
  %16 = tensor.gather %d[%i] gather_dims([0, 1, 2]) unique : (tensor<4x4x4xf32>, tensor<1x2x3xindex>) -> tensor<1x2xf32>
  %17 = tensor.scatter %16 into %d[%i] scatter_dims([0, 1, 2]) unique {a} : (tensor<1x2xf32>, tensor<4x4x4xf32>, tensor<1x2x3xindex>) -> tensor<4x4x4xf32>
  %18 = tensor.extract_slice %t[0, %n][2, 2][1, 1] {a} : tensor<?x4xf32> to tensor<2x2xf32>
  %20 = tensor.pad %t low[1, %n] high[%n, 2] {
  ^bb0(%x: index, %y: index):
    tensor.yield %f : f32
  } {k} : tensor<?x4xf32> to tensor<?x?xf32>
  %21 = tensor.pad %t nofold low[1, 0] high[0, 2] { ^bb0(%x: index, %y: index): tensor.yield %f : f32 } : tensor<?x4xf32> to tensor<?x6xf32>
  %22 = tensor.reshape %t(%s) {a} : (tensor<?x4xf32>, tensor<2xindex>) -> tensor<?x?xf32>
  %23 = tensor.expand_shape %t [[0, 1], [2]] output_shape [%n, 2, 4] {a} : tensor<?x4xf32> into tensor<?x2x4xf32>
  %24 = tensor.collapse_shape %t [[0, 1]] {a} : tensor<?x4xf32> into tensor<?xf32>
  return
}

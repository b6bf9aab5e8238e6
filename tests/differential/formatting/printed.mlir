func.func @forms(%m: memref<8x8xf32>, %v: vector<4xf32>, %x: f32, %i: index, %s: i32, %t: tensor<8xf32>) -> f32 {
  %0 = memref.reinterpret_cast %m to offset: [%i], sizes: [4, 4], strides: [8, 1] : memref<8x8xf32> to memref<4x4xf32, strided<[8, 1], offset: ?>>
  %1 = vector.reduction <add>, %v, %x fastmath<nnan,ninf> : vector<4xf32> into f32
  %2 = arith.addf %1, %x fastmath<nnan,nsz> : f32
  %3 = arith.addi %s, %s overflow<nsw, nuw> : i32
  %4 = arith.constant dense<[(1.0, -2.0), (3.0, 4.0)]> : tensor<2xcomplex<f32>>
  %5 = arith.constant sparse<[[0], [7]], [(1.0, -2.0), (3.0, 4.0)]> : tensor<8xcomplex<f32>>
  %6 = linalg.map { math.exp } ins(%t : tensor<8xf32>) outs(%t : tensor<8xf32>)
  memref.prefetch %m[%i, %i], read, locality<3>, data : memref<8x8xf32>
  cf.switch %s : i32, [
    default: ^bb1(%2 : f32),
    42: ^bb1(%x : f32),
    7: ^bb2
  ]
^bb1(%y: f32):
  return %y : f32
^bb2:
  return %x : f32
}

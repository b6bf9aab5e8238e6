// An operation without the operands that it needs stands for a region of it, over any lines.
%0 = linalg.map { // of two
    arith.addf
  } ins(%a, %b : tensor<4xf32>, tensor<4xf32>) outs(%c : tensor<4xf32>)
%1 = linalg.reduce {
    arith.addf // of each
    {fastmath = #arith.fastmath<fast>}
  } ins(%a : tensor<4xf32>) outs(%d : tensor<f32>) dimensions = [0]
my.region {
  my.operation
}

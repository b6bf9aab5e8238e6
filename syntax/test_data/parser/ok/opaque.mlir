%r = foo.generic {maps = [#map]}
    ins(%a, %b : tensor<4xf32>, !foo.type<1>)
    outs(%c : tensor<4xf32>) {
^bb0(%in: f32):
  foo.yield %in : f32
} -> tensor<4xf32>
foo.func @callee(%arg0: i32, %arg1: memref<?xf32> {foo.attr}) -> i32 attributes {foo.x} {
  foo.cond_br %arg0, ^bb1(%arg0 : i32), ^bb2 loc("here")
}
foo.if %r then { bar.end } else {}
%l:2 = sparse_tensor.crd_translate dim_to_lvl[%d0, %d1] as <{ map = (d0, d1) -> (d0 floordiv 2 : dense, d1 : compressed) }> : index, index

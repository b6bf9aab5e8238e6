#numbers = [1, -2 : i8, 0x7F800000 : f32, -1.5e3, true, unit, "s" : !d.t, @a::@"b c", f32]
#elements = {a = dense<[[1, 2], [-3, 4]]> : tensor<2x2xi8>, b = dense<> : tensor<0xi8>, c = array<i64: 1, -2>,
  d = sparse<[[0]], [1]> : tensor<4xi32>, e = dense_resource<blob> : tensor<1xi8>, f = array<i32>, g = distinct[0]<unit>}
#set = affine_set<(d0, d1)[s0] : (d0 >= 0, d1 <= s0, d0 + d1 == 2 * s0)>
#location = loc(fused<#numbers>["a", callsite("b" at "c.mlir":1:2)])
#dialect = #d.attr<x -> (y)> : i32
{-#
  dialect_resources: { builtin: { blob: "0x08000000" } }
#-}

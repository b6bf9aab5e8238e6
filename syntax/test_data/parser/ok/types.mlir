!alias = memref<0x10x?xvector<[4]x2xf32>, strided<[?, -1, 1], offset: 3>, 1 : i32>
!func = (tensor<*xf32>, tuple<i1, index>) -> (complex<f64>, () -> none)
!spaced = tensor<4 x ? x f8E4M3FN, #d.encoding<"x", {a = [1]}>>
!bodies = !d.struct<(i32, "a > b") -> [x]>
!same = !alias

func.func @meant(%m: memref<8xf32>, %i: index) -> index {
  %a = affine.apply affine_map<(d0) -> (d0 + 7)>(%i)
  %a = affine.apply affine_map<(d0) -> (d0 * 4)>(%a)
  %sum = arith.addi %a, %b : index
  return %sum : index
}

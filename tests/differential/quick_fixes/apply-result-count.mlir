func.func @two(%i: index) -> index {
  %a, %b = affine.apply affine_map<(d0) -> (d0 + 1, d0 * 2)>(%i)
  %c = arith.addi %a, %b : index
  return %c : index
}

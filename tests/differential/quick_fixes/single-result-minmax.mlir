func.func @splits(%i: index, %n: index) -> index {
  %0 = affine.max affine_map<(d0, d1) -> (d0 + d1, d1 + d0)>(%i, %n)
  return %0 : index
}

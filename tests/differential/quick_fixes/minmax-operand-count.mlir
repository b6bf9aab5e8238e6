func.func @bracket(%i: index, %n: index) {
  %0 = affine.min affine_map<(d0)[s0] -> (d0, s0)>(%i, %n)
  return
}

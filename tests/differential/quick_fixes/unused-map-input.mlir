func.func @first(%n: index, %k: index) {
  affine.for %i = affine_map<(d0)[s0] -> (s0)>(%n)[%k] to affine_map<(d0)[s0, s1] -> (d0 + s1)>(%n)[%k, %n] {
    affine.if affine_set<(d0, d1)[s0] : (d1 - 4 >= 0)>(%n, %i)[%k] {
      "use.value"(%i) : (index) -> ()
    }
    %0 = affine.min affine_map<(d0)[s0] -> (d0, 4)>(%i)[%k]
    "use.value"(%0) : (index) -> ()
  }
  return
}

func.func @empties(%n: index) {
  // why
  affine.for %i = 0 to 8 { } // done
  affine.for %i = 0 to 8 {
    // TODO
  }
  affine.if affine_set<(d0) : (d0 >= 0)>(%n) { "do.work"() : () -> () } else { }
  affine.parallel (%i) = (0) to (8) {
    affine.yield
  }
  return
}

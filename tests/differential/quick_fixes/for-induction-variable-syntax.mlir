func.func @typed() {
  affine.for %i : index = 0 to 8 {
  }
  return
}

func.func @zero() {
  affine.for %i = 0 to 8 step 0 {
  }
  return
}

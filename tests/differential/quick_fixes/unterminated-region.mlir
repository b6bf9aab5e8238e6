func.func @outer() {
  affine.for %i = 0 to 8 {
    "use"(%i) : (index) -> ()
  return
}

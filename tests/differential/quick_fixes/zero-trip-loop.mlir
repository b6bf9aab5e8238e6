func.func @band() {
  affine.parallel (%i, %j) = (0, 8) to (8, -1) {
    "use.value"(%i, %j) : (index, index) -> ()
  }
  return
}

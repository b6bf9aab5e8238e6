func.func @three(%c: i1) {
  cf.cond_br %c weights([1, 2, 3]), ^then, ^else // ERROR branch-weights
^then:
  return
^else:
  return
}
// -----
func.func @zero(%c: i1) {
  cf.cond_br %c weights([0, 0]), ^then, ^else // ERROR branch-weights
^then:
  return
^else:
  return
}
// -----
func.func @generic(%c: i1) {
  "cf.cond_br"(%c)[^then, ^else] <{branch_weights = array<i32: 0, 0>, operandSegmentSizes = array<i32: 1, 0, 0>}> : (i1) -> () // ERROR branch-weights
^then:
  return
^else:
  return
}
// -----
func.func @others(%c: i1) {
  cf.cond_br %c weights([0, 1]), ^a, ^b
^a:
  cf.cond_br %c weights([]), ^b, ^c
^b:
  cf.cond_br %c weights([-1, 1]), ^c, ^c
^c:
  return
}

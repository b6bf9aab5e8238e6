func.func @two(%i: index) -> index {
  %a, %b = affine.apply affine_map<(d0) -> (d0 + 1, d0 * 2)>(%i)
  %c = arith.addi %a, %b : index
  return %c : index
}
// -----
func.func @group(%i: index) -> index {
  %p:2 = affine.apply affine_map<(d0) -> (d0, d0 + 1)>(%i) // both
  affine.for %j = 0 to 8 {
    "use.value"(%p#1, %p) : (index, index) -> ()
  }
  return %p#1 : index
}
// -----
func.func @number(%i: index) -> index {
  %0:2 = affine.apply affine_map<(d0) -> (d0, d0 + 1)>(%i)
  return %0#1 : index
}
// -----
func.func @one_name(%i: index) -> index {
  %0 = affine.apply affine_map<(d0)[s0] -> (d0, d0 + s0, 3)>(%i)[%i]
  return %0 : index
}

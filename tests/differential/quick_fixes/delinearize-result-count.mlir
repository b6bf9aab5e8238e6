func.func @list(%x: index, %b: index) -> index {
  %i, %j, %rest, %more = affine.delinearize_index %x into (%b, 8) : index, index, index, index
  %sum = arith.addi %i, %j : index
  return %sum : index
}
// -----
func.func @first(%x: index, %b: index) -> index {
  %0 = affine.delinearize_index %x into (%b, 8, 4) : index
  return %0 : index
}
// -----
func.func @groups(%x: index) -> index {
  %a:2, %b:3 = affine.delinearize_index %x into (4, 8, 2) : index, index, index, index, index
  %sum = arith.addi %a#1, %b#0 : index
  return %sum : index
}

%limit = arith.constant 8 : index // the outer one stays
%other = arith.constant 4 : index
func.func @twice(%n: index) {
  %c1 = arith.constant 1 : index
  affine.for %i = 0 to %limit {
    %0 = arith.addi %limit, %n : index
  }
  return
}

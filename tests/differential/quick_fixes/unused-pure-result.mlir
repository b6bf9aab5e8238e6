func.func @multi(%n: index) { %0 = arith.constant 3 : index  %1 = arith.addi %n, %n : index return }
// -----
func.func @comments(%n: index) {
  // The sum.
  %0 = arith.addi %n, %n : index // of both
  return
}

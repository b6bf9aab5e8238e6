func.func @words(%x: float, %n: int) {
  %y = arith.addf %x, %x : double
  return
}

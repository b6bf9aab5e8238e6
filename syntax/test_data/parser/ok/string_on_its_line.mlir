func.func @f(%a: index) {
  %0 = index.cmp // a comment
    "ult"(%a, %a)
  gpu.barrier
  "d.op"(%a) : (index) -> ()
  return
}

func.func private @declared(i32) -> i32 attributes {a = 1}
func.func private @located(i32, f32 {a.b}) -> (i32 {a.b}) attributes {} loc("here")
func.func @f(%A: memref<10xf32>, %n: index, %v: i32, %p: !llvm.ptr) {
  affine.for
      %i = 0 to 10 {
  }
  affine.for
  %i =
  max affine_map<(d0) -> (d0, 1)>(%n) to
  10 {
  }
  affine.for
  %i =
    %n to 10 {
  }
  scf.for
    %i = %n
    to %n step
    %n {
  }
  emitc.for
  %i = %n to %n step %n {
  }
  omp.atomic.write
  %p = %v memory_order(release) : !llvm.ptr, i32
  llvm.intr.dbg.value
  #variable = %v : i32
  %0 =
  arith.addi
  %v,
  %v
  :
  i32
  return
}
acc.routine @r
func(@f) seq bind("name")
pdl.pattern : benefit(1) {
  %input = operand
  %type = type
  %root = operation
  "foo.op"(%input : !pdl.value) -> (%type : !pdl.type)
  pdl_interp.record_match @a::@b(%root : !pdl.operation) : benefit(1), loc([%root])
    -> ^bb1
}
acc.parallel async(%a : i32)
    if(%condition) {
}

llvm.func @f() -> i8 llvm.func @g(%p: !llvm.ptr) { %0 = llvm.invoke @f() to ^bb1 unwind ^bb2 : () -> i8 ^bb1: llvm.store %0, %p : i8, !llvm.ptr llvm.return ^bb2(%e: i32): llvm.unreachable }
omp.declare_reduction @add : f32 init { ^bb0(%arg: f32): %0 = llvm.mlir.constant(0.0 : f32) : f32 omp.yield (%0 : f32) } combiner { ^bb1(%a: f32, %b: f32): %1 = llvm.fadd %a, %b : f32 omp.yield (%1 : f32) }
func.func private @h(index) -> () func.func @i(%s: !shape.size) -> !shape.size { %idx = shape.size_to_index %s : !shape.size %r = shape.index_to_size %idx return %r : !shape.size }
llvm.func @j() { %0 = llvm.mlir.constant(1 : i1) : i1 loc("a") %1 = gpu.wait async %m, %t = gpu.alloc async [%1] () : memref<4xf32> llvm.call_intrinsic "llvm.assume"(%0) ["align"(%0, %0 : i1, i1)] : (i1) -> () "d.op"() : () -> () llvm.return }
pdl.pattern : benefit(1) { %type = type %types = types : [i64] %root = operation "foo.op" -> (%type, %types : !pdl.type, !pdl.range<type>) rewrite %root with "rewriter" }
linalg.map { arith.addf {fastmath = #arith.fastmath<fast>} } ins(%a, %b : tensor<64xf32>, tensor<64xf32>) outs(%c : tensor<64xf32>)
test.parse_wrapped_keyword foo.keyword
omp.parallel { omp.barrier omp.terminator }

llvm.func @printf(!llvm.ptr<i8>, ...) -> i32
llvm.func @f(%p: !llvm.ptr<f32>, %q: !llvm.ptr<struct<(i32, f32)>>, %i: i64) -> f32 {
  %v = llvm.load %p : !llvm.ptr<f32>
  llvm.store %v, %p : !llvm.ptr<f32>
  %r = llvm.getelementptr %p[%i] : (!llvm.ptr<f32>, i64) -> !llvm.ptr<f32>
  %s = llvm.bitcast %q : !llvm.ptr<struct<(i32, f32)>> to !llvm.ptr<i8>
  %a = llvm.call @printf(%s) : (!llvm.ptr<i8>) -> i32
  llvm.return %v : f32
}

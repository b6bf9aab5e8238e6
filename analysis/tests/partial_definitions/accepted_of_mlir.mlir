module attributes {gpu.container_module} {
gpu.module @kernels {
  gpu.func @copy(%from: memref<64xf32>, %to: memref<64xf32>) kernel {
    %x = gpu.thread_id x
    %y = gpu.block_dim y
    %0 = memref.load %from[%x] : memref<64xf32>
    %w = arith.constant 32 : i32
    %1, %ok = gpu.shuffle xor %0, %w, %w : f32
    gpu.barrier
    %2 = gpu.all_reduce add %0 {} : (f32) -> (f32)
    memref.store %2, %to[%x] : memref<64xf32>
    gpu.return
  }
}

func.func @host(%n: index, %m: memref<64xf32>) {
  %t = gpu.wait async
  %a, %t1 = gpu.alloc async [%t] () : memref<64xf32>
  %t2 = gpu.memcpy async [%t1] %a, %m : memref<64xf32>, memref<64xf32>
  gpu.launch_func @kernels::@copy blocks in (%n, %n, %n) threads in (%n, %n, %n) args(%m : memref<64xf32>, %a : memref<64xf32>)
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %n, %gy = %n, %gz = %n)
      threads(%tx, %ty, %tz) in (%sx = %n, %sy = %n, %sz = %n) {
    gpu.printf "%d", %bx : index
    gpu.terminator
  }
  "gpu.dealloc"(%a) : (memref<64xf32>) -> ()
  gpu.wait [%t2]
  return
}
}

emitc.func @add(%a: i32, %b: i32) -> i32 {
  %0 = emitc.add %a, %b : (i32, i32) -> i32
  %1 = "emitc.constant"() <{value = 4 : i32}> : () -> i32
  %v = "emitc.variable"() <{value = #emitc.opaque<"">}> : () -> !emitc.lvalue<i32>
  emitc.assign %0 : i32 to %v : !emitc.lvalue<i32>
  %2 = emitc.load %v : !emitc.lvalue<i32>
  %3 = emitc.cmp lt, %2, %1 : (i32, i32) -> i1
  emitc.if %3 {
    emitc.call_opaque "log"(%2) : (i32) -> ()
  }
  %4 = emitc.expression %a, %b : (i32, i32) -> i32 {
    %5 = emitc.mul %a, %b : (i32, i32) -> i32
    emitc.yield %5 : i32
  }
  emitc.return %4 : i32
}

func.func @tasks(%a: f32) {
  %t = async.execute {
    async.yield
  }
  %t1, %v = async.execute [%t] -> !async.value<f32> {
    async.yield %a : f32
  }
  %0 = async.await %v : !async.value<f32>
  async.await %t1 : !async.token
  return
}

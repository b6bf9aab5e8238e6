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

spirv.module Logical GLSL450 requires #spirv.vce<v1.0, [Shader], []> {
  spirv.GlobalVariable @in bind(0, 1) : !spirv.ptr<!spirv.struct<(!spirv.array<4 x f32>)>, StorageBuffer>
  spirv.SpecConstant @many = 4 : i32
  spirv.func @first(%a: !spirv.array<4xf32>, %v: vector<4xf32>, %c: i1, %n: i32) -> f32 "None" {
    %0 = spirv.CompositeExtract %a[1 : i32] : !spirv.array<4xf32>
    %1 = spirv.CompositeInsert %0, %a[2 : i32] : f32 into !spirv.array<4xf32>
    %2 = spirv.VectorShuffle [1 : i32, 3 : i32] %v, %v : vector<4xf32>, vector<4xf32> -> vector<2xf32>
    %3 = spirv.Variable : !spirv.ptr<f32, Function>
    spirv.Store "Function" %3, %0 ["Volatile"] : f32
    %4 = spirv.Load "Function" %3 : f32
    %5 = spirv.mlir.addressof @in : !spirv.ptr<!spirv.struct<(!spirv.array<4 x f32>)>, StorageBuffer>
    %k = spirv.Constant 0 : i32
    %6 = spirv.AccessChain %5[%k, %n] : !spirv.ptr<!spirv.struct<(!spirv.array<4 x f32>)>, StorageBuffer>, i32, i32 -> !spirv.ptr<f32, StorageBuffer>
    spirv.mlir.selection {
      spirv.BranchConditional %c [5, 10], ^then, ^merge
    ^then:
      spirv.Branch ^merge
    ^merge:
      spirv.mlir.merge
    }
    %7 = spirv.FAdd %4, %0 : f32
    spirv.ReturnValue %7 : f32
  }
  spirv.EntryPoint "GLCompute" @first, @in
  spirv.ExecutionMode @first "LocalSize", 1, 1, 1
}

func.func @shapes(%unranked: tensor<*xf32>, %lanes: vector<4xf32>, %memory: memref<*xf32>, %known: !shape.value_shape) {
  %0 = shape.shape_of %unranked : tensor<*xf32> -> tensor<?xindex>
  %1 = shape.shape_of %lanes : vector<4xf32> -> tensor<?xindex>
  %2 = shape.shape_of %memory : memref<*xf32> -> tensor<?xindex>
  %3 = shape.shape_of %known : !shape.value_shape -> !shape.shape
  return
}

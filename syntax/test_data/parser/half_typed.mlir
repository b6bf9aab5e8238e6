%0 = arith.addi %a, : i32
%0 = arith.addi %a,
%0 = arith.addi %a %b : i32
%0 = arith.addi %a, %b i32
%0 = arith.addi %a, %b :
%0 = arith.addi %a, %b
%0 = arith.addi
%0 = 
%0 arith.addi %a, %b : i32
%0 = arith.constant : i32
%0 = arith.constant 1 i32
%0 = arith.constant dense<[1, 2> : tensor<2xi32>
%0 = arith.constant dense<[1, 2] : tensor<2xi32>
%0 = vector.reduction <add> %v : vector<4xf32> into f32
%0 = memref.load %m[%i : memref<4xf32>
%0 = memref.load %m %i : memref<4xf32>
%0 = memref.load %m[%i] : memref<4xf32
%0 = memref.load %m[%i] : memref<4xf32>>
%0 = memref.load %m[%i]] : memref<4xf32>
memref.store %f %m[%i] : memref<4xf32>
memref.store %f, %m[%i]
%0 = memref.alloc : memref<4xf32>
%0 = memref.alloc( : memref<4xf32>
%0 = memref.alloc() memref<4xf32>
%0 = "d.op"(%a : (i32) -> i32
%0 = "d.op"(%a) : (i32 -> i32
%0 = "d.op"(%a) : i32 -> i32
%0 = "d.op"(%a) (i32) -> i32
%0 = "d.op" : (i32) -> i32
%0 = "d.op(%a) : (i32) -> i32
%0 = "d.op"(%a) {a = } : (i32) -> i32
%0 = "d.op"(%a) {a = 1 : (i32) -> i32
%0 = "d.op"(%a) {a 1} : (i32) -> i32
%0 = "d.op"(%a) {a = 1, } : (i32) -> i32
func.call @f(%a : (i32) -> ()
func.call @f(%a)
func.call f(%a) : (i32) -> ()
%0 = call @f(%a) : i32
scf.for %i = %a to %b step %c
scf.for %i %a to %b step %c { }
scf.for i = %a to %b step %c { }
scf.for %i = %a too %b step %c { }
scf.if { }
scf.if %c ( }
scf.if %c { } els { }
cf.br bb1
cf.cond_br %c, ^bb1 ^bb2
cf.cond_br %c ^bb1, ^bb2
"d.op"() : () -> () loc(
"d.op"() : () -> () loc()
"d.op"() : () -> () loc(foo)
"d.op"() : () -> () loc(fused["a", ])
"d.op"() : () -> () foo
arith.addi %a, %b : i32 foo
%0 = arith.cmpi %a, %b : i32
%0 = arith.addf %a, %b fastmath : f32
%0 = arith.addf %a, %b fastmath<fast : f32
%0 = arith.addf %a, %b fastmth<fast> : f32
%0 = arith.index_cast %a : i32 too index
%0 = arith.index_cast %a : i32, index
%0 = tensor.extract_slice %t[0] [1] : tensor<4xf32> to tensor<1xf32>
%0 = vector.transfer_read %m[%i] : memref<4xf32>, vector<4xf32>
%0 = arith.addi %a, 1 : i32
%0 = arith.addi %a, b : i32
return %a, : i32
return %a
return a : i32
%0 = memref.subview %m[0, 0] [1, 1] [1, 1] : memref<4x4xf32> memref<1x1xf32>
%x = arith.constant 5 : i32;
affine.store %f, %m[%i] : memref<4xf32
"d.op"() : () -> () loc(callsite("a" to "b"))
"d.op"() : () -> () loc(callsite("a" at ))
"d.op"() : () -> () loc(fused<1 ["a"])
"d.op"() : () -> () loc("a"
affine.store %v, %m[%i + ] : memref<4xf32>
affine.load %m[%i
%0 = affine.apply affine_map<(d0) -> (d0 + 1>(%i)
%0 = affine.apply affine_map<(d0) -> (d0 + 1)(%i)
%0 = affine.min affine_map<(d0 -> (d0)>(%i)
affine.for %j = 0 to 8 step { }
affine.for %j = 0 to { }
affine.for %j = to 8 { }
affine.for %j 0 to 8 { }
affine.for
affine.for %j = 0
affine.parallel (%j) = (0) to (8 { }
affine.if { }
scf.while (%x = %a : (i32) -> i32 { } do { }
%0 = scf.if %a -> (i32 { } else { }
scf.forall (%j) in (4 { }
vector.transfer_write %a, %m[%i] : vector<4xf32> memref<4xf32>
%0 = vector.contract {a = 1} %a, %a : vector<4xf32>, vector<4xf32>
%0 = tensor.empty(%i : tensor<?xf32>
%0 = "d.op"() {a = [1, 2} : () -> i32
%0 = "d.op"() {a = affine_map<(d0) -> (d0)} : () -> i32
%0 = "d.op"() <{a = 1> : () -> i32
%0 = "d.op"() <{a = 1}: () -> i32
%0 = "d.op"()[^bb0 : () -> i32
%0 = foo.op %a, [%a : i32
%0 = foo.op %a : memref<4xf32
%0 = foo.op %a : tensor<4 f32>
%0 = memref.alloc() : memref<4xf32, strided<[1], offset 0>>
%0 = arith.constant dense<1> tensor<4xi32>
%0 = arith.constant dense 1 : tensor<4xi32>
%0 = memref.cast %m : memref<4xf32> to
%0 = memref.cast %m : to memref<?xf32>
%0 = memref.cast : memref<4xf32> to memref<?xf32>
memref.copy %m, : memref<4xf32> to memref<4xf32>
func.return %a : 
%0 = func.call_indirect (%a) : (i32) -> ()
%0 = arith.addf %a, %a fastmath<nan> : f32
%0 = foo.op(%a : i32
%0 = tensor.empty(%i, : tensor<?xf32>

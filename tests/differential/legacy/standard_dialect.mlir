// Every operation of the former standard dialect that has a successor.
func @callee(i32) -> i32
func @private_already(%a: f32) -> f32 attributes {fruit = "kiwi"} {
  return %a : f32
}

func @arithmetic(%a: f32, %b: f32, %i: i32, %j: i32, %x: index, %y: index) -> i1 {
  %0 = std.addf %a, %b : f32
  %1 = subf %0, %b : f32
  %2 = mulf %1, %b : f32
  %3 = divf %2, %b : f32   // a comment that stays
  %4 = remf %3, %b : f32
  %5 = negf %4 : f32
  %6 = absf %5 : f32
  %7 = addi %i, %j : i32
  %8 = subi %7, %j : i32
  %9 = muli %8, %j : i32
  %10 = divi_signed %9, %j : i32
  %11 = divi_unsigned %10, %j : i32
  %12 = remi_signed %11, %j : i32
  %13 = remi_unsigned %12, %j : i32
  %14 = and %13, %j : i32
  %15 = or %14, %j : i32
  %16 = xor %15, %j : i32
  %17 = shift_left %16, %j : i32
  %18 = shift_right_signed %17, %j : i32
  %19 = shift_right_unsigned %18, %j : i32
  %20 = cmpi "slt", %19, %j : i32
  %21 = cmpf "oeq", %6, %b : f32
  %22 = select %20, %6, %b : f32
  %23 = index_cast %19 : i32 to index
  %24 = sitofp %19 : i32 to f32
  %25 = fptosi %24 : f32 to i32
  %26 = sexti %25 : i32 to i64
  %27 = zexti %25 : i32 to i64
  %28 = trunci %26 : i64 to i32
  %29 = fpext %24 : f32 to f64
  %30 = fptrunc %29 : f64 to f32
  %31 = sqrt %30 : f32
  %32 = exp %31 : f32
  %33 = ceilf %32 : f32
  %34 = floorf %33 : f32
  %35 = cmpi slt, %23, %x : index
  %36 = constant true
  %37 = constant @callee : (i32) -> i32
  %38 = call_indirect %37(%28) : (i32) -> i32
  %39 = call @callee(%38) : (i32) -> i32
  return %20 : i1
}

func @memory(%n: index, %flat: memref<2048xi8>, %i: index) {
  %a = alloc(%n) : memref<?x8xf32>
  %s = alloca() : memref<4xf32>
  %0 = load %a[%i, %i] : memref<?x8xf32>
  store %0, %s[%i] : memref<4xf32>
  %d = dim %a, 0 : memref<?x8xf32>
  %e = dim %a, 1 : memref<?x8xf32>
  %f = dim %a, %i : memref<?x8xf32>
  %c = memref_cast %a : memref<?x8xf32> to memref<4x8xf32>
  %v = view %flat[%i][] : memref<2048xi8> to memref<64x4xf32>
  %w = subview %v[0, 0][4, 4][1, 1] : memref<64x4xf32> to memref<4x4xf32, (d0, d1) -> (d0 * 4 + d1)>
  %r = rank %a : memref<?x8xf32>
  %t = tensor_load %c : memref<4x8xf32>
  tensor_store %t, %c : memref<4x8xf32>
  %u = dim %t, 1 : tensor<4x8xf32>
  %x = extract_element %t[%i, %i] : tensor<4x8xf32>
  %y = tensor_cast %t : tensor<4x8xf32> to tensor<?x8xf32>
  %z = splat %0 : tensor<4xf32>
  prefetch %s[%i], read, locality<3>, data : memref<4xf32>
  %rmw = atomic_rmw addf %0, %s[%i] : (f32, memref<4xf32>) -> f32
  dealloc %a : memref<?x8xf32>
  return
}

func @vectors(%m: memref<8xf32>, %f: f32, %i: index, %k: i32) -> f32 {
  %v = splat %f : vector<4xf32>
  %w = transfer_read %m[%i], %f : memref<8xf32>, vector<4xf32>
  %x = vector.extractelement %w[%i : index] : vector<4xf32>
  %y = vector.insertelement %x, %v[%i : index] : vector<4xf32>
  transfer_write %y, %m[%i] : vector<4xf32>, memref<8xf32>
  %p = vector.reduction "mul", %y : vector<4xf32> into f32
  return %p : f32
}

func @flow(%c: i1, %a: i32) -> i32 {
  cond_br %c, ^left, ^right(%a : i32)
^left:
  %one = constant 1 : i32
  br ^right(%one : i32)
^right(%b: i32):
  return %b : i32
}

func @loops(%n: index, %step: index, %c: i1, %m: memref<8xf32>) {
  loop.for %i = %n to %n step %step {
    %x = load %m[%i] : memref<8xf32>
    loop.if %c {
      store %x, %m[%i] : memref<8xf32>
    } else {
      call @nothing() : () -> ()
    }
  }
  affine.for %i = 0 to 8 {
    "work"(%i) : (index) -> ()
    affine.terminator
  }
  linalg.generic {indexing_maps = [(d0) -> (d0), (d0) -> (d0)], iterator_types = ["parallel"]}
      ins(%m : memref<8xf32>) outs(%m : memref<8xf32>) {
  ^bb0(%a: f32, %b: f32):
    %0 = mulf %a, %b : f32
    linalg.yield %0 : f32
  }
  return
}
func @nothing() { return }

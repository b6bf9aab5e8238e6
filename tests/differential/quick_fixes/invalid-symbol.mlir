func.func @bounds(%n: index) {
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to min affine_map<(d0)[s0, s1] -> (s0 + 2, s1, d0)>(%n)[%i, %n] {
    }
  }
  return
}
// -----
func.func @marked(%m: memref<64x64xf32>, %n: index) {
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 8 {
      %x = affine.load %m[symbol(%i) + %j, %j * symbol(%n)] : memref<64x64xf32>
    }
  }
  return
}
// -----
func.func @factor(%m: memref<64xf32>) {
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 8 {
      %x = affine.load %m[%j * symbol(%i)] : memref<64xf32>
    }
  }
  return
}
// -----
func.func @computed_in_front(%n: index, %o: memref<8x16xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  affine.for %i = 0 to 8 {
    %neg = arith.cmpi slt, %n, %c0 : index
    %m = arith.select %neg, %c0, %n : index // not below 0
    affine.for %j = 0 to %m {
      affine.store %x, %o[%i, %j] : memref<8x16xf32>
    }
  }
  return
}
// -----
// The names are those of another loop too.
func.func @computed_twice(%n: i64, %o: memref<8x16xf32>, %x: f32) {
  affine.for %i = 0 to 8 {
    %0 = arith.trunci %n : i64 to i32
    %1 = arith.index_cast %0 : i32 to index
    %2 = arith.addi %1, %1 : index
    affine.for %j = 0 to %2 {
      affine.store %x, %o[%i, %j] : memref<8x16xf32>
    }
    "use.value"(%0, %2) : (i32, index) -> ()
  }
  affine.for %i = 0 to 8 {
    %0 = "some.value"() : () -> i32
    "use.value"(%0) : (i32) -> ()
  }
  return
}
// -----
func.func @arithmetic(%o: memref<64xf32>, %x: f32) {
  %c4 = arith.constant 4 : index
  affine.for %i = 0 to 8 {
    %first = arith.muli %i, %c4 : index
    %last = arith.addi %first, %c4 : index
    affine.for %j = 0 to %last {
      affine.store %x, %o[%j] : memref<64xf32>
    }
  }
  return
}
// -----
func.func @loaded(%sizes: memref<8xindex>, %o: memref<8x64xf32>, %x: f32, %s: f32) -> f32 {
  %r = affine.for %i = 0 to 8 iter_args(%a = %s) -> (f32) {
    %n = affine.load %sizes[%i] : memref<8xindex>
    %b = affine.for %j = 0 to %n step 2 iter_args(%c = %a) -> (f32) {
      affine.store %x, %o[%i, %j] : memref<8x64xf32>
      %v = affine.load %o[0, %j] : memref<8x64xf32>
      %d = arith.addf %c, %v : f32
      affine.yield %d : f32
    }
    affine.yield %b : f32
  }
  return %r : f32
}
// -----
func.func @square(%o: memref<64xf32>, %x: f32) {
  affine.for %k = 0 to 8 {
    %n = arith.muli %k, %k : index
    affine.for %j = 0 to %n {
      affine.store %x, %o[%j] : memref<64xf32>
    }
  }
  return
}

#sum = affine_map<(d0, d1) -> (d0 + d1)>
#bad = affine_map<(i, j) -> (i * j)> // ERROR
#twice = affine_map<(d0, d0) -> (d0)> // ERROR
#inside = affine_set<(d0) : (d0 - 1 >= 0)>
#open = affine_set<(d0) : (d0 > 0)> // ERROR

func.func private @work(index, f32) -> f32
func.func @external(index) // ERROR

func.func @names(%buf: memref<8xf32>, %x: f32) {
  affine.for %i = 0 to 8 {
    affine.store %y, %buf[%i] : memref<8xf32> // ERROR
  }
  %0 = affine.load %buf[0] : memref<8xf32>
  %0 = affine.load %buf[1] : memref<8xf32> // ERROR
  return
}

func.func @types(%buf: memref<8xf32>, %n: index, %k: i32) {
  affine.store %n, %buf[0] : memref<8xf32> // ERROR
  %a = affine.load %buf[0] : memref<16xf32> // ERROR
  %b = affine.load %buf[%k] : memref<8xf32> // ERROR
  %c = affine.load %buf[0, 1] : memref<8xf32> // ERROR
  return
}

func.func @maps(%n: index, %m: index) {
  %a = affine.apply #sum(%n) // ERROR
  %b = affine.apply #inside(%n) // ERROR
  %c = affine.apply #nowhere(%n) // ERROR
  %d = affine.min affine_map<(d0) -> ()>(%n) // ERROR
  %e = affine.max affine_map<(d0) -> (d0, 1)>(%n, %m) // ERROR
  return
}

func.func @loops(%n: index, %x: f32) -> f32 {
  affine.for %i = 0 to 8 step -1 { // ERROR
  }
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to %i { // ERROR
    }
  }
  affine.for %i = 0 to affine_map<(d0) -> (d0, 8)>(%n) { // ERROR
  }
  %r = affine.for %i = 0 to 8 iter_args(%s = %x) -> (f32) {
    affine.yield %i : index // ERROR
  }
  return %r, %x : f32, f32 // ERROR
}

func.func @conditions(%n: index, %x: f32) {
  %r = affine.if #inside(%n) -> f32 { // ERROR
    affine.yield %x : f32
  }
  affine.if #inside(%n, %n) { // ERROR
  }
  return
}

func.func @bands(%n: index, %x: f32) {
  affine.parallel (%i, %j) = (0, 0) to (8) { // ERROR
  }
  affine.parallel (%i) = (0) to (8) step (%n) { // ERROR
  }
  %r = affine.parallel (%i) = (0) to (8) reduce ("maxf") -> f32 { // ERROR
    affine.yield %x : f32
  }
  return
}

func.func @calls(%n: index, %x: f32) {
  %a = call @nobody(%n) : (index) -> f32 // ERROR
  %b = call @work(%n) : (index) -> f32 // ERROR
  return
}

func.func @spelling(%buf: memref<8xf32>, %n: index) {
  %a = affine.lod %buf[0] : memref<8xf32> // ERROR
  %b = affine.load %buf[%n + : memref<8xf32> // ERROR
  %c = affine.load %buf(0) : memref<8xf32> // ERROR
  return
}

func.func @calls(%n: index) { // ERROR
  return
}

func.func @open(%buf: memref<8xf32>, %x: f32) {
  affine.for %i = 0 to 8 {
    affine.store %x, %buf[%i] : memref<8xf32>
  return // ERROR
}

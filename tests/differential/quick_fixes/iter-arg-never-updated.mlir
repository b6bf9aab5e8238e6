func.func @two(%zero: f32, %n: index) -> f32 {
  %r:2 = affine.for %i = 0 to 8 iter_args(%a = %zero, %b = %n) -> (f32, index) {
    %s = arith.addf %a, %a : f32
    %t = arith.addi %b, %i : index
    "use.value"(%t) : (index) -> ()
    affine.yield %s, %b : f32, index
  }
  "use.value"(%r#1) : (index) -> ()
  return %r#0 : f32
}
// -----
func.func @first(%zero: f32, %n: index) -> f32 {
  %r:3 = affine.for %i = 0 to 8 iter_args(%b = %n, %a = %zero, %c = %zero) -> (index, f32, f32) {
    %s = arith.addf %a, %c : f32
    affine.yield %b, %s, %a : index, f32, f32
  } {tag}
  "use.value"(%r#0, %r, %r#2) : (index, index, f32) -> ()
  return %r#1 : f32
}
// -----
func.func @single(%zero: f32, %buf: memref<8xf32>) -> f32 {
  // sum
  %r = affine.for %i = 0 to 8 iter_args(%acc = %zero) -> f32 {
    %x = affine.load %buf[%i] : memref<8xf32>
    %s = arith.addf %acc, %x : f32
    "use.value"(%s) : (f32) -> ()
    // hand on
    affine.yield %acc : f32 // bye
  } // loop
  return %r : f32
}
// -----
func.func @separate(%zero: f32, %n: index) -> f32 {
  %p, %q = affine.for %i = 0 to 8 iter_args(%b = %n, %a = %zero) -> (index, f32) {
    %s = arith.addf %a, %a : f32
    affine.yield %b, %s : index, f32
  }
  affine.for %i = 0 to %p { "use.value"(%i) : (index) -> () }
  return %q : f32
}
// -----
func.func @inner(%zero: f32, %n: index, %m: memref<?xf32>) {
  affine.for %k = 0 to 8 {
  %p, %q = affine.for %i = 0 to 8 iter_args(%b = %k, %a = %zero) -> (index, f32) {
    %s = arith.addf %a, %a : f32
    affine.yield %b, %s : index, f32
  }
  %y = memref.load %m[%p] : memref<?xf32>
  "use.value"(%y, %q) : (f32, f32) -> ()
  }
  return
}
// -----
func.func @unnamed(%zero: f32, %n: index, %m: memref<?xf32>) {
  affine.for %i = 0 to 8 iter_args(%b = %n, %a = %zero) -> (index, f32) {
    %s = arith.addf %a, %a : f32
    affine.yield %b, %s : index, f32
  }
  return
}

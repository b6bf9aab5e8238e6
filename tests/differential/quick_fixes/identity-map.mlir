func.func @ident(%n: index, %m: memref<?xf32>) {
  affine.for %i = 0 to 8 {
    // the index
    %0 = affine.apply affine_map<(d0) -> (d0)>(%i) // same
    %x = affine.load %m[%0 + symbol(%n)] : memref<?xf32>
    %1 = affine.apply affine_map<()[s0] -> (s0)>()[%n]
    %y = affine.load %m[%i * symbol(%n) + %1] : memref<?xf32>
    "use.value"(%x, %y) : (f32, f32) -> ()
  }
  return
}
// -----
func.func @mixed(%n: index, %m: memref<?xf32>) {
  affine.for %i = 0 to 8 {
    %1 = affine.apply affine_map<()[s0] -> (s0)>()[%n]
    %y = affine.load %m[%1 + %i * symbol(%n)] : memref<?xf32>
    "use.value"(%y) : (f32) -> ()
  }
  return
}
// -----
func.func @group(%m: memref<?x?xf32>) {
  %p:2 = "get.point"() : () -> (index, index)
  %0 = affine.apply affine_map<(d0) -> (d0)>(%p#1)
  %y = affine.load %m[%0, %p#0] : memref<?x?xf32>
  affine.for %i = 0 to %0 { "use.value"(%y) : (f32) -> () }
  return
}
// -----
func.func @group2(%m: memref<?x?xf32>) {
  %p:2 = "get.point"() : () -> (index, index)
  %0 = affine.apply affine_map<(d0) -> (d0)>(%p#1)
  affine.for %i = 0 to %0 { "use.value"(%0) : (index) -> () }
  return
}

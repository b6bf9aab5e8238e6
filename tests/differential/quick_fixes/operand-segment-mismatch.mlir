#map = affine_map<(d0)[s0] -> (d0 + s0)>
func.func @alias(%n: index, %x: f32) -> f32 {
  %r = "affine.for"(%n, %n, %x) <{lowerBoundMap = #map, operandSegmentSizes = array<i32: 1, 1, 2>, step = 1 : index, upperBoundMap = affine_map<() -> (8)>}> ({
  ^bb0(%i: index, %a: f32):
    "affine.yield"(%a) : (f32) -> ()
  }) : (index, index, f32) -> f32
  return %r : f32
}
// -----
func.func @sizes(%n: index) {
  %m = "memref.alloc"(%n, %n) <{operandSegmentSizes = array<i32: 1, 0>}> : (index, index) -> memref<?x?xf32>
  return
}

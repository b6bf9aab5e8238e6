func.func @greatest(%m: memref<8xf32>, %x: f32, %i: index) {
  %r = memref.atomic_rmw maxf %x, %m[%i] : (f32, memref<8xf32>) -> f32
  return
}
// -----
func.func @least(%m: memref<8xf32>, %x: f32, %i: index) {
  %r = memref.atomic_rmw minf %x, %m[%i] : (f32, memref<8xf32>) -> f32
  return
}

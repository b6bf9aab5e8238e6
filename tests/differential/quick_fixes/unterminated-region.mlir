func.func @outer() {
  affine.for %i = 0 to 8 {
    "use"(%i) : (index) -> ()
  return
}
// -----
func.func @two(%m: memref<10xf32>) -> memref<10xf32> {
  affine.for %i = 0 to 10 {
    affine.for %j = 0 to 10 {
      %x = affine.load %m[%j] : memref<10xf32>
  return %m : memref<10xf32>
}

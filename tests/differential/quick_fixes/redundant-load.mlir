func.func @idx(%m: memref<?xindex>, %k: memref<?xf32>, %n: index) {
  affine.store %n, %m[0] : memref<?xindex>
  %p = affine.load %m[0] : memref<?xindex>
  affine.for %i = 0 to %p { affine.store %n, %m[%i] : memref<?xindex> }
  affine.for %i = 0 to 4 {
  affine.store %i, %m[0] : memref<?xindex>
  %q = affine.load %m[0] : memref<?xindex>
  "use.value"(%q) : (index) -> () }
  return
}

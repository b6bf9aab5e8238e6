func.func @symbol_first(%m: memref<?x?xf32>, %n: index) {
  affine.for %i = 0 to 8 {
    %x = affine.load %m[symbol(%n) + %i, %n + %i mod %n] : memref<?x?xf32>
    "use.value"(%x) : (f32) -> ()
  }
  return
}

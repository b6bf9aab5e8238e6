func.func @deep(%m: memref<2xvector<4xvector<[4]xf32>>>) {
  return
}

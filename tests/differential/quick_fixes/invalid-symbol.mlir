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

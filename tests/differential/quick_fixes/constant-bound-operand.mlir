func.func @consts(%m: memref<?x?xf32>, %n: index, %i: index) {
  %c4 = arith.constant 4 : index
  %cm = arith.constant -4 : index
  affine.for %k = 0 to 8 {
  %x = affine.load %m[%k * symbol(%c4) - %cm, %c4 + %k mod symbol(%c4)] : memref<?x?xf32>
  %y = affine.load %m[%cm + 9, %cm] : memref<?x?xf32>
  %z = affine.load %m[-%cm, 2 * %cm] : memref<?x?xf32>
  "use.value"(%x, %y, %z) : (f32, f32, f32) -> ()
  affine.for %j = affine_map<(d0) -> (d0 * 2)>(%c4) to affine_map<(d0)[s0] -> (d0 + s0 * 2)>(%n)[%cm] {
    affine.if affine_set<(d0, d1)[s0] : (d0 - d1 - s0 >= 0)>(%j, %k)[%c4] {
      "do.work"() : () -> ()
    }
    %w = affine.apply affine_map<(d0)[s0] -> (d0 floordiv s0)>(%j)[%c4]
    %u = affine.apply affine_map<(d0)[s0] -> (d0 floordiv (s0 - 2))>(%j)[%c4]
    "use.value"(%w, %u) : (index, index) -> ()
  }
  affine.parallel (%p) = (0) to (%c4) { "use.value"(%p) : (index) -> () }
  affine.parallel (%p, %q) = (max(%c4, %n), 0) to (64, %n + %c4) { "use.value"(%p) : (index) -> () }
  }
  return
}

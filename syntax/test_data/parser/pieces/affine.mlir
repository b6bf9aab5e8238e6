#map = affine_map<(d0)[s0] -> (d0 + s0)>
#set = affine_set<(d0)[s0] : (d0 - s0 >= 0, d0 == 4)>
func.func @a(%m: memref<?x?xf32>, %n: index, %f: f32, %v: vector<4xf32>, %tag: memref<1xi32>, %b: memref<4x?xvector<4xf32>>) {
  affine.for %i = 0 to 10 { }
  affine.for %i = 0 to 10 step 2 { affine.yield } {a}
  affine.for %i = -1 to %n { }
  affine.for %i = %n to min affine_map<(d0) -> (d0, 4)>(%n) { }
  affine.for %i = max #map(%n)[%n] to #map(%n)[%n] step 3 { }
  %r = affine.for %i = 0 to 10 iter_args(%x = %f) -> f32 { affine.yield %x : f32 }
  %r2:2 = affine.for %i = 0 to 10 iter_args(%x = %f, %y = %n) -> (f32, index) { affine.yield %x, %y : f32, index } {k}
  affine.if #set(%n)[%n] { } else { } {z}
  affine.if affine_set<() : (0 == 0)>() { }
  %s = affine.if #set(%n)[%n] -> f32 { affine.yield %f : f32 } else { affine.yield %f : f32 } {a}
  affine.parallel (%i, %j) = (0, %n) to (10, %n + 4) step (2, 3) { }
  affine.parallel (%i) = (max(0, symbol(%n))) to (min(10, symbol(%n) * 2)) { affine.yield } {a}
  %p = affine.parallel (%i) = (0) to (10) reduce ("addf") -> (f32) { affine.yield %f : f32 }
  affine.parallel () = () to () { }
  %0 = affine.apply affine_map<(d0)[s0] -> (d0 floordiv 2 + s0 mod 3)> (%n)[%n] {a}
  %1 = affine.min affine_map<(d0) -> (d0, 4)>(%n) {a}
  %2 = affine.max #map(%n)[%n]
  affine.for %i = 0 to 10 {
    %3 = affine.load %m[%i + symbol(%n), -%i ceildiv 4] {a} : memref<?x?xf32>
    affine.store %f, %m[%i mod 4, symbol(%n) - 1] {a} : memref<?x?xf32>
    %4 = affine.vector_load %m[%i, 0] {a} : memref<?x?xf32>, vector<4xf32>
    affine.vector_store %v, %m[%i, 0] {a} : memref<?x?xf32>, vector<4xf32>
    affine.prefetch %m[%i, 0], read, locality<3>, data {a} : memref<?x?xf32>
    affine.prefetch %m[%i, 0], write, locality<0>, instr : memref<?x?xf32>
  }
  %5:2 = affine.delinearize_index %n into (4, 8) {a} : index, index
  %6:3 = affine.delinearize_index %n into (%n, 8, 2) : index, index, index
  %7:2 = affine.delinearize_index %n into (8) : index, index
  %8 = affine.linearize_index [%n, %n] by (4, %n) {a} : index
  %9 = affine.linearize_index disjoint [%n, %n] by (4) : index
  affine.dma_start %m[%n, 0], %m[%n, 1], %tag[0], %n : memref<?x?xf32>, memref<?x?xf32>, memref<1xi32>
  affine.dma_start %m[%n, 0], %m[%n, 1], %tag[0], %n, %n, %n : memref<?x?xf32>, memref<?x?xf32>, memref<1xi32>
  affine.dma_wait %tag[0], %n : memref<1xi32>
  return
}

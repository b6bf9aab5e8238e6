#map = affine_map<(d0)[s0] -> (d0 + s0)>
memref.global "private" constant @g : memref<2xf32> = dense<[1.0, 2.0]>
memref.global @h : memref<2xf32> = uninitialized {alignment = 64}
memref.global "nested" @k : memref<2xf32>
memref.global constant @"q q" : memref<f32, 3> = dense<0.0> {alignment = 8 : i64}
memref.global "public" @kk : memref<i32, "space">
func.func @a(%n: index, %m: memref<?x4xf32>, %f: f32, %c: i32, %u: memref<*xf32>, %shape: memref<2xindex>, %src: memref<8xi8>, %st: memref<4x4xf32, strided<[?, 1], offset: ?>>) {
  %0 = memref.alloc() : memref<2xf32>
  %1 = memref.alloc(%n) {alignment = 8 : i64} : memref<?xf32>
  %2 = memref.alloc(%n)[%n] : memref<?xf32, #map>
  %3 = memref.alloc()[%n] : memref<4xf32, #map>
  %4 = memref.alloca(%n)[%n] {a} : memref<?xf32, affine_map<(d0)[s0] -> (d0 + s0)>, 1>
  %5 = memref.realloc %1 : memref<?xf32> to memref<16xf32>
  %6 = memref.realloc %5(%n) {alignment = 8} : memref<16xf32> to memref<?xf32>
  memref.dealloc %6 {a} : memref<?xf32>
  %7 = memref.alloca_scope -> (f32) { memref.alloca_scope.return %f : f32 } {a}
  memref.alloca_scope { memref.alloca_scope.return }
  memref.alloca_scope { memref.alloca_scope.return }
  %8 = memref.load %m[%n, %n] {nontemporal = true, alignment = 4 : i64} : memref<?x4xf32>
  memref.store %f, %m[%n, %n] {nontemporal = true} : memref<?x4xf32>
  memref.prefetch %m[%n, %n], read, locality<3>, data : memref<?x4xf32>
  memref.prefetch %m[%n, %n], write, locality<0>, instr : memref<?x4xf32>
  memref.copy %m, %m {a} : memref<?x4xf32> to memref<?x4xf32>
  %9 = memref.atomic_rmw addf %f, %m[%n, %n] {a} : (f32, memref<?x4xf32>) -> f32
  %10 = memref.atomic_rmw "maximumf" %f, %m[%n, %n] : (f32, memref<?x4xf32>) -> f32
  %11 = memref.generic_atomic_rmw %m[%n, %n] : memref<?x4xf32> {
  ^bb0(%cur: f32):
    memref.atomic_yield %cur {a} : f32
  } {k}
  %12 = memref.dim {a} %m, %n : memref<?x4xf32>
  %13 = memref.rank %u : memref<*xf32>
  %14 = memref.extract_aligned_pointer_as_index %m : memref<?x4xf32> -> index {a}
  %15:6 = memref.extract_strided_metadata %m : memref<?x4xf32> -> memref<f32>, index, index, index, index, index
  %base, %offset, %sizes:2, %strides:2 = memref.extract_strided_metadata %m : memref<?x4xf32> -> memref<f32>, index, index, index, index, index
  %16 = memref.assume_alignment %m, 16 {a} : memref<?x4xf32>
  %17, %18 = memref.distinct_objects %m, %1 {a} : memref<?x4xf32>, memref<?xf32>
  %19 = memref.cast %m {a} : memref<?x4xf32> to memref<*xf32>
  %20 = memref.memory_space_cast %m : memref<?x4xf32> to memref<?x4xf32, 3>
  %21 = memref.reinterpret_cast %u to offset: [0], sizes: [%n, 4], strides: [4, %n] {a} : memref<*xf32> to memref<?x4xf32, strided<[4, ?]>>
  %22 = memref.reinterpret_cast %m to offset: [%n], sizes: [], strides: [] : memref<?x4xf32> to memref<f32, strided<[], offset: ?>>
  %23 = memref.subview %m[%n, 0] [2, %n] [1, -1] {a} : memref<?x4xf32> to memref<2x?xf32, strided<[4, -1], offset: ?>>
  %24 = memref.view %src[%n][] {a} : memref<8xi8> to memref<2xf32>
  %25 = memref.view %src[%n][%n] : memref<8xi8> to memref<?xf32>
  %26 = memref.transpose %m (i, j) -> (j, i) {a} : memref<?x4xf32> to memref<4x?xf32, strided<[1, 4]>>
  %27 = memref.reshape %m(%shape) {a} : (memref<?x4xf32>, memref<2xindex>) -> memref<?x?xf32>
  %28 = memref.expand_shape %m [[0, 1], [2]] output_shape [%n, 2, 4] {a} : memref<?x4xf32> into memref<?x2x4xf32>
  %29 = memref.collapse_shape %m [[0, 1]] {a} : memref<?x4xf32> into memref<?xf32>
  %31 = memref.alloc() : memref<1xi32>
  memref.dma_wait %31[%n], %n {a} : memref<1xi32>
  return
}

func.func @a(%m: memref<?x?xf32>, %n: index, %v: vector<4xf32>, %k: vector<4xi1>, %ix: vector<4xi32>, %f: f32, %s: vector<[4]xf32>, %w: vector<4x8xf32>, %t: tensor<?x?xf32>, %fv: vector<16x4xf32>, %i: i32, %vi: vector<4xi32>) {
  %0 = vector.load %m[%n, %n] {nontemporal = true, alignment = 16 : i64} : memref<?x?xf32>, vector<4xf32>
  vector.store %v, %m[%n, %n] {nontemporal = true} : memref<?x?xf32>, vector<4xf32>
  %1 = vector.maskedload %m[%n, %n], %k, %v {alignment = 8} : memref<?x?xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  vector.maskedstore %m[%n, %n], %k, %v {a} : memref<?x?xf32>, vector<4xi1>, vector<4xf32>
  %2 = vector.expandload %m[%n, %n], %k, %v {a} : memref<?x?xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  vector.compressstore %m[%n, %n], %k, %v : memref<?x?xf32>, vector<4xi1>, vector<4xf32>
  %3 = vector.gather %m[%n, %n][%ix], %k, %v {a} : memref<?x?xf32>, vector<4xi32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  vector.scatter %m[%n, %n][%ix], %k, %v {a} : memref<?x?xf32>, vector<4xi32>, vector<4xi1>, vector<4xf32>
  %t1 = vector.scatter %t[%n, %n][%ix], %k, %v : tensor<?x?xf32>, vector<4xi32>, vector<4xi1>, vector<4xf32> -> tensor<?x?xf32>
  %4 = vector.transfer_read %m[%n, %n], %f : memref<?x?xf32>, vector<4xf32>
  %5 = vector.transfer_read %m[%n, %n], %f, %k {in_bounds = [true], permutation_map = affine_map<(d0, d1) -> (d1)>} : memref<?x?xf32>, vector<4xf32>
  vector.transfer_write %v, %m[%n, %n] {in_bounds = [false]} : vector<4xf32>, memref<?x?xf32>
  %6 = vector.transfer_write %v, %t[%n, %n], %k {permutation_map = affine_map<(d0, d1) -> (d0)>} : vector<4xf32>, tensor<?x?xf32>
  %8 = vector.extract %w[0, %n] {a} : f32 from vector<4x8xf32>
  %9 = vector.extract %w[] : vector<4x8xf32> from vector<4x8xf32>
  %10 = vector.extract %w[%n] : vector<8xf32> from vector<4x8xf32>
  %11 = vector.insert %f, %w[0, %n] {a} : f32 into vector<4x8xf32>
  %12 = vector.insert %w, %w[] : vector<4x8xf32> into vector<4x8xf32>
  %13 = vector.scalable.extract %s[0] {a} : vector<4xf32> from vector<[4]xf32>
  %14 = vector.scalable.insert %v, %s[4] {a} : vector<4xf32> into vector<[4]xf32>
  %15 = vector.extract_strided_slice %w {offsets = [0], sizes = [2], strides = [1]} : vector<4x8xf32> to vector<2x8xf32>
  %16 = vector.insert_strided_slice %v, %w {offsets = [0, 2], strides = [1]} : vector<4xf32> into vector<4x8xf32>
  %17 = vector.from_elements %f, %f {a} : vector<2xf32>
  %18:4 = vector.to_elements %v {a} : vector<4xf32>
  %19 = vector.bitcast %v {a} : vector<4xf32> to vector<4xi32>
  %20 = vector.broadcast %f {a} : f32 to vector<4xf32>
  %21 = vector.shape_cast %w {a} : vector<4x8xf32> to vector<32xf32>
  %22 = vector.transpose %w, [1, 0] {a} : vector<4x8xf32> to vector<8x4xf32>
  %23 = vector.shuffle %v, %v [0, 1, 7, -1] {a} : vector<4xf32>, vector<4xf32>
  %24 = vector.interleave %v, %v {a} : vector<4xf32> -> vector<8xf32>
  %25, %26 = vector.deinterleave %v {a} : vector<4xf32> -> vector<2xf32>
  %27 = vector.constant_mask [2, 3] {a} : vector<4x8xi1>
  %28 = vector.create_mask %n, %n {a} : vector<4x[8]xi1>
  %29 = vector.mask %k { vector.transfer_read %m[%n, %n], %f : memref<?x?xf32>, vector<4xf32> } : vector<4xi1> -> vector<4xf32>
  %30 = vector.mask %k { vector.reduction <add>, %v : vector<4xf32> into f32 } {a} : vector<4xi1> -> f32
  vector.mask %k { vector.transfer_write %v, %m[%n, %n] : vector<4xf32>, memref<?x?xf32> } : vector<4xi1>
  vector.mask %k { } : vector<4xi1>
  vector.mask %k { vector.yield } : vector<4xi1>
  %33 = vector.step {a} : vector<4xindex>
  %34 = vector.vscale {a}
  %35 = vector.fma %v, %v, %v {a} : vector<4xf32>
  %36 = vector.contract {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = ["reduction"], kind = #vector.kind<add>} %v, %v, %f {a} : vector<4xf32>, vector<4xf32> into f32
  %37 = vector.outerproduct %v, %v {kind = #vector.kind<add>} : vector<4xf32>, vector<4xf32>
  %39 = vector.outerproduct %v, %f : vector<4xf32>, f32
  %40 = vector.reduction <add>, %v : vector<4xf32> into f32
  %41 = vector.reduction <mul>, %v, %f fastmath<fast> {a} : vector<4xf32> into f32
  %42 = vector.multi_reduction <add>, %w, %v [1] : vector<4x8xf32> to vector<4xf32>
  %43 = vector.multi_reduction #vector.kind<add>, %w, %f {a} [0, 1] : vector<4x8xf32> to f32
  %44:2 = vector.scan <add>, %w, %v {inclusive = true, reduction_dim = 1 : i64} : vector<4x8xf32>, vector<4xf32>
  vector.print %v : vector<4xf32>
  vector.print %f : f32 punctuation <comma> {a}
  vector.print str "hello\n" {a}
  vector.print punctuation <newline>
  vector.print
  return
}
// -----
func.func @b(%m: memref<4x3xf32>, %q: vector<4x4xf32>, %v: vector<4xf32>, %k: vector<4xi1>, %f: f32) {
  %7 = vector.type_cast %m {a} : memref<4x3xf32> to memref<vector<4x3xf32>>
  %38 = vector.outerproduct %v, %v, %q {kind = #vector.kind<maxnumf>} : vector<4xf32>, vector<4xf32>
  %1 = vector.reduction #vector.kind<add>, %v : vector<4xf32> into f32
  return
}
// -----
#x = {indexing_maps = [affine_map<(i,j,k) -> (i,k)>, affine_map<(i,j,k) -> (k,j)>, affine_map<(i,j,k) -> (i,j)>], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>}
func.func @c(%q: vector<4x4xf32>, %v: vector<4xf32>, %a: vector<2x2xf32>, %mk: vector<2x2x2xi1>) {
  %38 = vector.outerproduct %v, %v, %q {kind = #vector.kind<maxnumf>} : vector<4xf32>, vector<4xf32>
  %0 = vector.contract {indexing_maps = [affine_map<(i,j,k) -> (i,k)>, affine_map<(i,j,k) -> (k,j)>, affine_map<(i,j,k) -> (i,j)>], iterator_types = ["parallel", "parallel", "reduction"]} %a, %a, %a : vector<2x2xf32>, vector<2x2xf32> into vector<2x2xf32>
  %1 = vector.contract #x %a, %a, %a : vector<2x2xf32>, vector<2x2xf32> into vector<2x2xf32>
  return
}

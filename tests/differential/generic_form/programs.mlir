#map = affine_map<(d0)[s0] -> (d0 + s0)>
#set = affine_set<(d0)[s0] : (d0 - 1 >= 0, -d0 + s0 == 0)>
!t = memref<?x8xf32, strided<[8, 1], offset: ?>>
module @named attributes {a.b = 1 : i32} {
  memref.global "private" constant @table : memref<2xf32> = dense<[1.0, 2.0]>
  memref.global @open : memref<4xi8> = uninitialized
  memref.global @foreign : memref<4xi8> {alignment = 8 : i64}
  func.func private @callee(!t {llvm.noalias}, index) -> (f32 {a.b}, index)
  func.func @f(%m: !t, %n: index) -> f32 attributes {a.c} {
    %c = arith.constant {note} 3 : index
    %zero = arith.constant 0.000000e+00 : f32
    %0:2 = call @callee(%m, %n) : (!t, index) -> (f32, index)
    %1 = affine.apply #map(%c)[%n]
    %r = affine.for %i = 0 to min affine_map<()[s0] -> (s0, 16)>()[%n] step 2 iter_args(%acc = %zero) -> (f32) {
      %v = affine.load %m[%i + 1, symbol(%n) floordiv 2] : !t
      affine.if #set(%i)[%n] {
        affine.store %v, %m[%i, %i] : !t
      }
      %s = arith.addf %acc, %v fastmath<nnan,contract> : f32
      affine.yield %s : f32
    }
    %p = affine.parallel (%i, %j) = (0, max(%n, 1)) to (8, %n + %c) step (2, 1) reduce ("addf") -> f32 {
      affine.yield %zero : f32
    }
    affine.prefetch %m[%n, 0], write, locality<2>, data : !t
    %d:2 = affine.delinearize_index %n into (%c, 4) : index, index
    %l = affine.linearize_index disjoint [%d#0, %d#1] by (%c, 4) : index
    return %0#0 : f32
  }
}
// -----
func.func @loops(%n: index, %x: i32, %c: i1, %t: tensor<4x?xf32>) -> tensor<4x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
  }
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> (i32) {
    %s = arith.addi %a, %x overflow<nsw> : i32
    scf.yield %s : i32
  } {note = "of a loop"}
  %1 = scf.if %c -> (i32) {
    scf.yield %x : i32
  } else {
    scf.yield %0 : i32
  }
  scf.if %c {
    %k = arith.cmpi slt, %x, %1 : i32
  }
  %2 = scf.while (%a = %x) : (i32) -> i32 {
    scf.condition(%c) %a : i32
  } do {
  ^bb0(%b: i32):
    scf.yield %b : i32
  }
  scf.parallel (%i, %j) = (%c0, %c0) to (%n, %n) step (%c1, %c1) {
  }
  %3 = scf.forall (%i, %j) in (%n, 4) shared_outs(%o = %t) -> (tensor<4x?xf32>) {
    scf.forall.in_parallel {
    }
  }
  scf.forall (%i) in (4) {
  }
  %4 = scf.index_switch %n -> i32
  case 2 {
    scf.yield %x : i32
  }
  case 5 {
    scf.yield %0 : i32
  }
  default {
    scf.yield %1 : i32
  }
  return %3 : tensor<4x?xf32>
}
// -----
func.func @branches(%c: i1, %x: i32) -> i32 {
  cf.cond_br %c, ^a(%x : i32), ^b
^a(%y: i32):
  cf.br ^c(%y, %c : i32, i1)
^b:
  cf.switch %x : i32, [
    default: ^c(%x, %c : i32, i1),
    3: ^a(%x : i32),
    -4: ^b
  ]
^c(%z: i32, %w: i1):
  cf.assert %w, "it holds"
  return %z : i32
}
// -----
func.func @vectors(%m: memref<?x?xf32>, %t: tensor<?x?xf32>, %v: vector<4xf32>, %i: index, %z: f32) -> vector<4x4xf32> {
  %0 = vector.transfer_read %m[%i, %i], %z : memref<?x?xf32>, vector<4xf32>
  %1 = vector.transfer_read %m[%i, %i], %z {in_bounds = [true, false], permutation_map = affine_map<(d0, d1) -> (d1, d0)>} : memref<?x?xf32>, vector<4x4xf32>
  %2 = vector.transfer_write %v, %t[%i, %i] : vector<4xf32>, tensor<?x?xf32>
  vector.transfer_write %v, %m[%i, %i] : vector<4xf32>, memref<?x?xf32>
  %3 = vector.outerproduct %v, %v : vector<4xf32>, vector<4xf32>
  %4 = vector.outerproduct %v, %v, %3 {kind = #vector.kind<maxnumf>} : vector<4xf32>, vector<4xf32>
  %further = vector.outerproduct %v, %v, %3, %v : vector<4xf32>, vector<4xf32>
  %5 = vector.reduction <add>, %v, %z fastmath<reassoc> : vector<4xf32> into f32
  %6 = vector.shuffle %v, %v [0, 1, 7] : vector<4xf32>, vector<4xf32>
  %7 = vector.extract %1[%i, 2] : f32 from vector<4x4xf32>
  %8 = vector.contract {indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>], iterator_types = ["parallel", "parallel", "reduction"]} %1, %3, %4 : vector<4x4xf32>, vector<4x4xf32> into vector<4x4xf32>
  vector.print %z : f32 punctuation <comma>
  vector.print str "text"
  return %8 : vector<4x4xf32>
}
// -----
func.func @memory(%n: index, %x: i32) {
  %0 = memref.alloc(%n)[%n] {alignment = 64 : i64} : memref<?x4xi32, affine_map<(d0, d1)[s0] -> (d0 + s0, d1)>>
  %1 = memref.alloca() : memref<8x8xi32, 3>
  %2 = memref.subview %1[0, %n] [4, 2] [1, 1] : memref<8x8xi32, 3> to memref<4x2xi32, strided<[8, 1], offset: ?>, 3>
  %3 = memref.atomic_rmw addi %x, %1[%n, %n] : (i32, memref<8x8xi32, 3>) -> i32
  %4 = memref.collapse_shape %1 [[0, 1]] : memref<8x8xi32, 3> into memref<64xi32, 3>
  %5 = memref.generic_atomic_rmw %1[%n, %n] : memref<8x8xi32, 3> {
  ^bb0(%a: i32):
    memref.atomic_yield %a : i32
  }
  memref.alloca_scope {
    memref.prefetch %1[%n, %n], read, locality<1>, instr : memref<8x8xi32, 3>
  }
  %6 = builtin.unrealized_conversion_cast %n, %x : index, i32 to !any.type<"a b">
  %7 = memref.dim %0, %n : memref<?x4xi32, affine_map<(d0, d1)[s0] -> (d0 + s0, d1)>>
  memref.dealloc %1 : memref<8x8xi32, 3>
  return
}
// -----
func.func @regions() -> i32 {
  %0 = arith.constant 2 : i32
  %1 = "any.op"(%0) ({
  ^bb0(%a: i32):
    %2 = arith.index_cast %a : i32 to index
    "any.end"() : () -> ()
  }) {text = "a // b"} : (i32) -> i32 // a comment
  return %1 : i32
}
// -----
func.func @dma(%from: memref<8x8xf32>, %to: memref<64xf32, 1>, %tag: memref<1xi32>, %n: index) {
  %c = arith.constant 16 : index
  affine.dma_start %from[%n + 1, 0], %to[%n * 8], %tag[0], %c : memref<8x8xf32>, memref<64xf32, 1>, memref<1xi32>
  affine.dma_start %from[%n, %n], %to[0], %tag[0], %c, %c, %n : memref<8x8xf32>, memref<64xf32, 1>, memref<1xi32>
  affine.dma_wait %tag[%n mod 1], %c : memref<1xi32>
  return
}

#ub = affine_map<(d0)[s0] -> (d0 + 32, s0)>
func.func @loops(%A: memref<100x?xf32>, %n: index {d.arg}) -> (f32, index {d.res}) attributes {d.fn} {
  %zero = arith.constant 0.0 : f32
  %sum = affine.for %i = max affine_map<(d0) -> (d0, 0)>(%n) to min #ub(%n)[%n] step 2 iter_args(%acc = %zero) -> (f32) {
    affine.for %j = -4 to %n {
      affine.if affine_set<(d0)[s0] : (d0 - s0 >= 0, -d0 + 9 == 0)>(%j)[%n] {
        affine.yield
      } else {
        %v = affine.load %A[%i + symbol(%n) mod 4, -(%j floordiv 2)] {d.note} : memref<100x?xf32>
        affine.store %v, %A[%i, 0] : memref<100x?xf32>
      }
    } {d.loop}
    affine.yield %acc : f32
  }
  affine.parallel (%i, %j) = (0, max(%n, 1)) to (10, min(%n, %n + 1)) step (1, 2) reduce ("addf") -> (f32) {
    affine.yield %zero : f32
  }
  return %sum, %n : f32, index
}
func.func private @declared(i32, memref<*xf32, 3>, ...) -> i1

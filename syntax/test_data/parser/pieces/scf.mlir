func.func @s(%n: index, %i: i32, %c: i1, %f: f32, %t: tensor<4xf32>) -> f32 {
  scf.for %k = %n to %n step %n { } {a}
  scf.for %k = %n to %n step %n { scf.yield {a} } 
  scf.for %k = %i to %i step %i : i32 { scf.yield }
  scf.for unsigned %k = %i to %i step %i : i32 { scf.yield }
  %0 = scf.for unsigned %k = %i to %i step %i iter_args(%x = %f) -> (f32) : i32 { scf.yield %x : f32 } {a}
  %1:2 = scf.for %k = %n to %n step %n iter_args(%x = %f, %y = %i) -> (f32, i32) { scf.yield %x, %y : f32, i32 }
  %2 = scf.for %k = %n to %n step %n iter_args(%x = %f) -> f32 { scf.yield %x : f32 }
  scf.if %c { } else { } {a}
  scf.if %c { }
  scf.if %c -> () { } else { }
  %3 = scf.if %c -> f32 { scf.yield %f : f32 } else { scf.yield %f : f32 }
  %4:2 = scf.if %c -> (f32, i32) { scf.yield %f, %i : f32, i32 } else { scf.yield %f, %i : f32, i32 } {a = 1}
  scf.parallel (%a, %b) = (%n, %n) to (%n, %n) step (%n, %n) { scf.reduce } {a}
  scf.parallel (%a) = (%n) to (%n) step (%n) { scf.reduce }
  scf.parallel (%a) = (%n) to (%n) step (%n) { }
  %5 = scf.parallel (%a) = (%n) to (%n) step (%n) init (%f) -> f32 {
    scf.reduce(%f : f32) { ^bb0(%l: f32, %r: f32): scf.reduce.return %l {a} : f32 } {k}
  }
  %6:2 = scf.parallel (%a) = (%n) to (%n) step (%n) init (%f, %f) -> (f32, f32) {
    scf.reduce(%f, %f : f32, f32) { ^bb0(%l: f32, %r: f32): scf.reduce.return %l : f32 }, { ^bb0(%l: f32, %r: f32): scf.reduce.return %l : f32 }
  }
  scf.forall (%a, %b) in (2, %n) { }
  scf.forall (%a) in (%n) { scf.forall.in_parallel { } } {mapping = [#gpu.thread<x>]}
  scf.forall (%a, %b) = (0, %n) to (%n, 4) step (1, %n) { scf.forall.in_parallel {} {a} }
  %7 = scf.forall (%a) in (4) shared_outs(%o = %t) -> (tensor<4xf32>) {
    scf.forall.in_parallel { tensor.parallel_insert_slice %t into %o[0] [4] [1] {a}: tensor<4xf32> into tensor<4xf32> }
  }
  %8 = scf.forall (%a) in (4) shared_outs(%o = %t) -> tensor<4xf32> {
    scf.forall.in_parallel { tensor.parallel_insert_slice %t into %o[%a] [4] [1] : tensor<4xf32> into tensor<4xf32> }
  }
  %9 = scf.while (%x = %f) : (f32) -> f32 { scf.condition(%c) {a} %x : f32 } do { ^bb0(%y: f32): scf.yield %y : f32 } attributes {a}
  %10:2 = scf.while (%x = %f, %z = %i) : (f32, i32) -> (i32, f32) { scf.condition(%c) %z, %x : i32, f32 } do { ^bb0(%y: i32, %w: f32): scf.yield %w, %y : f32, i32 }
  scf.while : () -> () { scf.condition(%c) } do { scf.yield }
  %11 = scf.while : () -> f32 { scf.condition(%c) %f : f32 } do { ^bb0(%y: f32): scf.yield }
  scf.execute_region { scf.yield }
  %12 = scf.execute_region -> f32 { scf.yield %f : f32 } {a}
  %13:2 = scf.execute_region -> (f32, f32) no_inline { scf.yield %f, %f : f32, f32 } {a}
  scf.index_switch %n case 1 { scf.yield } case -2 { scf.yield } default { scf.yield }
  %14 = scf.index_switch %n {a} -> f32 case 1 { scf.yield %f : f32 } default { scf.yield %f : f32 }
  %15:2 = scf.index_switch %n -> f32, f32 default { scf.yield %f, %f : f32, f32 }
  return %f : f32
}

func.func @surplus(%n: index, %x: f32) -> f32 {
  %r:3 = scf.for %i = %n to %n step %n iter_args(%a = %x) -> (f32, f32, f32) {
    %sum = arith.addf %a, %a : f32
    scf.yield %sum, %a, %a : f32, f32, f32
  }
  return %r : f32
}

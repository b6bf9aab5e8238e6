module {
  module @inner {
    func.func @compute(%x: f32) -> f32 {
      return %x : f32
    }
    func.func @caller(%x: f32) -> f32 {
      affine.for %i = 0 to 8 {
        %z = func.call @computer(%x) : (f32) -> f32
      }
      return %x : f32
    }
  }
}
// -----
// The declaration goes before the function.
func.func @caller(%x: f32) {
  %0:2 = call @pair(%x, %x) : (f32, f32) -> (f32, index)
  return
}

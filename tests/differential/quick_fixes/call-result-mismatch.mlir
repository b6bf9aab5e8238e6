func.func private @work(index) -> f32
func.func @used(%n: index) -> f64 {
  %x = call @work(%n) : (index) -> f64 // a comment that stays
  %y = arith.addf %x, %x : f64
  return %y : f64
}
// -----
func.func private @pair(index) -> (f32, index)
func.func @unused(%n: index) {
  %x = call @pair(%n) : (index) -> f32
  return
}
// -----
func.func private @nothing(index)
func.func @none(%n: index) {
  %x:2 = call @nothing(%n) : (index) -> (f32, f32)
  return
}

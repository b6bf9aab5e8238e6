func.func @vector(%a: vector<4xf32>) -> vector<4xf32> {
  %0 = arith.divsi %a, %a : vector<4xf32>
  return %0 : vector<4xf32>
}
// -----
func.func @compare(%a: i32) -> i1 {
  %0 = arith.cmpf ult, %a, %a : i32
  return %0 : i1
}
// -----
func.func @generic(%a: f32) -> f32 {
  %0 = "arith.muli"(%a, %a) : (f32, f32) -> f32
  return %0 : f32
}
// -----
func.func @flags(%a: f32) {
  %0 = arith.addi %a, %a overflow<nsw> : f32
  return
}

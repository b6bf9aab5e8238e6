func.func @unsigned(%a: i64) {
  %0 = arith.extui %a : i64 to i32
  return
}
// -----
func.func @vectors(%a: vector<4xi32>) {
  %0 = arith.index_cast %a : vector<4xi32> to vector<4xi16>
  return
}
// -----
func.func @float(%a: f32) {
  %0 = arith.truncf %a : f32 to f64
  return
}
// -----
func.func @generic(%a: i32) {
  %0 = "arith.trunci"(%a) : (i32) -> i64
  return
}

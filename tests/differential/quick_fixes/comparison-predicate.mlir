func.func @float(%a: f32) {
  %0 = arith.cmpf ne, %a, %a : f32
  return
}
// -----
func.func @unsigned(%a: f32) {
  %0 = arith.cmpf sge, %a, %a : f32
  return
}
// -----
func.func @ordered(%a: i32) {
  %0 = arith.cmpi one, %a, %a : i32
  return
}

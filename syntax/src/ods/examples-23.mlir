// Operations that came with MLIR 23.
func.func @every_operation_of_23() {
  %0:2 = arith.subui_extended %i32, %i32 : i32, i1
  %1:2 = arith.subui_extended %v4i32, %v4i32 {note} : vector<4xi32>, vector<4xi1>
  %2 = arith.convertf %f16 to_nearest_even fastmath<contract> : f16 to bf16
  %3 = arith.convertf %f16 {note} : f16 to bf16
  %4 = arith.flush_denormals %f32 fastmath<nnan> : f32
  %5 = arith.flush_denormals %f32 {note} : f32
  return
}

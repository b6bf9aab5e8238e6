func.func @i(%a: index, %b: i32) {
  %0 = index.constant -10
  %1 = index.constant {a} 5
  %2 = index.bool.constant true
  %3 = index.bool.constant {a} false
  %4 = index.add %a, %a {k}
  %5 = index.cmp slt(%a, %a) {x}
  %6 = index.casts %b : i32 to index
  %7 = index.castu %a {a}: index to i64
  %8 = index.sizeof {a}
  %9 = index.cmp "ult"(%a, %a)
  %10 = ub.poison : i32
  %11 = ub.poison {a} : i32
  %12 = ub.poison <#ub.poison> : i32
  %13 = ub.poison {a} <#ub.poison> : f32
  ub.unreachable {a}
}
// -----
func.func @m(%a: f32, %i: i32, %v: vector<4xf32>) {
  %0 = math.absf %a fastmath<fast> {k}: f32
  %1 = math.absi %i {a} : i32
  %2 = math.atan2 %a, %a fastmath<nnan,ninf> : f32
  return
}
// -----
func.func @m(%a: f32, %i: i32, %v: vector<4xf32>, %v2: vector<4xi32>) {
  %3 = math.fpowi %v, %v2 fastmath<fast> {a}: vector<4xf32>, vector<4xi32>
  %4 = math.ipowi %i, %i {a} : i32
  %5 = math.fma %a, %a, %a fastmath<contract> : f32
  %6 = math.clampf %a to [%a, %a] fastmath<fast> : f32
  %7 = math.clampf %a to [%a, %a] : f32
  %8:2 = math.sincos %a fastmath<fast> : f32
  %9, %10 = math.sincos %v : vector<4xf32>
  %11 = math.isnan %a {a} : f32
  %12 = math.ctlz %i : i32
  %13 = math.cttz %v2 : vector<4xi32>
  return
}

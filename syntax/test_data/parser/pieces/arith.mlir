func.func @a(%a: i32, %b: i32, %f: f32, %g: f32, %v: vector<4xf32>, %vi: vector<[4]xi32>, %t: tensor<4x?xi32>, %c: i1, %i: index, %vc: vector<4xi1>, %tt: tensor<4x?xf32>) {
  %0 = arith.addi %a, %b overflow<nsw> : i32
  %1 = arith.addi %a, %b overflow<nsw, nuw> {x = 1} : i32
  %2 = arith.addi %a, %b overflow<none> : i32
  %3 = arith.subi %vi, %vi overflow<nuw> : vector<[4]xi32>
  %4 = arith.muli %t, %t : tensor<4x?xi32>
  %5 = arith.shli %a, %b overflow<nsw,nuw> : i32
  %6 = arith.divsi %a, %b exact : i32
  %7 = arith.divui %a, %b exact {a} : i32
  %8 = arith.shrsi %a, %b exact : i32
  %9 = arith.shrui %a, %b exact : i32
  %10 = arith.addf %f, %g fastmath<fast> : f32
  %11 = arith.addf %f, %g fastmath<nnan,ninf,nsz, arcp,contract,afn,reassoc> {k} : f32
  %12 = arith.negf %v fastmath<none> : vector<4xf32>
  %13 = arith.negf %tt {a, b = "c"} : tensor<4x?xf32>
  %14, %15 = arith.addui_extended %a, %b : i32, i1
  %16:2 = arith.addui_extended %t, %t {a} : tensor<4x?xi32>, tensor<4x?xi1>
  %17, %18 = arith.mulsi_extended %a, %b {a}: i32
  %19:2 = arith.mului_extended %vi, %vi : vector<[4]xi32>
  %20 = arith.cmpi eq, %a, %b : i32
  %21 = arith.cmpi "slt", %a, %b : i32
  %22 = arith.cmpf one, %f, %g fastmath<fast> : f32
  %23 = arith.cmpf true, %f, %g {a}: f32
  %24 = arith.cmpf "false", %f, %g : f32
  %25 = arith.select %c, %a, %b : i32
  %26 = arith.select %vc, %v, %v {a}: vector<4xi1>, vector<4xf32>
  %27 = arith.select %c, %v, %v : vector<4xf32>
  %28 = arith.trunci %a overflow<nsw> {a}: i32 to i8
  %29 = arith.truncf %f to_nearest_even : f32 to f16
  %30 = arith.truncf %f downward fastmath<fast> {a = 3 : i8}: f32 to f16
  %31 = arith.truncf %f fastmath<nnan> : f32 to bf16
  %32 = arith.extf %f fastmath<contract> : f32 to f64
  %36 = arith.index_cast %a : i32 to index
  %37 = arith.bitcast %f {a}: f32 to i32
  %38 = arith.constant dense<1> : tensor<2xi32>
  %39 = arith.constant {a = "b"} 1 : i32
  %40 = arith.constant true
  %41 = arith.constant false
  %42 = arith.constant 1.0
  %43 = arith.constant 0x7FF0000000000000 : f64
  %44 = arith.constant -1.5e+10 : f16
  return
}
// -----
func.func @b(%f: vector<4xf4E2M1FN>, %s: vector<4xf8E8M0FNU>, %g: vector<4xf32>) {
  %0 = arith.scaling_extf %f, %s : vector<4xf4E2M1FN>, vector<4xf8E8M0FNU> to vector<4xf32>
  %1 = arith.scaling_extf %f, %s fastmath<fast> {a}: vector<4xf4E2M1FN>, vector<4xf8E8M0FNU> to vector<4xf32>
  %2 = arith.scaling_truncf %g, %s : vector<4xf32>, vector<4xf8E8M0FNU> to vector<4xf4E2M1FN>
  %3 = arith.scaling_truncf %g, %s upward fastmath<fast> {a}: vector<4xf32>, vector<4xf8E8M0FNU> to vector<4xf4E2M1FN>
  %4 = arith.scaling_truncf %g, %s toward_zero : vector<4xf32>, vector<4xf8E8M0FNU> to vector<4xf4E2M1FN>
  return
}
// -----
func.func @c() {
  %0 = arith.constant dense<> : tensor<0xi32>
  %1 = arith.constant dense<[[1, -2], [3, 4]]> : tensor<2x2xi8>
  %2 = arith.constant dense<"0x0A0B0C0D"> : tensor<4xi8>
  %3 = arith.constant dense<(1.0, -2.0)> : tensor<2xcomplex<f32>>
  %4 = arith.constant dense<[(1,2),(3,-4)]> : tensor<2xcomplex<i8>>
  %5 = arith.constant dense<[true, false]> : tensor<2xi1>
  %6 = arith.constant dense<0x7F800000> : vector<2xf32>
  %7 = arith.constant dense<[0xFF, 0x7F]> : tensor<2xf8E5M2>
  %8 = arith.constant sparse<[[0, 0], [1, 2]], [1, 5]> : tensor<3x4xi32>
  %9 = arith.constant sparse<[], []> : tensor<3xi32>
  %10 = arith.constant sparse<0, 1> : tensor<3xi32>
  %11 = arith.constant sparse<[[0]], -2.0> : tensor<1xf16>
  %12 = arith.constant dense_resource<blob> : tensor<1xi64>
  %13 = arith.constant dense<"0x"> : tensor<0xi8>
  return
}
{-#
  dialect_resources: {
    builtin: {
      blob: "0x08000000010000000000000002000000"
    }
  },
  external_resources: {
    mlir_reproducer: {
      pipeline: "builtin.module(func.func(cse))",
      disable_threading: true,
      verify_each: false
    },
    other: { "quoted key": "0x0400000000", b : true, c: "str\"x" }
  }
#-}

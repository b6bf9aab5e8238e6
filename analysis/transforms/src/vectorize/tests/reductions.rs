//! The text of loops that fold values: partial results in lanes, or a fold in each lane.

use super::check_text as check;
use expect_test::expect;

const COLUMN_SUMS: &str = "\
func.func @sums(%in: memref<16x64xf32>, %out: memref<64xf32>) {
  %cst = arith.constant 0.000000e+00 : f32
  affine.for %column = 0 to 64 {
    %sum = affine.for %row = 0 to 16 iter_args(%partial = %cst) -> (f32) {
      %element = affine.load %in[%row, %column] : memref<16x64xf32>
      %next = arith.addf %partial, %element : f32
      affine.yield %next : f32
    }
    affine.store %sum, %out[%column] : memref<64xf32>
  }
  return
}
";

#[test]
fn each_lane_runs_the_inner_loop() {
    check(
        COLUMN_SUMS,
        "%column",
        4,
        expect![[r#"
        func.func @sums(%in: memref<16x64xf32>, %out: memref<64xf32>) {
          %cst = arith.constant 0.000000e+00 : f32
          %cst_0 = arith.constant dense<0.000000e+00> : vector<4xf32>
          affine.for %column = 0 to 64 step 4 {
            %sum = affine.for %row = 0 to 16 iter_args(%partial = %cst_0) -> (vector<4xf32>) {
              %element = affine.vector_load %in[%row, %column] : memref<16x64xf32>, vector<4xf32>
              %next = arith.addf %partial, %element : vector<4xf32>
              affine.yield %next : vector<4xf32>
            }
            affine.vector_store %sum, %out[%column] : memref<64xf32>, vector<4xf32>
          }
          return
        }
    "#]],
    );
}

#[test]
fn partial_sums_along_a_column() {
    check(
        COLUMN_SUMS,
        "%row",
        4,
        expect![[r#"
            func.func @sums(%in: memref<16x64xf32>, %out: memref<64xf32>) {
              %cst = arith.constant 0.000000e+00 : f32
              affine.for %column = 0 to 64 {
                %padding = arith.constant 0.0 : f32
                %cst_0 = arith.constant dense<0.0> : vector<4xf32>
                %sum_0 = affine.for %row = 0 to 16 step 4 iter_args(%partial = %cst_0) -> (vector<4xf32>) {
                  %element = vector.transfer_read %in[%row, %column], %padding {in_bounds = [true], permutation_map = affine_map<(d0, d1) -> (d0)>} : memref<16x64xf32>, vector<4xf32>
                  %next = arith.addf %partial, %element : vector<4xf32>
                  affine.yield %next : vector<4xf32>
                }
                %sum = vector.reduction <add>, %sum_0 : vector<4xf32> into f32
                affine.store %sum, %out[%column] : memref<64xf32>
              }
              return
            }
        "#]],
    );
}

#[test]
fn reduction_in_memory() {
    check(
        "\
func.func @matvec(%a: memref<8x10xf32>, %x: memref<10xf32>, %y: memref<8xf32>) {
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 10 {
      %l = affine.load %a[%i, %j] : memref<8x10xf32>
      %r = affine.load %x[%j] : memref<10xf32>
      %p = arith.mulf %l, %r : f32
      %s = affine.load %y[%i] : memref<8xf32> // so far
      %t = arith.addf %s, %p fastmath<nnan> : f32
      affine.store %t, %y[%i] : memref<8xf32>
    }
  }
  return
}
",
        "%j",
        4,
        expect![[r#"
            func.func @matvec(%a: memref<8x10xf32>, %x: memref<10xf32>, %y: memref<8xf32>) {
              affine.for %i = 0 to 8 {
                %s_0 = affine.load %y[%i] : memref<8xf32>
                %neutral = arith.constant dense<-0.0> : vector<4xf32>
                %s_1 = affine.for %j = 0 to 8 step 4 iter_args(%s = %neutral) -> (vector<4xf32>) {
                  %l = affine.vector_load %a[%i, %j] : memref<8x10xf32>, vector<4xf32>
                  %r = affine.vector_load %x[%j] : memref<10xf32>, vector<4xf32>
                  %p = arith.mulf %l, %r : vector<4xf32>
                  // so far
                  %t = arith.addf %s, %p : vector<4xf32>
                  affine.yield %t : vector<4xf32>
                }
                %s_2 = vector.reduction <add>, %s_1 : vector<4xf32> into f32
                %s_3 = arith.addf %s_0, %s_2 : f32
                affine.store %s_3, %y[%i] : memref<8xf32>
                affine.for %j = 8 to 10 {
                  %l = affine.load %a[%i, %j] : memref<8x10xf32>
                  %r = affine.load %x[%j] : memref<10xf32>
                  %p = arith.mulf %l, %r : f32
                  %s = affine.load %y[%i] : memref<8xf32> // so far
                  %t = arith.addf %s, %p fastmath<nnan> : f32
                  affine.store %t, %y[%i] : memref<8xf32>
                }
              }
              return
            }
        "#]],
    );
}

#[test]
fn several_reductions_and_results_that_are_used_by_number() {
    check(
        "\
func.func @extremes(%a: memref<16xi32>, %least: i32, %untouched: f32) -> (i32, i32, f32) {
  %zero = arith.constant 0 : i32
  %r:3 = affine.for %i = 0 to 16 iter_args(%m = %least, %s = %zero, %u = %untouched) -> (i32, i32, f32) {
    %x = affine.load %a[%i] : memref<16xi32>
    %n = arith.minsi %m, %x : i32
    %t = arith.addi %x, %s overflow<nsw> : i32
    affine.yield %n, %t, %u : i32, i32, f32
  }
  return %r#0, %r#1, %r#2 : i32, i32, f32
}
",
        "%i",
        8,
        expect![[r#"
            func.func @extremes(%a: memref<16xi32>, %least: i32, %untouched: f32) -> (i32, i32, f32) {
              %zero = arith.constant 0 : i32
              %neutral = arith.constant dense<2147483647> : vector<8xi32>
              %zero_0 = arith.constant dense<0> : vector<8xi32>
              %r:3 = affine.for %i = 0 to 16 step 8 iter_args(%m = %neutral, %s = %zero_0, %u = %untouched) -> (vector<8xi32>, vector<8xi32>, f32) {
                %x = affine.vector_load %a[%i] : memref<16xi32>, vector<8xi32>
                %n = arith.minsi %m, %x : vector<8xi32>
                %t = arith.addi %x, %s : vector<8xi32>
                affine.yield %n, %t, %u : vector<8xi32>, vector<8xi32>, f32
              }
              %m_0 = vector.reduction <minsi>, %r#0 : vector<8xi32> into i32
              %r_0 = arith.minsi %least, %m_0 : i32
              %r_1 = vector.reduction <add>, %r#1 : vector<8xi32> into i32
              return %r_0, %r_1, %r#2 : i32, i32, f32
            }
        "#]],
    );
}

#[test]
fn reduction_in_memory_of_a_loop_that_may_not_run() {
    check(
        "\
func.func @sums(%m: memref<?x?xf32>, %sums: memref<?xf32>, %rows: index, %columns: index) {
  affine.for %row = 0 to %rows {
    // Along the row.
    affine.for %column = 0 to %columns {
      %sum = affine.load %sums[%row] : memref<?xf32>
      %x = affine.load %m[%row, %column] : memref<?x?xf32>
      %next = arith.addf %sum, %x : f32
      affine.store %next, %sums[%row] : memref<?xf32>
    } // done
  }
  return
}
",
        "%column",
        4,
        expect![[r#"
            func.func @sums(%m: memref<?x?xf32>, %sums: memref<?xf32>, %rows: index, %columns: index) {
              affine.for %row = 0 to %rows {
                // Along the row.
                affine.if affine_set<()[s0] : (s0 - 4 >= 0)>()[%columns] {
                  %sum_0 = affine.load %sums[%row] : memref<?xf32>
                  %neutral = arith.constant dense<-0.0> : vector<4xf32>
                  %sum_1 = affine.for %column = 0 to affine_map<()[s0] -> ((s0 floordiv 4) * 4)>()[%columns] step 4 iter_args(%sum = %neutral) -> (vector<4xf32>) {
                    %x = affine.vector_load %m[%row, %column] : memref<?x?xf32>, vector<4xf32>
                    %next = arith.addf %sum, %x : vector<4xf32>
                    affine.yield %next : vector<4xf32>
                  } // done
                  %sum_2 = vector.reduction <add>, %sum_1 : vector<4xf32> into f32
                  %sum_3 = arith.addf %sum_0, %sum_2 : f32
                  affine.store %sum_3, %sums[%row] : memref<?xf32>
                }
                affine.for %column = max affine_map<()[s0] -> (0, (s0 floordiv 4) * 4)>()[%columns] to %columns {
                  %sum = affine.load %sums[%row] : memref<?xf32>
                  %x = affine.load %m[%row, %column] : memref<?x?xf32>
                  %next = arith.addf %sum, %x : f32
                  affine.store %next, %sums[%row] : memref<?xf32>
                }
              }
              return
            }
        "#]],
    );
}

//! The text of vectorized loops. `tests/differential` runs such programs before and after.

use super::check_text as check;
use expect_test::expect;

#[test]
fn comments_stay_and_the_rest_is_a_copy() {
    check(
        "\
func.func @scale(%a: memref<100xf32>, %c: f32) {
  // Every element.
  affine.for %i = 0 to 10 { // in place
    %x = affine.load %a[%i + 1] : memref<100xf32> // read
    // Scaled.
    %y = arith.mulf %x, %c : f32
    affine.store %y, %a[%i + 1] : memref<100xf32> // written
  } // done
  return
}
",
        "%i",
        4,
        expect![[r#"
            func.func @scale(%a: memref<100xf32>, %c: f32) {
              %c_0 = vector.broadcast %c : f32 to vector<4xf32>
              // Every element.
              affine.for %i = 0 to 8 step 4 { // in place
                %x = affine.vector_load %a[%i + 1] : memref<100xf32>, vector<4xf32> // read
                // Scaled.
                %y = arith.mulf %x, %c_0 : vector<4xf32>
                affine.vector_store %y, %a[%i + 1] : memref<100xf32>, vector<4xf32> // written
              } // done
              affine.for %i = 8 to 10 { // in place
                %x = affine.load %a[%i + 1] : memref<100xf32> // read
                // Scaled.
                %y = arith.mulf %x, %c : f32
                affine.store %y, %a[%i + 1] : memref<100xf32> // written
              }
              return
            }
        "#]],
    );
}

#[test]
fn symbolic_bounds() {
    check(
        "\
func.func @copy(%a: memref<?xf32>, %b: memref<?xf32>, %from: index, %to: index) {
  affine.for %i = %from to %to step 2 {
    %x = affine.load %a[%i floordiv 2] : memref<?xf32>
    affine.store %x, %b[0] : memref<?xf32>
  }
  affine.for %j = %from to %to {
    %x = affine.load %a[%j] : memref<?xf32>
    affine.store %x, %b[%j] : memref<?xf32>
  }
  affine.for %k = 0 to %to step 3 {
    %x = affine.load %a[%k] : memref<?xf32>
    affine.store %x, %b[%k] : memref<?xf32>
  }
  return
}
",
        "%j",
        4,
        expect![[r#"
            func.func @copy(%a: memref<?xf32>, %b: memref<?xf32>, %from: index, %to: index) {
              affine.for %i = %from to %to step 2 {
                %x = affine.load %a[%i floordiv 2] : memref<?xf32>
                affine.store %x, %b[0] : memref<?xf32>
              }
              affine.for %j = %from to affine_map<()[s0, s1] -> (s0 + ((s1 - s0) floordiv 4) * 4)>()[%from, %to] step 4 {
                %x = affine.vector_load %a[%j] : memref<?xf32>, vector<4xf32>
                affine.vector_store %x, %b[%j] : memref<?xf32>, vector<4xf32>
              }
              affine.for %j = max affine_map<()[s0, s1] -> (s0, s0 + ((s1 - s0) floordiv 4) * 4)>()[%from, %to] to %to {
                %x = affine.load %a[%j] : memref<?xf32>
                affine.store %x, %b[%j] : memref<?xf32>
              }
              affine.for %k = 0 to %to step 3 {
                %x = affine.load %a[%k] : memref<?xf32>
                affine.store %x, %b[%k] : memref<?xf32>
              }
              return
            }
        "#]],
    );
}

#[test]
fn reversed_strided_and_transposed_accesses() {
    check(
        "\
func.func @shapes(%a: memref<64x64xf32>, %b: memref<200xf32>) {
  affine.for %i = 0 to 16 {
    %0 = affine.load %a[%i + 2, 5] : memref<64x64xf32>
    %1 = affine.load %b[31 - %i] : memref<200xf32>
    %2 = affine.load %b[%i * 3 + 40] : memref<200xf32>
    %3 = arith.addf %0, %1 : f32
    %4 = arith.addf %3, %2 : f32
    affine.store %4, %b[-%i + 150] : memref<200xf32>
    affine.store %4, %b[%i * 2 + 160] : memref<200xf32>
    affine.store %4, %a[%i + 8, 1] : memref<64x64xf32>
  }
  return
}
",
        "%i",
        4,
        expect![[r#"
            func.func @shapes(%a: memref<64x64xf32>, %b: memref<200xf32>) {
              %at_0 = arith.constant 5 : index
              %padding = arith.constant 0.0 : f32
              %lane = arith.constant dense<[0, 3, 6, 9]> : vector<4xindex>
              %all = arith.constant dense<true> : vector<4xi1>
              %none = arith.constant dense<0.0> : vector<4xf32>
              %lane_0 = arith.constant dense<[0, 2, 4, 6]> : vector<4xindex>
              %at_4 = arith.constant 1 : index
              affine.for %i = 0 to 16 step 4 {
                %at = affine.apply affine_map<(d0) -> (d0 + 2)>(%i)
                %0 = vector.transfer_read %a[%at, %at_0], %padding {in_bounds = [true], permutation_map = affine_map<(d0, d1) -> (d0)>} : memref<64x64xf32>, vector<4xf32>
                %5 = affine.vector_load %b[31 - %i - 3] : memref<200xf32>, vector<4xf32>
                %1 = vector.shuffle %5, %5 [3, 2, 1, 0] : vector<4xf32>, vector<4xf32>
                %at_1 = affine.apply affine_map<(d0) -> (d0 * 3 + 40)>(%i)
                %2 = vector.gather %b[%at_1] [%lane], %all, %none : memref<200xf32>, vector<4xindex>, vector<4xi1>, vector<4xf32> into vector<4xf32>
                %3 = arith.addf %0, %1 : vector<4xf32>
                %4 = arith.addf %3, %2 : vector<4xf32>
                %6 = vector.shuffle %4, %4 [3, 2, 1, 0] : vector<4xf32>, vector<4xf32>
                affine.vector_store %6, %b[-%i + 150 - 3] : memref<200xf32>, vector<4xf32>
                %at_2 = affine.apply affine_map<(d0) -> (d0 * 2 + 160)>(%i)
                vector.scatter %b[%at_2] [%lane_0], %all, %4 : memref<200xf32>, vector<4xindex>, vector<4xi1>, vector<4xf32>
                %at_3 = affine.apply affine_map<(d0) -> (d0 + 8)>(%i)
                vector.transfer_write %4, %a[%at_3, %at_4] {in_bounds = [true], permutation_map = affine_map<(d0, d1) -> (d0)>} : vector<4xf32>, memref<64x64xf32>
              }
              return
            }
        "#]],
    );
}

#[test]
fn induction_variables_as_data() {
    check(
        "\
func.func @iota(%a: memref<32xi32>, %f: memref<8x32xf32>) {
  affine.for %i = 0 to 32 step 1 {
    %k = affine.apply affine_map<(d0) -> (d0 * 2 + 1)>(%i)
    %v = arith.index_cast %i : index to i32
    %w = arith.index_cast %k : index to i32
    affine.for %j = 0 to 8 {
      %u = arith.index_cast %j : index to i32
      %s = arith.addi %u, %v : i32
      %t = arith.muli %s, %w : i32
      %c = arith.cmpi slt, %t, %v : i32
      %q = arith.select %c, %t, %v : i32
      %g = arith.sitofp %q : i32 to f32
      affine.store %g, %f[%j, %i] : memref<8x32xf32>
    }
  }
  return
}
",
        "%i",
        4,
        expect![[r#"
            func.func @iota(%a: memref<32xi32>, %f: memref<8x32xf32>) {
              %lane = vector.step : vector<4xindex>
              %lane_0 = arith.constant dense<[0, 2, 4, 6]> : vector<4xindex>
              affine.for %i = 0 to 32 step 4 {
                %i_0 = vector.broadcast %i : index to vector<4xindex>
                %i_1 = arith.addi %i_0, %lane : vector<4xindex>
                %k = affine.apply affine_map<(d0) -> (d0 * 2 + 1)>(%i)
                %k_0 = vector.broadcast %k : index to vector<4xindex>
                %k_1 = arith.addi %k_0, %lane_0 : vector<4xindex>
                %v = arith.index_cast %i_1 : vector<4xindex> to vector<4xi32>
                %w = arith.index_cast %k_1 : vector<4xindex> to vector<4xi32>
                affine.for %j = 0 to 8 {
                  %u = arith.index_cast %j : index to i32
                  %u_0 = vector.broadcast %u : i32 to vector<4xi32>
                  %s = arith.addi %u_0, %v : vector<4xi32>
                  %t = arith.muli %s, %w : vector<4xi32>
                  %c = arith.cmpi slt, %t, %v : vector<4xi32>
                  %q = arith.select %c, %t, %v : vector<4xi1>, vector<4xi32>
                  %g = arith.sitofp %q : vector<4xi32> to vector<4xf32>
                  affine.vector_store %g, %f[%j, %i] : memref<8x32xf32>, vector<4xf32>
                }
              }
              return
            }
        "#]],
    );
}

#[test]
fn conditions_on_which_all_lanes_agree() {
    check(
        "\
#positive = affine_set<()[s0] : (s0 - 1 >= 0)>
func.func @choose(%a: memref<32xf32>, %n: index, %c: i1) {
  affine.for %i = 0 to 32 {
    %x = affine.load %a[%i] : memref<32xf32>
    %y = affine.if #positive()[%n] -> f32 {
      %z = arith.negf %x : f32
      affine.yield %z : f32
    } else {
      %o = arith.constant 1.0 : f32
      affine.yield %o : f32
    }
    %w = arith.select %c, %x, %y : f32
    affine.store %w, %a[%i] : memref<32xf32>
  }
  return
}
",
        "%i",
        4,
        expect![[r#"
            #positive = affine_set<()[s0] : (s0 - 1 >= 0)>
            func.func @choose(%a: memref<32xf32>, %n: index, %c: i1) {
              affine.for %i = 0 to 32 step 4 {
                %x = affine.vector_load %a[%i] : memref<32xf32>, vector<4xf32>
                %y = affine.if #positive()[%n] -> vector<4xf32> {
                  %z = arith.negf %x : vector<4xf32>
                  affine.yield %z : vector<4xf32>
                } else {
                  %o = arith.constant 1.0 : f32
                  %o_0 = vector.broadcast %o : f32 to vector<4xf32>
                  affine.yield %o_0 : vector<4xf32>
                }
                %w = arith.select %c, %x, %y : vector<4xf32>
                affine.vector_store %w, %a[%i] : memref<32xf32>, vector<4xf32>
              }
              return
            }
        "#]],
    );
}

#[test]
fn one_line() {
    check(
        "func.func @f(%a: memref<8xf32>, %c: f32) { affine.for %i = 0 to 8 { %x = affine.load %a[%i] : memref<8xf32> affine.store %c, %a[%i] : memref<8xf32> } return }\n",
        "%i",
        4,
        expect![[r#"
            func.func @f(%a: memref<8xf32>, %c: f32) { %c_0 = vector.broadcast %c : f32 to vector<4xf32>
            affine.for %i = 0 to 8 step 4 { %x = affine.vector_load %a[%i] : memref<8xf32>, vector<4xf32> affine.vector_store %c_0, %a[%i] : memref<8xf32>, vector<4xf32> } return }
        "#]],
    );
}

#[test]
fn a_tile_that_may_be_cut_off() {
    check(
        "\
func.func @fill(%a: memref<?xf32>, %n: index, %c: f32) {
  affine.for %t = 0 to %n step 32 {
    affine.for %i = affine_map<(d0) -> (d0)>(%t) to min affine_map<(d0)[s0] -> (d0 + 32, s0)>(%t)[%n] {
      affine.store %c, %a[%i] : memref<?xf32>
    }
  }
  return
}
",
        "%i",
        8,
        expect![[r#"
            func.func @fill(%a: memref<?xf32>, %n: index, %c: f32) {
              affine.for %t = 0 to %n step 32 {
                %c_0 = vector.broadcast %c : f32 to vector<8xf32>
                affine.for %i = affine_map<(d0) -> (d0)>(%t) to min affine_map<(d0)[s0] -> (d0 + 32, d0 + ((s0 - d0) floordiv 8) * 8)>(%t)[%n] step 8 {
                  affine.vector_store %c_0, %a[%i] : memref<?xf32>, vector<8xf32>
                }
                affine.for %i = max affine_map<(d0)[s0] -> (d0, d0 + ((s0 - d0) floordiv 8) * 8)>(%t)[%n] to min affine_map<(d0)[s0] -> (d0 + 32, s0)>(%t)[%n] {
                  affine.store %c, %a[%i] : memref<?xf32>
                }
              }
              return
            }
        "#]],
    );
}

#[test]
fn conditions_that_differ_become_masks() {
    check(
        "\
#edge = affine_set<(d0) : (d0 - 15 == 0)>
func.func @difference(%x: memref<16xf32>, %y: memref<16xf32>, %c: f32) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to 16 {
    // The last element has no neighbour.
    %d = affine.if #edge(%i) -> f32 {
      affine.yield %zero : f32
    } else {
      %a = affine.load %x[%i] : memref<16xf32>
      %b = affine.load %x[%i + 1] : memref<16xf32> // its neighbour
      %s = arith.subf %b, %a : f32
      affine.yield %s : f32
    }
    affine.store %d, %y[%i] : memref<16xf32>
    affine.if affine_set<(d0) : (d0 - 3 >= 0, -d0 + 12 >= 0)>(%i) {
      %s = arith.addf %d, %c : f32
      affine.store %s, %x[%i] : memref<16xf32>
    }
  }
  return
}
",
        "%i",
        4,
        expect![[r#"
            #edge = affine_set<(d0) : (d0 - 15 == 0)>
            func.func @difference(%x: memref<16xf32>, %y: memref<16xf32>, %c: f32) {
              %zero = arith.constant 0.0 : f32
              %zero_0 = arith.constant dense<0> : vector<4xindex>
              %lane = arith.constant dense<[0, 1, 2, 3]> : vector<4xindex>
              %all = arith.constant dense<true> : vector<4xi1>
              %none = arith.constant dense<0.0> : vector<4xf32>
              %lane_0 = arith.constant dense<[0, -1, -2, -3]> : vector<4xindex>
              %c_0 = vector.broadcast %c : f32 to vector<4xf32>
              affine.for %i = 0 to 16 step 4 {
                // The last element has no neighbour.
                %condition = affine.apply affine_map<(d0) -> (d0 - 15)>(%i)
                %condition_0 = vector.broadcast %condition : index to vector<4xindex>
                %condition_1 = arith.addi %condition_0, %lane : vector<4xindex>
                %mask = arith.cmpi eq, %condition_1, %zero_0 : vector<4xindex>
                %mask_0 = arith.xori %mask, %all : vector<4xi1>
                %a = vector.maskedload %x[%i], %mask_0, %none : memref<16xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
                %at = affine.apply affine_map<(d0) -> (d0 + 1)>(%i)
                %b = vector.maskedload %x[%at], %mask_0, %none : memref<16xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32> // its neighbour
                %s = arith.subf %b, %a : vector<4xf32>
                %d = arith.select %mask, %none, %s : vector<4xi1>, vector<4xf32>
                affine.vector_store %d, %y[%i] : memref<16xf32>, vector<4xf32>
                %condition_2 = affine.apply affine_map<(d0) -> (d0 - 3)>(%i)
                %condition_3 = vector.broadcast %condition_2 : index to vector<4xindex>
                %condition_4 = arith.addi %condition_3, %lane : vector<4xindex>
                %mask_1 = arith.cmpi sge, %condition_4, %zero_0 : vector<4xindex>
                %condition_5 = affine.apply affine_map<(d0) -> (12 - d0)>(%i)
                %condition_6 = vector.broadcast %condition_5 : index to vector<4xindex>
                %condition_7 = arith.addi %condition_6, %lane_0 : vector<4xindex>
                %mask_2 = arith.cmpi sge, %condition_7, %zero_0 : vector<4xindex>
                %mask_3 = arith.andi %mask_1, %mask_2 : vector<4xi1>
                %s_0 = arith.addf %d, %c_0 : vector<4xf32>
                vector.maskedstore %x[%i], %mask_3, %s_0 : memref<16xf32>, vector<4xi1>, vector<4xf32>
              }
              return
            }
        "#]],
    );
}

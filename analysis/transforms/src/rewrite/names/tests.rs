//! Every offer on programs whose names are traps gives a text without errors.

use super::{settle, under_unique_names};
use analysis::Host;
use analysis::Severity;
use base::isolated_op::isolated_ops;
use base::workspace::Workspace;
use expect_test::{Expect, expect};
use ir::ir_of;
use syntax::{TextRange, TextSize};

/// The text after each offer whose id has the part. None brings an error.
#[track_caller]
fn check(text: &str, part: &str, expected: Expect) {
    let mut host = Host::new();
    let file = host.add_file(text);
    let analysis = host.analysis();
    let mut found = String::new();
    for action in analysis.actions(file, TextRange::up_to(TextSize::of(text))) {
        if action.disabled.is_some() || !action.request.to_string().starts_with("refactor") {
            continue;
        }
        let edits = analysis.resolve_action(file, &action.request);
        let edits = edits.unwrap_or_else(|why| panic!("{}: {why:?}", action.request));
        let after = edits.iter().rev().fold(text.to_owned(), |text, edit| edit.apply(&text));
        let mut other = Host::new();
        let copy = other.add_file(&after);
        let errors = other.analysis().diagnostics(copy);
        let errors: Vec<_> = errors.iter().filter(|it| it.severity == Severity::Error).collect();
        assert!(errors.is_empty(), "{}\n{after}\n{errors:?}", action.request);
        if action.request.to_string().contains(part) {
            found += &format!("// {}\n{after}", action.title);
        }
    }
    expected.assert_eq(&found);
}

#[test]
fn fuse_merge_iv_name() {
    check(
        r#"func.func @f(%A: memref<16xi32>, %B: memref<16xi32>, %C: memref<16xi32>, %n: index, %z: i32) {
  affine.for %i = 0 to 4 {
    affine.store %z, %A[%i] : memref<16xi32>
  }
  %i = affine.apply affine_map<(d0) -> (d0 + 1)>(%n)
  %m = affine.load %C[%i] : memref<16xi32>
  affine.for %k = 0 to 4 {
    %v = affine.load %A[%k] : memref<16xi32>
    %w = arith.addi %v, %m : i32
    affine.store %w, %B[%k] : memref<16xi32>
  }
  return
}
"#,
        "affine.fuse",
        expect![[r#"
            // Fuse all nests where it is recommended
            func.func @f(%A: memref<16xi32>, %B: memref<16xi32>, %C: memref<16xi32>, %n: index, %z: i32) {
              %i = affine.apply affine_map<(d0) -> (d0 + 1)>(%n)
              %m = affine.load %C[%i] : memref<16xi32>
              affine.for %k = 0 to 4 {
                affine.store %z, %A[%k] : memref<16xi32>
                %v = affine.load %A[%k] : memref<16xi32>
                %w = arith.addi %v, %m : i32
                affine.store %w, %B[%k] : memref<16xi32>
              }
              return
            }
            // Fuse the producer of %A (line 2) into this nest at depth 1: recomputes nothing
            func.func @f(%A: memref<16xi32>, %B: memref<16xi32>, %C: memref<16xi32>, %n: index, %z: i32) {
              %i = affine.apply affine_map<(d0) -> (d0 + 1)>(%n)
              %m = affine.load %C[%i] : memref<16xi32>
              affine.for %k = 0 to 4 {
                affine.store %z, %A[%k] : memref<16xi32>
                %v = affine.load %A[%k] : memref<16xi32>
                %w = arith.addi %v, %m : i32
                affine.store %w, %B[%k] : memref<16xi32>
              }
              return
            }
        "#]],
    );
}

#[test]
fn fuse_merge_name() {
    check(
        r#"func.func @f(%A: memref<4x5xi32>, %B: memref<4xi32>, %z: i32) -> i32 {
  affine.for %i = 0 to 4 {
    affine.store %z, %A[%i, 0] : memref<4x5xi32>
  }
  affine.for %i = 0 to 3 {
    %s = affine.load %A[%i, 0] : memref<4x5xi32>
    affine.store %s, %B[%i + 1] : memref<4xi32>
  }
  %s = affine.for %i = 0 to 4 iter_args(%a = %z) -> i32 {
    %t = arith.muli %z, %a : i32
    affine.yield %t : i32
  }
  return %s : i32
}
"#,
        "affine.fuse",
        expect![[r#"
            // Fuse a copy of the producer of %A (line 2) into this nest at depth 1 without %A: recomputes 30 %
            func.func @f(%A: memref<4x5xi32>, %B: memref<4xi32>, %z: i32) -> i32 {
              affine.for %i = 0 to 4 {
                affine.store %z, %A[%i, 0] : memref<4x5xi32>
              }
              affine.for %i = 0 to 3 {
                affine.store %z, %B[%i + 1] : memref<4xi32>
              }
              %s = affine.for %i = 0 to 4 iter_args(%a = %z) -> i32 {
                %t = arith.muli %z, %a : i32
                affine.yield %t : i32
              }
              return %s : i32
            }
            // Fuse with the nest at line 2 at depth 1, the ends peeled: recomputes nothing
            func.func @f(%A: memref<4x5xi32>, %B: memref<4xi32>, %z: i32) -> i32 {
              affine.for %i = 0 to 3 {
                affine.store %z, %A[%i, 0] : memref<4x5xi32>
                %s = affine.load %A[%i, 0] : memref<4x5xi32>
                affine.store %s, %B[%i + 1] : memref<4xi32>
              }
              affine.for %i = 3 to 4 {
                affine.store %z, %A[%i, 0] : memref<4x5xi32>
              }
              %s = affine.for %i = 0 to 4 iter_args(%a = %z) -> i32 {
                %t = arith.muli %z, %a : i32
                affine.yield %t : i32
              }
              return %s : i32
            }
            // Fuse with the nest at line 2 at depth 1, iteration by iteration: recomputes nothing
            func.func @f(%A: memref<4x5xi32>, %B: memref<4xi32>, %z: i32) -> i32 {
              %s_0 = affine.for %i = 0 to 4 iter_args(%a = %z) -> (i32) {
                affine.store %z, %A[%i, 0] : memref<4x5xi32>
                %t = arith.muli %z, %a : i32
                affine.yield %t : i32
              }
              affine.for %i = 0 to 3 {
                %s = affine.load %A[%i, 0] : memref<4x5xi32>
                affine.store %s, %B[%i + 1] : memref<4xi32>
              }
              return %s_0 : i32
            }
        "#]],
    );
}

#[test]
fn unnamed_result() {
    check(
        r#"func.func @f(%A: memref<8xi32>, %B: memref<8xi32>) {
  affine.for %i = 0 to 8 {
    affine.load %A[%i] : memref<8xi32>
    %t = affine.load %A[%i] : memref<8xi32>
    %s = arith.addi %t, %t : i32
    affine.store %s, %B[%i] : memref<8xi32>
  }
  return
}
"#,
        "scalarReplace",
        expect![[r#"
            // Replace 1 load in the loop over %i by known values
            func.func @f(%A: memref<8xi32>, %B: memref<8xi32>) {
              affine.for %i = 0 to 8 {
                %0 = affine.load %A[%i] : memref<8xi32>
                %s = arith.addi %0, %0 : i32
                affine.store %s, %B[%i] : memref<8xi32>
              }
              return
            }
        "#]],
    );
}

#[test]
fn vectorize_unnamed() {
    check(
        r#"func.func @f(%B: memref<8xi32>, %z: i32) {
  affine.for %i = 0 to 8 {
    affine.if affine_set<(d0) : (d0 - 3 >= 0)>(%i) -> i32 {
      affine.yield %z : i32
    } else {
      affine.yield %z : i32
    }
    affine.store %z, %B[%i] : memref<8xi32>
  }
  return
}
"#,
        "width=4",
        expect![[r#"
            // Vectorize this loop with 4 lanes
            func.func @f(%B: memref<8xi32>, %z: i32) {
              %zero = arith.constant dense<0> : vector<4xindex>
              %lane = arith.constant dense<[0, 1, 2, 3]> : vector<4xindex>
              %all = arith.constant dense<true> : vector<4xi1>
              %z_0 = vector.broadcast %z : i32 to vector<4xi32>
              affine.for %i = 0 to 8 step 4 {
                %condition = affine.apply affine_map<(d0) -> (d0 - 3)>(%i)
                %condition_0 = vector.broadcast %condition : index to vector<4xindex>
                %condition_1 = arith.addi %condition_0, %lane : vector<4xindex>
                %mask = arith.cmpi sge, %condition_1, %zero : vector<4xindex>
                %mask_0 = arith.xori %mask, %all : vector<4xi1>
                arith.select %mask, %z_0, %z_0 : vector<4xi1>, vector<4xi32>
                affine.vector_store %z_0, %B[%i] : memref<8xi32>, vector<4xi32>
              }
              return
            }
        "#]],
    );
}

#[test]
fn tile_numeric_iv() {
    check(
        r#"func.func @f(%A: memref<8xf32>, %v: f32) {
  affine.for %0 = 0 to 8 {
    affine.store %v, %A[%0] : memref<8xf32>
  }
  return
}
"#,
        "affine.tile",
        expect![[r#"
            // Tile this loop by 32
            func.func @f(%A: memref<8xf32>, %v: f32) {
              affine.for %tile = 0 to 8 step 32 {
                affine.for %0 = affine_map<(d0) -> (d0)>(%tile) to min affine_map<(d0) -> (d0 + 32, 8)>(%tile) {
                  affine.store %v, %A[%0] : memref<8xf32>
                }
              }
              return
            }
        "#]],
    );
}

#[test]
fn tile_name_twice() {
    check(
        r#"func.func @f(%A: memref<8xi32>, %z: i32) -> i32 {
  %r = affine.for %i = 0 to 8 iter_args(%i_tile = %z) -> (i32) {
    %v = affine.load %A[%i] : memref<8xi32>
    %s = arith.addi %i_tile, %v : i32
    affine.yield %s : i32
  }
  return %r : i32
}
"#,
        "affine.tile",
        expect![[r#"
            // Tile this loop by 32
            func.func @f(%A: memref<8xi32>, %z: i32) -> i32 {
              %r = affine.for %i_tile_0 = 0 to 8 step 32 iter_args(%i_tile_1 = %z) -> (i32) {
                %r_0 = affine.for %i = affine_map<(d0) -> (d0)>(%i_tile_0) to min affine_map<(d0) -> (d0 + 32, 8)>(%i_tile_0) iter_args(%i_tile = %i_tile_1) -> (i32) {
                  %v = affine.load %A[%i] : memref<8xi32>
                  %s = arith.addi %i_tile, %v : i32
                  affine.yield %s : i32
                }
                affine.yield %r_0 : i32
              }
              return %r : i32
            }
        "#]],
    );
}

#[test]
fn results_separate_names() {
    check(
        r#"func.func @f(%A: memref<8xf32>, %z: f32) -> (f32, f32) {
  %a, %b = affine.for %i = 0 to 8 iter_args(%x = %z, %y = %z) -> (f32, f32) {
    %v = affine.load %A[%i] : memref<8xf32>
    %s = arith.addf %x, %v : f32
    %t = arith.mulf %y, %v : f32
    affine.yield %s, %t : f32, f32
  }
  return %a, %b : f32, f32
}
"#,
        "affine.tile",
        expect![[r#"
            // Tile this loop by 32
            func.func @f(%A: memref<8xf32>, %z: f32) -> (f32, f32) {
              %a, %b = affine.for %i_tile = 0 to 8 step 32 iter_args(%x_0 = %z, %y_0 = %z) -> (f32, f32) {
                %a_0:2 = affine.for %i = affine_map<(d0) -> (d0)>(%i_tile) to min affine_map<(d0) -> (d0 + 32, 8)>(%i_tile) iter_args(%x = %x_0, %y = %y_0) -> (f32, f32) {
                  %v = affine.load %A[%i] : memref<8xf32>
                  %s = arith.addf %x, %v : f32
                  %t = arith.mulf %y, %v : f32
                  affine.yield %s, %t : f32, f32
                }
                affine.yield %a_0#0, %a_0#1 : f32, f32
              }
              return %a, %b : f32, f32
            }
        "#]],
    );
}

#[test]
fn vectorize_outer_name() {
    check(
        r#"func.func @f(%A: memref<8xi32>, %B: memref<8x8xi32>, %C: memref<8xi32>) {
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 8 {
      %s = affine.load %B[%j, %i] : memref<8x8xi32>
      affine.store %s, %B[%j, %i] : memref<8x8xi32>
    }
    %s = affine.load %A[0] : memref<8xi32>
    %v = affine.load %C[%i] : memref<8xi32>
    %t = arith.addi %s, %v : i32
    affine.store %t, %A[0] : memref<8xi32>
  }
  return
}
"#,
        "width=4",
        expect![[r#"
            // Vectorize this loop around others: 4 lanes, each runs the loops inside, partial results in lanes are folded after the loop
            func.func @f(%A: memref<8xi32>, %B: memref<8x8xi32>, %C: memref<8xi32>) {
              %s_1 = affine.load %A[0] : memref<8xi32>
              %neutral = arith.constant dense<0> : vector<4xi32>
              %s_2 = affine.for %i = 0 to 8 step 4 iter_args(%s_0 = %neutral) -> (vector<4xi32>) {
                affine.for %j = 0 to 8 {
                  %s = affine.vector_load %B[%j, %i] : memref<8x8xi32>, vector<4xi32>
                  affine.vector_store %s, %B[%j, %i] : memref<8x8xi32>, vector<4xi32>
                }
                %v = affine.vector_load %C[%i] : memref<8xi32>, vector<4xi32>
                %t = arith.addi %s_0, %v : vector<4xi32>
                affine.yield %t : vector<4xi32>
              }
              %s_3 = vector.reduction <add>, %s_2 : vector<4xi32> into i32
              %s_4 = arith.addi %s_1, %s_3 : i32
              affine.store %s_4, %A[0] : memref<8xi32>
              return
            }
            // Vectorize this loop with 4 lanes
            func.func @f(%A: memref<8xi32>, %B: memref<8x8xi32>, %C: memref<8xi32>) {
              affine.for %i = 0 to 8 {
                %padding = arith.constant 0 : i32
                affine.for %j = 0 to 8 step 4 {
                  %s = vector.transfer_read %B[%j, %i], %padding {in_bounds = [true], permutation_map = affine_map<(d0, d1) -> (d0)>} : memref<8x8xi32>, vector<4xi32>
                  vector.transfer_write %s, %B[%j, %i] {in_bounds = [true], permutation_map = affine_map<(d0, d1) -> (d0)>} : vector<4xi32>, memref<8x8xi32>
                }
                %s = affine.load %A[0] : memref<8xi32>
                %v = affine.load %C[%i] : memref<8xi32>
                %t = arith.addi %s, %v : i32
                affine.store %t, %A[0] : memref<8xi32>
              }
              return
            }
        "#]],
    );
}

/// A text under unique names is read as the same program.
#[test]
fn unique_names() {
    let text = "func.func @f(%m: memref<8xf32>, %0: f32) -> f32 {
  %r:2, %s = \"test.three\"(%0) : (f32) -> (f32, f32, f32)
  affine.load %m[0] : memref<8xf32>
  affine.for %i = 0 to 8 {
    %r = arith.addf %r#1, %s : f32
  }
  return %r : f32
}";
    let mut workspace = Workspace::default();
    let file = workspace.add_file(text);
    let db = &workspace.db;
    let (unique, _) = under_unique_names(db, isolated_ops(db, file)[0]).expect("it can be read");
    assert!(ir_of(db, unique).redefinitions.is_empty());
    expect![[r#"
        func.func @f(%.0: memref<8xf32>, %.1: f32) -> f32 {
          %.2:2, %.3 = "test.three"(%.1) : (f32) -> (f32, f32, f32)
          %.6 = affine.load %.0[0] : memref<8xf32>
          affine.for %.4 = 0 to 8 {
            %.5 = arith.addf %.2#1, %.3 : f32
          }
          return %.2 : f32
        }"#]]
    .assert_eq(&unique.roots(db)[0].syntax_node().text().to_string());
}

/// Every isolated op of the examples and fixtures can be read under unique names, and without edits stays as it is.
#[test]
fn nothing_changes_without_edits() {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../");
    let mut folders = vec![format!("{root}test_data"), format!("{root}../examples")];
    let (mut read, mut unread) = (0, Vec::new());
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path.to_string_lossy().into_owned());
            }
            let Some(text) =
                std::fs::read_to_string(&path).ok().filter(|_| path.extension() == Some("mlir".as_ref()))
            else {
                continue;
            };
            let mut workspace = Workspace::default();
            let file = workspace.add_file(&text);
            for op in isolated_ops(&workspace.db, file) {
                match under_unique_names(&workspace.db, *op) {
                    Some(_) => {
                        read += 1;
                        assert_eq!(
                            settle(&workspace.db, *op, Vec::new()),
                            Ok(Vec::new()),
                            "{}",
                            op.name(&workspace.db)
                        );
                    }
                    None if op.errors(&workspace.db).is_empty() => {
                        unread.push(format!("{} {}", path.display(), op.name(&workspace.db)));
                    }
                    None => {}
                }
            }
        }
    }
    assert!(read > 1000 && unread.len() < read / 100, "{read} of\n{}", unread.join("\n"));
}

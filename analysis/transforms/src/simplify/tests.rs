use crate::loop_tests::{check_action, taken};
use analysis::Host;
use expect_test::{Expect, expect};

fn check(text: &str, expected: Expect) {
    check_action(super::KIND, text, expected);
    // A simple form is not offered again.
    let once = taken(super::KIND, "", text);
    if let Some((_, after)) = once.split_once('\n').filter(|it| it.0.starts_with("//")) {
        let again = after.replacen("affine.for", "<|>affine.for", 1);
        if again != after {
            assert_eq!(taken(super::KIND, "", &again), "not here\n", "{after}");
        }
    }
}

#[test]
fn quotients_in_their_range() {
    check(
        "func.func @f(%x: memref<8x8xf32>, %y: memref<64xf32>, %n: index) {
  <|>affine.for %i = 0 to 8 {
    affine.for %j = 0 to 8 {
      %a = affine.load %y[(%i * 8 + %j) floordiv 8 + (%i * 8 + %j) mod 8] : memref<64xf32>
      %b = affine.load %x[(%i * 8 + %j + 3) floordiv 64, (%j + %i * 16) mod 16] : memref<8x8xf32>
      %c = affine.load %x[%i - (%i floordiv 4) * 4, (%i * 4 + 7) ceildiv 8] : memref<8x8xf32>
      %s = arith.addf %a, %b : f32
      %t = arith.addf %s, %c : f32
      affine.store %t, %x[%i, %j mod 4] : memref<8x8xf32>
    }
  }
  return
}
",
        expect![[r#"
            // Simplify the nest of %i: 3 maps
            func.func @f(%x: memref<8x8xf32>, %y: memref<64xf32>, %n: index) {
              affine.for %i = 0 to 8 {
                affine.for %j = 0 to 8 {
                  %a = affine.load %y[%i + %j] : memref<64xf32>
                  %b = affine.load %x[(%i * 8 + %j + 3) floordiv 64, %j] : memref<8x8xf32>
                  %c = affine.load %x[%i mod 4, (%i + 2) ceildiv 2] : memref<8x8xf32>
                  %s = arith.addf %a, %b : f32
                  %t = arith.addf %s, %c : f32
                  affine.store %t, %x[%i, %j mod 4] : memref<8x8xf32>
                }
              }
              return
            }
        "#]],
    );
}

#[test]
fn bounds_that_never_decide() {
    check(
        "func.func @f(%x: memref<?xf32>, %n: index) {
  %c = arith.constant 1.0 : f32
  <|>affine.for %i = 0 to 64 step 16 {
    affine.for %j = max affine_map<(d0) -> (d0, 0)>(%i) to min affine_map<(d0)[s0] -> (d0 + 16, 64, s0, s0 + 1)>(%i)[%n] {
      %m = affine.min affine_map<(d0) -> (64 - d0, 16)>(%i)
      %k = affine.max affine_map<(d0) -> (d0, d0 - 1, 5)>(%j)
      affine.store %c, %x[%j] : memref<?xf32>
      affine.store %c, %x[symbol(%n)] : memref<?xf32>
      \"test.use\"(%m, %k) : (index, index) -> ()
    }
  }
  return
}
",
        expect![[r#"
            // Simplify the nest of %i: 1 loop's bounds, 2 maps
            func.func @f(%x: memref<?xf32>, %n: index) {
              %c = arith.constant 1.0 : f32
              affine.for %i = 0 to 64 step 16 {
                affine.for %j = affine_map<(d0) -> (d0)>(%i) to min affine_map<(d0)[s0] -> (d0 + 16, s0)>(%i)[%n] {
                  %m = arith.constant 16 : index
                  %k = affine.max affine_map<(d0) -> (d0, 5)>(%j)
                  affine.store %c, %x[%j] : memref<?xf32>
                  affine.store %c, %x[symbol(%n)] : memref<?xf32>
                  "test.use"(%m, %k) : (index, index) -> ()
                }
              }
              return
            }
        "#]],
    );
}

#[test]
fn conditions_that_are_known() {
    check(
        "func.func @f(%x: memref<64xf32>, %v: f32, %n: index) {
  <|>affine.for %i = 0 to 64 {
    // Always.
    affine.if affine_set<(d0) : (d0 >= 0, 70 - d0 >= 0)>(%i) {
      affine.store %v, %x[%i] : memref<64xf32> // one
      affine.if affine_set<(d0) : (d0 - 3 >= 0, d0 >= 0, 62 - d0 >= 0)>(%i) {
        affine.store %v, %x[%i] : memref<64xf32>
      } else {
      }
    }
    %r = affine.if affine_set<(d0) : (d0 - 64 >= 0)>(%i) -> f32 {
      affine.yield %v : f32
    } else {
      %w = arith.negf %v : f32
      affine.yield %w : f32
    }
    affine.if affine_set<(d0) : (d0 - 64 >= 0)>(%i) {
      affine.store %v, %x[0] : memref<64xf32>
    }
    affine.store %r, %x[%i] : memref<64xf32>
  }
  return
}
",
        expect![[r#"
            // Simplify the nest of %i: 4 conditions
            func.func @f(%x: memref<64xf32>, %v: f32, %n: index) {
              affine.for %i = 0 to 64 {
                // Always.
                affine.store %v, %x[%i] : memref<64xf32> // one
                affine.if affine_set<(d0) : (d0 - 3 >= 0, 62 - d0 >= 0)>(%i) {
                  affine.store %v, %x[%i] : memref<64xf32>
                }
                %w = arith.negf %v : f32
                affine.store %w, %x[%i] : memref<64xf32>
              }
              return
            }
        "#]],
    );
}

#[test]
fn loops_that_run_once() {
    check(
        "func.func @f(%x: memref<64x64xf32>, %v: f32) -> f32 {
  %r = affine.for %k = 0 to 3 iter_args(%s = %v) -> f32 {
    <|>%q = affine.for %i = affine_map<(d0) -> (d0 * 2)>(%k) to affine_map<(d0) -> (d0 * 2 + 1)>(%k) iter_args(%t = %s) -> f32 { // once
      affine.for %j = 5 to 6 {
        affine.store %t, %x[%i, %i + %j * 2] : memref<64x64xf32>
        \"test.use\"(%j) : (index) -> ()
      }
      %u = arith.negf %t : f32
      affine.yield %u : f32
    }
    affine.yield %q : f32
  }
  return %r : f32
}
",
        expect![[r#"
            // Simplify the nest of %k: 2 loops that run once
            func.func @f(%x: memref<64x64xf32>, %v: f32) -> f32 {
              %r = affine.for %k = 0 to 3 iter_args(%s = %v) -> f32 {
                %i = affine.apply affine_map<(d0) -> (d0 * 2)>(%k) // once
                %j = arith.constant 5 : index
                affine.store %s, %x[%k * 2, %k * 2 + 10] : memref<64x64xf32>
                "test.use"(%j) : (index) -> ()
                %u = arith.negf %s : f32
                affine.yield %u : f32
              }
              return %r : f32
            }
        "#]],
    );
}

#[test]
fn dimensions_that_run_once() {
    let text = "func.func @f(%x: memref<64x64xf32>) {
  <|>affine.parallel (%i, %j, %k) = (0, 3, 0) to (8, 4, 8) {
    %v = affine.load %x[%i, %j + %k] : memref<64x64xf32>
    affine.store %v, %x[%i, %k + %j] : memref<64x64xf32>
  }
  return
}
";
    expect![[r#"
        // Simplify the nest of %i: 1 loop that runs once
        func.func @f(%x: memref<64x64xf32>) {
          affine.parallel (%i, %k) = (0, 0) to (8, 8) {
            %v = affine.load %x[%i, %k + 3] : memref<64x64xf32>
            affine.store %v, %x[%i, %k + 3] : memref<64x64xf32>
          }
          return
        }
    "#]]
    .assert_eq(&taken(super::KIND, "raised=parallel", text));
}

/// The fix of a hint rewrites what it is about, and nothing else.
#[test]
fn hints_have_fixes() {
    let text = "func.func @f(%x: memref<8x8xf32>) {
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to affine_map<(d0) -> (d0 floordiv 8 + 4)>(%i) { // some
      %v = affine.load %x[(%i * 8 + %j) floordiv 8, (%i * 8 + %j) mod 8] : memref<8x8xf32>
      affine.store %v, %x[%j, (%i * 8 + %j) mod 8] : memref<8x8xf32>
    }
  }
  return
}
";
    let mut host = Host::new();
    let file = host.add_file(text);
    let analysis = host.analysis();
    let mut found = String::new();
    for hint in analysis.diagnostics(file).iter().filter(|it| it.code == super::HINT) {
        for fix in analysis.actions(file, hint.range).iter().filter(|it| it.diagnostic == Some(super::HINT)) {
            found += &format!("{}\n", fix.title);
            for edit in analysis.resolve_action(file, &fix.request).unwrap() {
                found += &format!("  {} -> {}\n", &text[edit.range], edit.insert);
            }
        }
    }
    expect![[r#"
        Write it as `4`
          affine_map<(d0) -> (d0 floordiv 8 + 4)>(%i) -> 4
        Write it as `[%i, %j]`
          [(%i * 8 + %j) floordiv 8, (%i * 8 + %j) mod 8] -> [%i, %j]
        Write it as `[%j, %j]`
          [%j, (%i * 8 + %j) mod 8] -> [%j, %j]
    "#]]
    .assert_eq(&found);
}

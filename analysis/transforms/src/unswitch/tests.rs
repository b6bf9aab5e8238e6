use crate::loop_tests::check_action;
use expect_test::{Expect, expect};

fn check(text: &str, expected: Expect) {
    check_action(super::KIND, text, expected);
}

#[test]
fn both_branches() {
    check(
        "func.func @f(%A: memref<8xf32>, %n: index, %x: f32) {
  <|>affine.for %i = 0 to 8 { // along
    affine.if affine_set<()[s0] : (s0 - 4 >= 0)>()[%n] {
      affine.store %x, %A[%i] : memref<8xf32>
    } else {
      %v = affine.load %A[%i] : memref<8xf32> // what was there
      %w = arith.addf %v, %x : f32
      affine.store %w, %A[%i] : memref<8xf32>
    }
  }
  return
}
",
        expect![[r#"
            // Ask the condition of line 3 in front of %i
            func.func @f(%A: memref<8xf32>, %n: index, %x: f32) {
              affine.if affine_set<()[s0] : (s0 - 4 >= 0)>()[%n] {
                affine.for %i = 0 to 8 { // along
                  affine.store %x, %A[%i] : memref<8xf32>
                }
              } else {
                affine.for %i = 0 to 8 { // along
                  %v = affine.load %A[%i] : memref<8xf32> // what was there
                  %w = arith.addf %v, %x : f32
                  affine.store %w, %A[%i] : memref<8xf32>
                }
              }
              return
            }
        "#]],
    );
}

#[test]
fn one_branch_around_which_nothing_happens() {
    check(
        "func.func @f(%A: memref<8x8xf32>, %x: f32) {
  affine.for %t = 0 to 8 {
    <|>affine.for %i = 0 to 8 {
      affine.for %j = 0 to 8 {
        affine.if affine_set<(d0) : (d0 - 4 >= 0)>(%t) {
          affine.store %x, %A[%i, %j] : memref<8x8xf32>
        }
      }
    }
  }
  return
}
",
        expect![[r#"
            // Ask the condition of line 5 in front of %i
            func.func @f(%A: memref<8x8xf32>, %x: f32) {
              affine.for %t = 0 to 8 {
                affine.if affine_set<(d0) : (d0 - 4 >= 0)>(%t) {
                  affine.for %i = 0 to 8 {
                    affine.for %j = 0 to 8 {
                      affine.store %x, %A[%i, %j] : memref<8x8xf32>
                    }
                  }
                }
              }
              return
            }
        "#]],
    );
}

#[test]
fn values() {
    check(
        "func.func @f(%A: memref<8xf32>, %n: index, %x: f32) -> (f32, f32) {
  <|>%r:2 = affine.for %i = 0 to 8 iter_args(%a = %x, %b = %x) -> (f32, f32) {
    %v = affine.load %A[%i] : memref<8xf32>
    %c = affine.if affine_set<()[s0] : (s0 == 0)>()[%n] -> f32 {
      %s = arith.addf %a, %v : f32
      affine.yield %s : f32
    } else {
      affine.yield %v : f32
    }
    %d = arith.mulf %c, %b : f32
    affine.yield %c, %d : f32, f32
  }
  return %r#0, %r#1 : f32, f32
}
",
        expect![[r#"
            // Ask the condition of line 4 in front of %i
            func.func @f(%A: memref<8xf32>, %n: index, %x: f32) -> (f32, f32) {
              %r:2 = affine.if affine_set<()[s0] : (s0 == 0)>()[%n] -> (f32, f32) {
                %r_0:2 = affine.for %i = 0 to 8 iter_args(%a = %x, %b = %x) -> (f32, f32) {
                  %v = affine.load %A[%i] : memref<8xf32>
                  %s = arith.addf %a, %v : f32
                  %d = arith.mulf %s, %b : f32
                  affine.yield %s, %d : f32, f32
                }
                affine.yield %r_0#0, %r_0#1 : f32, f32
              } else {
                %r_1:2 = affine.for %i = 0 to 8 iter_args(%a = %x, %b = %x) -> (f32, f32) {
                  %v = affine.load %A[%i] : memref<8xf32>
                  %d = arith.mulf %v, %b : f32
                  affine.yield %v, %d : f32, f32
                }
                affine.yield %r_1#0, %r_1#1 : f32, f32
              }
              return %r#0, %r#1 : f32, f32
            }
        "#]],
    );
}

#[test]
fn conditions_on_the_loop() {
    check(
        "func.func @f(%A: memref<8xf32>, %x: f32) {
  <|>affine.for %i = 0 to 8 {
    affine.if affine_set<(d0) : (d0 - 4 >= 0)>(%i) {
      affine.store %x, %A[%i] : memref<8xf32>
    }
  }
  return
}
",
        expect![[r#"
            not here
        "#]],
    );
}

#[test]
fn an_edit_above_leaves_the_id() {
    let text = "func.func @f(%A: memref<8xf32>, %n: index, %x: f32) {
  affine.for %i = 0 to 8 {
    affine.if affine_set<(d0) : (d0 - 2 >= 0)>(%i) {
      affine.store %x, %A[0] : memref<8xf32>
    }
    affine.if affine_set<()[s0] : (s0 - 4 >= 0)>()[%n] {
      affine.store %x, %A[%i] : memref<8xf32>
    }
  }
  return
}
";
    let ids = |text: &str| -> Vec<String> {
        let mut host = analysis::Host::new();
        let file = host.add_file(text);
        let whole = syntax::TextRange::up_to(syntax::TextSize::of(text));
        let actions = host.analysis().actions(file, whole);
        actions.into_iter().filter(|it| it.kind == super::KIND).map(|it| it.request.to_string()).collect()
    };
    let found = ids(text);
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(found[0].ends_with(":condition=1"), "{found:?}");
    assert_eq!(
        ids(&text.replace("    affine.store %x, %A[0]", "    // First.\n    affine.store %x, %A[0]")),
        found
    );
}

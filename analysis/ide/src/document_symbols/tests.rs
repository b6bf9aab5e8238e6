use super::DocumentSymbol;
use crate::diagnostics::texts;
use crate::host::Host;
use base::database::ExecutionLog;
use base::isolated_op::MANY_OPS;
use expect_test::{Expect, expect};

fn print(symbols: &[DocumentSymbol], depth: usize, text: &str, out: &mut String) {
    for symbol in symbols {
        assert!(symbol.full_range.contains_range(symbol.focus_range), "{symbol:?}");
        let detail = symbol.detail.as_deref().map(|it| format!(" | {it}")).unwrap_or_default();
        let focus = &text[symbol.focus_range];
        let indent = "  ".repeat(depth);
        out.push_str(&format!("{indent}{:?} {}{detail} «{focus}»\n", symbol.kind, symbol.name));
        for child in &symbol.children {
            assert!(symbol.full_range.contains_range(child.full_range), "{child:?}");
        }
        print(&symbol.children, depth + 1, text, out);
    }
}

fn printed(text: &str, most: usize) -> String {
    let mut host = Host::new();
    let file = host.add_file(text);
    let mut out = String::new();
    print(&host.analysis().document_symbols(file, most), 0, text, &mut out);
    out
}

#[track_caller]
fn check(text: &str, expected: Expect) {
    expected.assert_eq(&printed(text, usize::MAX));
}

/// Of many functions, what has no regions is not looked at.
#[test]
fn in_large_files_the_outline_is_the_same() {
    let before = "func.func private @declared()\n".repeat(MANY_OPS);
    for text in texts() {
        let alone = printed(&text, usize::MAX);
        let among_many = printed(&format!("{before}{text}"), usize::MAX);
        let own: Vec<&str> = among_many.lines().skip(MANY_OPS).collect();
        assert_eq!(own, alone.lines().collect::<Vec<_>>(), "{text}");
    }
}

const TWO_LEVELS: &str = "module {
  func.func @f() {
    affine.for %i = 0 to 4 {
      affine.for %j = 0 to 4 {
      }
    }
    affine.for %i = 0 to 5 {
    }
  }
  func.func @g() {
  }
}";

#[test]
fn levels_that_are_too_many_are_left_out() {
    // The module is around what is counted.
    let entries = [5, 4, 3, 2, 0].map(|most| printed(TWO_LEVELS, most).lines().count() - 1);
    assert_eq!(entries, [5, 4, 2, 2, 2]);
    expect![[r#"
            Module module «module»
              Function @f | () «@f»
                Loop affine.for %i | 0 to 4 «affine.for»
                Loop affine.for %i | 0 to 5 «affine.for»
              Function @g | () «@g»
        "#]]
    .assert_eq(&printed(TWO_LEVELS, 4));
}

#[test]
fn loops_in_functions_in_modules() {
    check(
        "#map = affine_map<(d0) -> (d0, 7)>
!vec = vector<8xf32>
module @m {
  memref.global \"private\" @g : memref<4xf32>
  func.func @kernel(%A: memref<10xf32>, %n: index) -> f32 {
    %r = affine.for %i = 0 to 10 step 2 iter_args(%s = %z) -> (f32) {
      affine.for %j = max #map(%i) to %n {
        affine.if affine_set<(d0) : (d0 - 5 >= 0)>(%j) {
        }
      }
      affine.yield %s : f32
    }
    affine.parallel (%x, %y) = (0, 1) to (10, %n) step (2, 1) {
    }
    return %r : f32
  }
}
module {
  func.func private @declared(i32, !vec) -> (i32, f32)
}",
        expect![[r#"
                Alias #map | affine_map<(d0) -> (d0, 7)> «#map»
                Alias !vec | vector<8xf32> «!vec»
                Module @m «@m»
                  Global @g | memref<4xf32> «@g»
                  Function @kernel | (memref<10xf32>, index) -> f32 «@kernel»
                    Loop affine.for %i | 0 to 10 step 2 «affine.for»
                      Loop affine.for %j | max(%i, 7) to %n «affine.for»
                        Branch affine.if | %j - 5 >= 0 «affine.if»
                    Loop affine.parallel %x, %y | (0, 1) to (10, %n) step (2, 1) «affine.parallel»
                Module module «module»
                  Function @declared | (i32, !vec) -> (i32, f32) «@declared»
            "#]],
    );
}

#[test]
fn what_nobody_will_see_is_not_looked_at() {
    let function = "func.func @f() {\n  affine.for %i = 0 to 4 {\n  }\n  return\n}\n";
    let text: String = (0..9).map(|index| function.replace("@f", &format!("@f{index}"))).collect();
    let log = ExecutionLog::default();
    let mut host = Host::with_execution_log(log.clone());
    let file = host.add_file(&text);
    host.analysis().document_symbols(file, 9);
    let looked_at = log.lock().unwrap().iter().filter(|it| it.starts_with("outline(")).count();
    assert_eq!(looked_at, 5, "two entries in each");
}

#[test]
fn blocks_and_structured_control_flow() {
    check(
        "func.func @f(%c: i1, %a: index) {
  cf.cond_br %c, ^bb1(%a : index), ^bb2
^bb1(%x: index):
  scf.for %i = %a to %x step %a {
    scf.if %c {
    }
  }
  cf.br ^bb2
^bb2:
  return
}",
        expect![[r#"
                Function @f | (i1, index) «@f»
                  Block ^bb1 | (%x: index) «^bb1»
                    Loop scf.for %i | %a to %x step %a «scf.for»
                      Branch scf.if | %c «scf.if»
                  Block ^bb2 «^bb2»
            "#]],
    );
}

#[test]
fn behind_modules_that_are_too_deep() {
    let function = |name: &str| format!("func.func private @{name}()\n");
    let deep = "module {\n".repeat(42) + &function("f") + &"}\n".repeat(42);
    let found = printed(&format!("{deep}{}", function("g")), usize::MAX);
    assert!(found.lines().count() < 42, "{found}");
    assert!(found.ends_with("Function @g | () «@g»\n"), "{found}");
}

#[test]
fn operations_between_functions() {
    check(
        "affine.for %i = 0 to 4 {
}
func.func @f() {
  affine.for %j = 0 to 5 {
  }
}
affine.for %k = 0 to 6 {
}",
        expect![[r#"
                Loop affine.for %i | 0 to 4 «affine.for»
                Function @f | () «@f»
                  Loop affine.for %j | 0 to 5 «affine.for»
                Loop affine.for %k | 0 to 6 «affine.for»
            "#]],
    );
}

#[test]
fn several_parts_and_broken_functions() {
    check(
        "func.func @f(%m: memref<8xf32>) {
  affine.for %i = 0 to {
    affine.for %j = 0 to 4 {
// -----
\"func.func\"() <{function_type = () -> (), sym_name = \"g\"}> ({
  affine.for %k = 0 to 4 {
  }
}) : () -> ()",
        expect![[r#"
                Function @f | (memref<8xf32>) «@f»
                  Loop affine.for %i «affine.for»
                    Loop affine.for %j | 0 to 4 «affine.for»
                Function @g | () -> () «"g"»
                  Loop affine.for %k | 0 to 4 «affine.for»
            "#]],
    );
}

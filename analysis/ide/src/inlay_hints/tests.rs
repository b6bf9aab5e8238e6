//! Inlay hints in valid, half-typed and broken files.

use super::InlayHintKind;
use crate::host::Host;
use expect_test::{Expect, expect};
use syntax::TextRange;

/// The lines with hints of a kind in them, each between `⟨` and `⟩`.
#[track_caller]
fn check(text: &str, kind: InlayHintKind, expected: Expect) {
    let mut host = Host::new();
    let file = host.add_file(text);
    let whole = TextRange::up_to(syntax::TextSize::of(text));
    let hints = host.analysis().inlay_hints(file, whole, &|it| it == kind);
    let mut shown = text.to_owned();
    for hint in hints.iter().rev() {
        shown.insert_str(hint.offset.into(), &format!("⟨{}⟩", hint.label));
    }
    let lines: Vec<&str> = shown.lines().filter(|it| it.contains('⟨')).map(str::trim).collect();
    expected.assert_eq(&lines.join("\n"));
}

const NEST: &str = "func.func @f(%m: memref<64xf32>, %n: index) {
  %c8 = arith.constant 8 : index
  affine.for %i = 0 to %c8 {
    affine.for %j = affine_map<(d0) -> (d0)>(%i) to 10 step 2 {
      %a = affine.apply affine_map<(d0, d1) -> (d0 + d1)>(%i, %j)
      %x = affine.load %m[%a] : memref<64xf32>
    }
  }
  affine.for %k = 0 to %n {
    affine.yield
  }
  return
}
";

#[test]
fn ranges_of_induction_variables() {
    check(
        NEST,
        InlayHintKind::InductionRange,
        expect![[r#"
            affine.for %i = 0 to %c8 {⟨%i ∈ [0, 7]⟩
            affine.for %j = affine_map<(d0) -> (d0)>(%i) to 10 step 2 {⟨%j ∈ [0, 9]⟩"#]],
    );
}

#[test]
fn loops_without_a_lens() {
    check(
        NEST,
        InlayHintKind::Loop,
        expect![[r#"
        affine.for %i = 0 to %c8 {⟨parallel⟩
        affine.for %j = affine_map<(d0) -> (d0)>(%i) to 10 step 2 {⟨parallel⟩
        affine.for %k = 0 to %n {⟨parallel⟩"#]],
    );
}

#[test]
fn trip_counts_stand_behind_the_brace() {
    check(
        NEST,
        InlayHintKind::TripCount,
        expect![[r#"
            affine.for %i = 0 to %c8 {⟨8 iterations⟩
            affine.for %j = affine_map<(d0) -> (d0)>(%i) to 10 step 2 {⟨[2, 5] iterations⟩"#]],
    );
}

#[test]
fn bounds_that_are_constants() {
    check(NEST, InlayHintKind::Bound, expect!["affine.for %i = 0 to %c8⟨= 8⟩ {"]);
}

#[test]
fn types_of_results() {
    check(
        NEST,
        InlayHintKind::ResultType,
        expect![[r#"
            %a⟨: index⟩ = affine.apply affine_map<(d0, d1) -> (d0 + d1)>(%i, %j)
            %x⟨: f32⟩ = affine.load %m[%a] : memref<64xf32>"#]],
    );
}

#[test]
fn ends_of_long_regions() {
    let body = "    %v = affine.load %m[%i] : memref<64xf32>\n".repeat(20);
    let text = format!(
        "func.func @f(%m: memref<64xf32>) {{\n  affine.for %i = 0 to 8 {{\n{body}  }}\n  affine.for %j = 0 to 8 {{\n  }}\n  return\n}}\n"
    );
    check(
        &text,
        InlayHintKind::RegionEnd,
        expect![[r#"
        }⟨affine.for %i⟩
        }⟨func.func @f⟩"#]],
    );
    check(&text[..text.len() - 2], InlayHintKind::RegionEnd, expect!["}⟨affine.for %i⟩"]);
}

#[test]
fn distances_are_those_of_values() {
    check(
        "func.func @f(%c: memref<4x4xf32>, %a: memref<8xf32>, %v: f32) {
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 4 {
      affine.for %k = 0 to 8 {
        %x = affine.load %c[%i, %j] : memref<4x4xf32>
        %y = arith.addf %x, %v : f32
        affine.store %y, %c[%i, %j] : memref<4x4xf32>
      }
    }
  }
  affine.for %i = 1 to 8 {
    affine.store %v, %a[%i - 1] : memref<8xf32>
    affine.store %v, %a[%i] : memref<8xf32>
    %x = affine.load %a[%i] : memref<8xf32>
    %y = affine.load %a[%i - 1] : memref<8xf32>
  }
  return
}
",
        InlayHintKind::Distance,
        expect!["%x = affine.load %c[%i, %j] : memref<4x4xf32>⟨← (0, 0, 1)⟩"],
    );
}

#[test]
fn half_typed_text() {
    check("func.func @f() {\n  affine.for %i = 0 to \n", InlayHintKind::InductionRange, expect![[""]]);
}

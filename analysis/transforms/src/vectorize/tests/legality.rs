//! Refusals, and their reasons.

use super::{KIND, host, offers, vectorize};
use crate::loop_tests::taken_asking;
use base::source_file::Settings;
use syntax::{TextRange, TextSize};

#[track_caller]
fn refused(text: &str, width: u64, reason: &str) {
    assert_eq!(vectorize(text, "%i", width), format!("refused: {reason}"));
}

fn in_function(body: &str) -> String {
    format!(
        "func.func @f(%a: memref<64xf32>, %b: memref<64xf32>, %m: memref<64x64xf32>, %n: index, %c: f32) {{\n{body}  return\n}}\n"
    )
}

fn recurrence(distance: u64) -> String {
    in_function(&format!(
        "  affine.for %i = 16 to 64 {{
    %x = affine.load %a[%i - {distance}] : memref<64xf32>
    affine.store %x, %a[%i] : memref<64xf32>
  }}
"
    ))
}

fn widths(text: &str) -> Vec<String> {
    let offered = offers(text).into_iter().filter(|it| it.disabled.is_none());
    offered.filter_map(|it| Some(it.request.to_string().rsplit_once("width=")?.1.to_owned())).collect()
}

#[test]
fn as_many_lanes_as_the_distance() {
    refused(
        &recurrence(1),
        4,
        "an iteration needs the one before: RAW `affine.store %a` (line 4) → `affine.load %a` (line 3)",
    );
    refused(
        &recurrence(3),
        4,
        "only 3 consecutive iterations may run together: RAW `affine.store %a` (line 4) → `affine.load %a` (line 3), 3 iterations apart",
    );
    assert_eq!(widths(&recurrence(3)), ["2"]);
    assert_eq!(widths(&recurrence(8)), ["2", "4", "8"]);
}

#[test]
fn dependences_that_go_forward_forbid_nothing() {
    let ahead = in_function(
        "  affine.for %i = 0 to 32 {
    %x = affine.load %a[%i + 1] : memref<64xf32>
    affine.store %x, %a[%i] : memref<64xf32>
    %y = affine.load %a[%i] : memref<64xf32>
    affine.store %y, %b[%i + 1] : memref<64xf32>
    %z = affine.load %b[%i] : memref<64xf32>
    affine.store %z, %m[0, %i] : memref<64x64xf32>
  }
",
    );
    assert_eq!(widths(&ahead), ["2", "4", "8", "16"]);
}

#[test]
fn lanes_that_overlap() {
    let twice = in_function(
        "  affine.for %i = 0 to 32 {
    affine.store %c, %a[%i] : memref<64xf32>
    %x = affine.load %b[%i] : memref<64xf32>
    affine.store %x, %a[%i + 1] : memref<64xf32>
  }
",
    );
    refused(
        &twice,
        4,
        "an iteration needs the one before: WAW `affine.store %a` (line 5) → `affine.store %a` (line 3)",
    );
}

#[test]
fn iterations_of_an_inner_loop_keep_their_order() {
    let skewed = in_function(
        "  affine.for %i = 1 to 33 {
    affine.for %j = 0 to 32 {
      %x = affine.load %m[%i - 1, %j + 1] : memref<64x64xf32>
      affine.store %x, %m[%i, %j] : memref<64x64xf32>
    }
  }
",
    );
    refused(
        &skewed,
        4,
        "an iteration needs the one before: RAW `affine.store %m` (line 5) → `affine.load %m` (line 4)",
    );
}

#[test]
fn all_lanes_writing_one_element() {
    refused(
        &in_function(
            "  affine.for %i = 0 to 32 {\n    %x = affine.load %a[%i] : memref<64xf32>\n    affine.store %x, %b[0] : memref<64xf32>\n  }\n",
        ),
        4,
        "`affine.store %b` (line 4) writes the same element in all iterations (stride 0)",
    );
}

#[test]
fn accesses_without_a_vector() {
    let load = |subscripts: &str, memref: &str| {
        let ty = if memref == "%m" { "memref<64x64xf32>" } else { "memref<64xf32>" };
        in_function(&format!(
            "  affine.for %i = 0 to 32 {{\n    %x = affine.load {memref}[{subscripts}] : {ty}\n    affine.store %x, %b[%i] : memref<64xf32>\n  }}\n"
        ))
    };
    refused(
        &load("%i floordiv 2", "%a"),
        4,
        "`affine.load %a` (line 3) moves by no constant from one iteration to the next",
    );
    refused(&load("%i, %i", "%m"), 4, "`affine.load %m` (line 3) moves along several dimensions at once");
    refused(
        &load("%i * 2, 0", "%m"),
        4,
        "`affine.load %m` (line 3) moves by 2 along dimension 0, which is not the last",
    );
}

#[test]
fn carried_values_that_are_no_reduction() {
    let text = "func.func @f(%a: memref<64xf32>, %c: f32) -> f32 {
  %r = affine.for %i = 0 to 64 iter_args(%s = %c) -> (f32) {
    %x = affine.load %a[%i] : memref<64xf32>
    %t = arith.subf %s, %x : f32
    affine.yield %t : f32
  }
  return %r : f32
}
";
    refused(text, 4, "`%s` (line 2) carries a value to the next iteration that is no reduction");
}

#[test]
fn memory_that_may_be_the_same() {
    let text = "func.func @f(%a: memref<64xf32>) {
  %v = memref.cast %a : memref<64xf32> to memref<?xf32>
  affine.for %i = 0 to 32 {
    %x = affine.load %a[%i] : memref<64xf32>
    affine.store %x, %v[%i + 1] : memref<?xf32>
  }
  return
}
";
    refused(
        text,
        4,
        "iterations may depend on each other: WAR `affine.load %a` (line 4) → `affine.store %v` (line 5); `%a` and `%v` may be the same memory",
    );
}

#[test]
fn triangular_nests() {
    let text = in_function(
        "  affine.for %i = 0 to 32 {
    affine.for %j = affine_map<(d0) -> (d0)>(%i) to 32 {
      affine.store %c, %m[%i, %j] : memref<64x64xf32>
    }
  }
",
    );
    refused(&text, 4, "`affine.for` (line 3) has bounds that differ from lane to lane");
    assert!(vectorize(&text, "%j", 4).contains("affine.vector_store"));
}

#[test]
fn the_least_of_several_bounds() {
    let text = |bounds: &str| {
        in_function(&format!(
            "  affine.for %t = 0 to %n step 8 {{\n    affine.for %i = affine_map<(d0) -> (d0)>(%t) to min affine_map<(d0)[s0] -> ({bounds})>(%t)[%n] {{\n      affine.store %c, %a[%i] : memref<64xf32>\n    }}\n  }}\n"
        ))
    };
    assert!(vectorize(&text("d0 + 8, s0"), "%i", 4).contains("max affine_map<"));
    refused(
        &text("d0 + 6, s0"),
        4,
        "where the last whole group ends is no single expression: a bound is the least or the greatest of several",
    );
}

#[test]
fn too_few_iterations() {
    let copy = |to: u64| {
        in_function(&format!(
            "  affine.for %i = 0 to {to} {{\n    affine.store %c, %a[%i] : memref<64xf32>\n  }}\n"
        ))
    };
    refused(&copy(3), 4, "the loop runs only 3 times");
    refused(&copy(1), 4, "the loop runs only once");
    refused(&copy(0), 4, "the loop never runs");
    assert_eq!(widths(&copy(3)), ["2"]);
}

#[test]
fn reassociation_is_said_and_can_be_forbidden() {
    let text = "func.func @f(%a: memref<64xf32>, %c: f32) -> f32 {
  %r = affine.for %i = 0 to 64 iter_args(%s = %c) -> (f32) {
    %x = affine.load %a[%i] : memref<64xf32>
    %t = arith.addf %s, %x : f32
    affine.yield %t : f32
  }
  return %r : f32
}
";
    let offered = offers(text);
    assert!(offered.iter().all(|it| it.title.ends_with("(reassociates floating-point)")), "{offered:?}");
    let (analysis, file) = host(text, Settings { reassociate: false, ..Settings::default() });
    let actions = analysis.actions(file, TextRange::up_to(TextSize::of(text)));
    let mut of_kind = actions.iter().filter(|it| it.kind == KIND || it.diagnostic.is_some()).peekable();
    assert!(of_kind.peek().is_some());
    assert!(of_kind.all(|it| it.disabled.is_some()), "{actions:?}");
}

#[test]
fn the_width_follows_the_vectors_of_the_settings() {
    let text =
        in_function("  affine.for %i = 0 to 64 {\n    affine.store %c, %a[%i] : memref<64xf32>\n  }\n");
    let (analysis, file) = host(&text, Settings { vector_bits: 1024, ..Settings::default() });
    let actions = analysis.actions(file, TextRange::up_to(TextSize::of(text.as_str())));
    let preferred: Vec<_> = actions.iter().filter(|it| it.preferred && it.kind == KIND).collect();
    assert!(
        matches!(preferred.as_slice(), [it] if it.request.to_string().ends_with("width=32")),
        "{actions:?}"
    );
}

#[test]
fn any_width_can_be_asked_for() {
    let text =
        in_function("  <|>affine.for %i = 0 to 64 {\n    affine.store %c, %a[%i] : memref<64xf32>\n  }\n");
    let taken = |width: &str| taken_asking(KIND, "width", width, &text);
    assert!(taken("2").contains("with 2 lanes"), "{}", taken("2"));
    let of_six: analysis::ActionRequest =
        format!("{KIND}:{}:strategy=inner:width=6", text.find("<|>").unwrap()).parse().unwrap();
    let text = text.replace("<|>", "");
    let (analysis, file) = host(&text, Settings::default());
    let edits = analysis.resolve_action(file, &of_six).expect("edits");
    assert!(edits.iter().any(|it| it.insert.contains("vector<6xf32>")), "{edits:?}");
}

/// 128 bits hold two numbers of 64 bits, and sixteen of eight; the widest element of a loop decides.
#[test]
fn the_usual_width_follows_the_elements() {
    let usual = |element: &str, body: &str| {
        let text = format!(
            "func.func @f(%a: memref<64x{element}>, %b: memref<64xf64>) {{\n  affine.for %i = 0 to 64 {{\n    \
             %v = affine.load %a[%i] : memref<64x{element}>\n    {body}\n    \
             affine.store %v, %a[%i] : memref<64x{element}>\n  }}\n  return\n}}\n"
        );
        let preferred = offers(&text).into_iter().find(|it| it.preferred && it.kind == KIND);
        preferred.map(|it| it.title).unwrap_or_default()
    };
    for (element, lanes) in [("f64", 2), ("index", 2), ("f32", 4), ("i32", 4), ("f16", 8), ("i8", 16)] {
        assert_eq!(usual(element, ""), format!("Vectorize this loop with {lanes} lanes"), "{element}");
    }
    let mixed = usual("f32", "%w = arith.extf %v : f32 to f64\n    affine.store %w, %b[%i] : memref<64xf64>");
    assert_eq!(mixed, "Vectorize this loop with 2 lanes");
}

/// Compilers themselves vectorize loops that keep no order of floating-point numbers.
#[test]
fn hints_are_for_what_compilers_leave() {
    let hinted = |body: &str| -> Vec<String> {
        let text = in_function(body);
        let (analysis, file) = host(&text, Settings::default());
        let found = analysis.diagnostics(file).into_iter();
        let hints = found.filter(|it| it.code == "vectorization-opportunity");
        hints
            .map(|it| text[it.range.start().into()..].split(" =").next().unwrap_or_default().to_owned())
            .collect()
    };
    let copy = "  affine.for %i = 0 to 64 {\n    affine.store %c, %a[%i] : memref<64xf32>\n  }\n";
    assert_eq!(hinted(copy), [""; 0]);
    let sums = |inner: &str| {
        format!(
            "  affine.for %i = 0 to 64 {{\n    %r = affine.for %j = 0 to 64 iter_args(%s = %c) -> (f32) {{\n      \
             %x = affine.load %m[{inner}] : memref<64x64xf32>\n      %t = arith.addf %s, %x : f32\n      \
             affine.yield %t : f32\n    }}\n    affine.store %r, %a[%i] : memref<64xf32>\n  }}\n"
        )
    };
    assert_eq!(hinted(&sums("%i, %j")), ["affine.for %j"]);
    assert_eq!(hinted(&sums("%j, %i")), ["affine.for %i"]);
}

//! Texts that are hard on a server, or written otherwise.

use affine_analyzer_tests::affine_code::affine_code;
use analysis::Host;
use std::fmt::Write;
use syntax::{TextRange, TextSize};

/// One function of so many lines in a nest of six loops.
pub(crate) fn deep_function(lines: usize) -> String {
    let mut text = String::from(
        "func.func @deep(%A: memref<64x64x64x64x64x64xf32>, %B: memref<64x64xf32>, %s: f32) {\n",
    );
    let indices = ["%i", "%j", "%k", "%l", "%m", "%n"];
    for index in indices {
        let _ = writeln!(text, "affine.for {index} = 0 to 64 {{");
    }
    let subscripts = indices.join(", ");
    for number in 0..lines / 4 {
        let (row, column) = (indices[number % 6], indices[(number / 6) % 6]);
        let _ = writeln!(
            text,
            "  %a{number} = affine.load %A[{subscripts}] : memref<64x64x64x64x64x64xf32>\n  \
             %b{number} = affine.load %B[{row}, {column}] : memref<64x64xf32>\n  \
             %c{number} = arith.addf %a{number}, %b{number} : f32\n  \
             affine.store %c{number}, %A[{subscripts}] : memref<64x64x64x64x64x64xf32>"
        );
    }
    text.push_str(&"}\n".repeat(indices.len()));
    text.push_str("return\n}\n");
    text
}

/// Usual functions around a constant of so many bytes on one line.
pub(crate) fn with_constant(lines: usize, bytes: usize) -> String {
    let functions = affine_code(lines, 1);
    let count = bytes / 7;
    let numbers = vec!["12345"; count].join(", ");
    format!(
        "{functions}\nfunc.func @weights() -> tensor<{count}xi32> {{\n  \
         %w = arith.constant dense<[{numbers}]> : tensor<{count}xi32>\n  return %w : tensor<{count}xi32>\n}}\n"
    )
}

/// The same functions with loops of `scf` and accesses of `memref`, as far as they can be lowered.
pub(crate) fn lowered(text: &str) -> String {
    let mut host = Host::new();
    let file = host.add_file(text);
    let analysis = host.analysis();
    let whole = TextRange::up_to(TextSize::try_from(text.len()).unwrap_or_default());
    let functions = analysis.actions(file, whole).into_iter().filter(|it| {
        it.kind == "refactor.rewrite.affine.lower"
            && it.disabled.is_none()
            && it.title.contains("the function")
    });
    let mut edits: Vec<_> =
        functions.filter_map(|it| analysis.resolve_action(file, &it.request).ok()).flatten().collect();
    edits.sort_by_key(|it| it.range.start());
    edits.iter().rev().fold(text.to_owned(), |text, edit| edit.apply(&text))
}

//! A file is split where `mlir-opt --split-input-file` splits it.

use analysis::{Host, Severity};

use crate::tools::Tools;

const FUNCTION: &str = "func.func @f() {\n  return\n}\n";

/// What stands between two functions of one name, which only two parts may hold.
const BETWEEN: &[&str] = &[
    "// -----\n",
    "// -----\r\n",
    "  // -----\n",
    "\t// ----- \t\n",
    "\"x.y\"() : () -> () // -----\n",
    "// func.func @g() // -----\n",
    "// // -----\n",
    "//// -----\n",
    "/// -----\n",
    "//-----\n",
    "//  -----\n",
    "// ----\n",
    "// ------\n",
    "// ---------------------------\n",
    "// ----- -----\n",
    "// ----- text\n",
    "// -----text\n",
    "// -----\u{b}\n",
    "\"x.y\"() {text = \"// -----\"} : () -> ()\n",
    "",
];

fn is_accepted(text: &str) -> bool {
    let mut host = Host::new();
    let file = host.add_file(text);
    let found = host.analysis().diagnostics_with_fixes(file);
    found.iter().all(|it| it.severity != Severity::Error)
}

#[test]
fn parts_are_those_of_mlir_opt() {
    let Some(tools) = Tools::find() else { return };
    let mut splits = 0;
    for between in BETWEEN {
        let text = format!("{FUNCTION}{between}{FUNCTION}");
        let optimized = tools.optimized(&text, &["--split-input-file"]);
        assert_eq!(is_accepted(&text), optimized.is_ok(), "{between:?}: {optimized:?}");
        splits += usize::from(optimized.is_ok());
    }
    assert!((1..BETWEEN.len()).contains(&splits), "{splits} of {} split", BETWEEN.len());
    println!("{splits} of {} split a file", BETWEEN.len());
}

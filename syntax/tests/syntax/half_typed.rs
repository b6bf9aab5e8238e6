//! Lines as they are while somebody types: one error each, on that line, that says what was expected; everything
//! around keeps its structure.

use std::fmt::Write;

use expect_test::expect_file;
use syntax::{
    SyntaxNode,
    ast::{AstNode, Operation},
    parse,
};

const BEFORE: &str = "func.func @f(%a: i32, %m: memref<4xf32>, %i: index) {\n";
const AFTER: &str = "
  %z = \"x.after\"() : () -> i32
  x.end %z : i32
}
func.func @g() {
  return
}
";

/// The names of the operations below, without those of nested ones.
fn names(parent: &SyntaxNode) -> Vec<String> {
    let mut names = Vec::new();
    for child in parent.children() {
        match Operation::cast(child.clone()) {
            Some(op) => names.push(op.op_name().map(|it| it.text()).unwrap_or_default()),
            None => names.extend(self::names(&child)),
        }
    }
    names
}

#[test]
fn one_error_each() {
    let lines = include_str!("../../test_data/parser/half_typed.mlir");
    let mut report = String::new();
    for line in lines.lines().filter(|it| !it.trim().is_empty()) {
        let text = format!("{BEFORE}  {line}{AFTER}");
        let parse = parse(&text);
        let root = parse.syntax_node();
        let [error] = parse.errors() else { panic!("{line}: {:#?}", parse.errors()) };
        let place = |offset: syntax::TextSize| usize::from(offset).checked_sub(BEFORE.len() + 2);
        let (start, end) = (place(error.range.start()).unwrap(), place(error.range.end()).unwrap());
        assert!(end <= line.len(), "{line}: {error}");
        let carets = "^".repeat((end - start).max(1));
        writeln!(report, "{line}\n{}{carets} {}: {}", " ".repeat(start), error.code.as_str(), error.message)
            .unwrap();
        if let Some(opening) = error.opening_bracket(&root) {
            let column = place(opening.start()).unwrap();
            writeln!(report, "{}- opens here", " ".repeat(column)).unwrap();
        }
        report.push('\n');

        assert_eq!(names(&root), ["func.func", "func.func"], "{line}");
        let function = root.descendants().find_map(Operation::cast).unwrap();
        let inside = names(function.regions()[0].syntax());
        assert_eq!(inside[inside.len() - 2..], ["x.after", "x.end"], "{line}");
    }
    expect_file!["../../test_data/parser/half_typed.txt"].assert_eq(&report);
}

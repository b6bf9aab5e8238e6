//! Trees of the files in `test_data/parser`: each `x.mlir` has its tree beside it.

use std::{
    fmt::Write,
    path::{Path, PathBuf},
};

use expect_test::expect_file;
use syntax::{Parse, SyntaxElement, SyntaxNode, parse};

pub(crate) fn texts(folder: &str) -> Vec<(PathBuf, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("test_data/parser").join(folder);
    let mut paths: Vec<PathBuf> = std::fs::read_dir(folder).unwrap().map(|it| it.unwrap().path()).collect();
    paths.retain(|it| it.extension().is_some_and(|it| it == "mlir"));
    paths.sort();
    paths.into_iter().map(|it| (it.clone(), std::fs::read_to_string(it).unwrap())).collect()
}

/// One line for a node or token, without blanks; nodes without nodes below on one line.
fn render(node: &SyntaxNode, indentation: usize, result: &mut String) {
    let pad = "  ".repeat(indentation);
    if node.children().next().is_none() {
        let text = node.text().to_string();
        writeln!(result, "{pad}{:?} {}", node.kind(), text.split_whitespace().collect::<Vec<_>>().join(" "))
            .unwrap();
        return;
    }
    writeln!(result, "{pad}{:?}", node.kind()).unwrap();
    for child in node.children_with_tokens() {
        match child {
            SyntaxElement::Node(node) => render(&node, indentation + 1, result),
            SyntaxElement::Token(token) if token.kind() == syntax::SyntaxKind::WHITESPACE => {}
            SyntaxElement::Token(token) => writeln!(result, "{pad}  {}", token.text()).unwrap(),
        }
    }
}

fn rendered(parse: &Parse) -> String {
    let mut result = String::new();
    render(&parse.syntax_node(), 0, &mut result);
    for error in parse.errors() {
        writeln!(result, "error {error}").unwrap();
    }
    result
}

#[test]
fn valid_texts() {
    for (path, text) in texts("ok") {
        let parse = parse(&text);
        assert_eq!(parse.errors(), [], "{}", path.display());
        expect_file![path.with_extension("tree")].assert_eq(&rendered(&parse));
    }
}

#[test]
fn broken_texts() {
    for (path, text) in texts("err") {
        let parse = parse(&text);
        assert_ne!(parse.errors(), [], "{}", path.display());
        expect_file![path.with_extension("tree")].assert_eq(&rendered(&parse));
    }
}

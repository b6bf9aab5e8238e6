//! Small questions to the syntax of one operation.

use rowan::{GreenNodeData, Language, NodeOrToken};
use syntax::ast::{self, AstNode};
use syntax::{MlirLanguage, SyntaxKind, SyntaxNode, TextRange, TextSize};

/// The name with its dialect, for operations that may be written without.
pub(super) fn full_name(name: String) -> String {
    match name.as_str() {
        "return" | "call" | "call_indirect" | "func" => format!("func.{name}"),
        "module" => "builtin.module".to_owned(),
        _ => name,
    }
}

/// The range of a node without trivia at its ends. Roots are trees of their own, so it is relative to the root.
pub(crate) fn trimmed_range(node: &SyntaxNode) -> TextRange {
    let range = node.text_range();
    let green = node.green();
    let (before, is_blank) = trivia::<false>(green);
    if is_blank {
        return TextRange::empty(range.start());
    }
    let (behind, _) = trivia::<true>(green);
    TextRange::new(range.start() + before, range.end() - behind)
}

/// How much trivia stands at the start or the end, and whether there is nothing else. The parser bounds the depth.
fn trivia<const AT_END: bool>(node: &GreenNodeData) -> (TextSize, bool) {
    let mut length = TextSize::default();
    let mut children = node.children();
    while let Some(child) = if AT_END { children.next_back() } else { children.next() } {
        match child {
            NodeOrToken::Node(child) => {
                let (inner, is_blank) = trivia::<AT_END>(child);
                length += inner;
                if !is_blank {
                    return (length, false);
                }
            }
            NodeOrToken::Token(token) if MlirLanguage::kind_from_raw(token.kind()).is_trivia() => {
                length += token.text_len();
            }
            NodeOrToken::Token(_) => return (length, false),
        }
    }
    (length, true)
}

/// The first symbol that an operation refers to, outside its regions.
pub(super) fn symbol_reference(node: &SyntaxNode) -> Option<Box<str>> {
    let mut pending = vec![node.green()];
    while let Some(node) = pending.pop() {
        match MlirLanguage::kind_from_raw(node.kind()) {
            SyntaxKind::SYMBOL_REFERENCE => return Some(syntax::text_of(node).trim().into()),
            SyntaxKind::REGION => {}
            _ => {
                let first = pending.len();
                pending.extend(node.children().filter_map(NodeOrToken::into_node));
                pending[first..].reverse();
            }
        }
    }
    None
}

/// The arguments that an operation defines before its regions; they belong to the first.
pub(super) fn region_arguments(node: &SyntaxNode) -> Vec<ast::BlockArgument> {
    let first = ast::own(node, SyntaxKind::REGION).first().map(|it| it.text_range().start());
    let arguments = ast::own(node, SyntaxKind::BLOCK_ARGUMENT).into_iter();
    arguments
        .take_while(|it| first.is_none_or(|region| it.text_range().start() < region))
        .filter_map(ast::BlockArgument::cast)
        .collect()
}

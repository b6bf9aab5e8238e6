//! Small questions to the syntax of one operation.

use syntax::ast::{self, AstNode};
use syntax::{SyntaxKind, SyntaxNode, SyntaxToken, TextRange};

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
    let first =
        node.descendants_with_tokens().filter_map(|it| it.into_token()).find(|it| !it.kind().is_trivia());
    match (first, last_token(node)) {
        (Some(first), Some(last)) => TextRange::new(first.text_range().start(), last.text_range().end()),
        _ => TextRange::empty(node.text_range().start()),
    }
}

pub(super) fn last_token(node: &SyntaxNode) -> Option<SyntaxToken> {
    let end = node.text_range();
    let mut token = node.last_token();
    while let Some(found) = &token {
        if !found.kind().is_trivia() {
            break;
        }
        token = found.prev_token().filter(|it| end.contains_range(it.text_range()));
    }
    token
}

/// The first symbol that an operation refers to, outside its regions.
pub(super) fn symbol_reference(node: &SyntaxNode) -> Option<Box<str>> {
    let mut pending: Vec<_> = node.children().collect();
    pending.reverse();
    while let Some(child) = pending.pop() {
        match child.kind() {
            SyntaxKind::SYMBOL_REFERENCE => return Some(child.text().to_string().trim().into()),
            SyntaxKind::REGION => {}
            _ => {
                let first = pending.len();
                pending.extend(child.children());
                pending[first..].reverse();
            }
        }
    }
    None
}

/// The arguments that an operation defines before its regions; they belong to the first.
pub(super) fn region_arguments(node: &SyntaxNode) -> Vec<ast::BlockArgument> {
    let mut found = Vec::new();
    let mut stack: Vec<_> = node.children().collect();
    stack.reverse();
    while let Some(child) = stack.pop() {
        match child.kind() {
            SyntaxKind::REGION => break,
            SyntaxKind::BLOCK_ARGUMENT => found.extend(ast::BlockArgument::cast(child)),
            _ => {
                let mut inner: Vec<_> = child.children().collect();
                inner.reverse();
                stack.extend(inner);
            }
        }
    }
    found
}

//! The attributes of an operation: where one is, and where a further one is written.

use super::{insertion, tokens, trimmed};
use syntax::ast::{self, AstNode};
use syntax::{SyntaxKind, SyntaxNode, TextEdit};

/// The dictionaries of an operation: that of its properties first.
fn dictionaries(op: &SyntaxNode) -> impl Iterator<Item = SyntaxNode> {
    let properties: Vec<_> = op.children().filter(|it| it.kind() == SyntaxKind::PROPERTIES).collect();
    let inner = properties.into_iter().flat_map(|it| it.children().collect::<Vec<_>>());
    inner.chain(op.children()).filter(|it| it.kind() == SyntaxKind::DICTIONARY)
}

fn entries(dictionary: &SyntaxNode) -> Vec<SyntaxNode> {
    ast::children::<ast::AttributeEntry>(dictionary).map(|it| it.syntax().clone()).collect()
}

/// The value of a named attribute in the dictionaries of an operation.
pub fn value(op: &SyntaxNode, name: &str) -> Option<SyntaxNode> {
    let mut entries = dictionaries(op).flat_map(|it| entries(&it));
    let is_it = |it: &SyntaxNode| tokens(it).next().is_some_and(|it| it.text().trim_matches('"') == name);
    entries.find(is_it)?.children().find(|it| it.kind().is_attribute())
}

/// Adds `name = value` to an operation in generic form.
pub fn added(op: &SyntaxNode, entry: &str) -> Option<TextEdit> {
    let last = dictionaries(op).find_map(|it| entries(&it).pop());
    if let Some(last) = last {
        return Some(insertion(trimmed(&last).end(), format!(", {entry}")));
    }
    let operands = op.children().find(|it| it.kind() == SyntaxKind::OPERAND_LIST)?;
    let has_properties = op.children().any(|it| it.kind() == SyntaxKind::PROPERTIES);
    let has_successors = op.children().any(|it| it.kind() == SyntaxKind::SUCCESSOR_LIST);
    (!has_properties && !has_successors)
        .then(|| insertion(trimmed(&operands).end(), format!(" <{{{entry}}}>")))
}

//! Pieces of fixes, and of the text around them.

use crate::diagnostic::Fix;
use syntax::ast::{self, AstNode};
use syntax::ods::{Name, Registry};
use syntax::{SyntaxKind, SyntaxNode, SyntaxToken, TextEdit, TextRange, TextSize};

/// The range of a node without trivia at its ends.
pub fn trimmed(node: &SyntaxNode) -> TextRange {
    ir::trimmed_range(node)
}

/// The tokens of a node without trivia.
pub fn tokens(node: &SyntaxNode) -> impl Iterator<Item = SyntaxToken> + use<> {
    node.descendants_with_tokens().filter_map(|it| it.into_token()).filter(|it| !it.kind().is_trivia())
}

/// The tokens of a node itself, without those of the nodes in it.
pub fn tokens_of(node: &SyntaxNode) -> impl Iterator<Item = SyntaxToken> + use<> {
    node.children_with_tokens().filter_map(|it| it.into_token())
}

pub fn edit(range: TextRange, insert: impl Into<String>) -> TextEdit {
    TextEdit { range, insert: insert.into() }
}

pub fn insertion(at: TextSize, insert: impl Into<String>) -> TextEdit {
    edit(TextRange::empty(at), insert)
}

pub fn fix(title: impl Into<String>, edits: Vec<TextEdit>) -> Option<Vec<Fix>> {
    Some(vec![Fix { title: title.into(), edits, modernizes: false, guesses: false }])
}

/// A fix that turns an old spelling into today's.
pub fn modernization(title: impl Into<String>, edits: Vec<TextEdit>) -> Option<Vec<Fix>> {
    Some(vec![Fix { title: title.into(), edits, modernizes: true, guesses: false }])
}

/// A fix that may not be the intended one.
pub fn guess(title: impl Into<String>, edits: Vec<TextEdit>) -> Option<Vec<Fix>> {
    Some(vec![Fix { title: title.into(), edits, modernizes: false, guesses: true }])
}

/// The name of an operation as it is written, with the quotes of the generic form.
pub fn written_name(op: &SyntaxNode) -> Option<SyntaxToken> {
    tokens(&op.children().find(|it| it.kind() == SyntaxKind::OP_NAME)?).next()
}

/// The name of an operation as it is written, without the quotes of the generic form.
pub fn name_of(op: &SyntaxNode) -> String {
    written_name(op).map(|it| it.text().trim_matches('"').to_owned()).unwrap_or_default()
}

/// The access that takes any values for subscripts: `memref.load` for `affine.load`, `vector.load` for
/// `affine.vector_load`.
pub fn access_by_values(registry: &Registry, affine: &str) -> Option<Name> {
    let short = affine.strip_prefix("affine.")?;
    let name = match short.strip_prefix("vector_") {
        Some(short) => format!("vector.{short}"),
        None => format!("memref.{short}"),
    };
    let definition = registry.get(&name).filter(|it| it.operand("indices").is_some())?;
    Some(definition.name)
}

/// The last operation of the last block of a region.
pub fn last_operation(region: &SyntaxNode) -> Option<SyntaxNode> {
    let block = ast::children::<ast::Block>(region).last()?;
    block.operations().last().map(|it| it.syntax().clone())
}

/// The text after the last arrow of a function type, with the blank before it.
pub fn results(ty: &SyntaxNode) -> Option<TextRange> {
    let tokens = ty.children_with_tokens().filter_map(|it| it.into_token());
    let arrow = tokens.filter(|it| it.kind() == SyntaxKind::ARROW).last()?;
    Some(TextRange::new(arrow.text_range().end(), trimmed(ty).end()))
}

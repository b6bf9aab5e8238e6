//! Names beyond values: operations, symbols, aliases.

use crate::FileView;
use crate::symbols::SymbolDefinition;
use ir::aliases::{alias_definition, type_alias};
use syntax::ast::{self, AstNode};
use syntax::ods::Registry;
use syntax::{SyntaxKind, SyntaxNode};

/// The description of an operation by its definition.
pub(crate) fn description(registry: &Registry, name: &str) -> Option<String> {
    let definition = registry.get(name)?;
    Some(definition.summary.to_string()).filter(|it| !it.is_empty())
}

pub(super) fn code_block(text: &str) -> String {
    format!("```mlir\n{text}\n```")
}

/// The text of a node up to its regions and without its last brace, its white space in single blanks.
pub(crate) fn header(node: &SyntaxNode) -> String {
    let mut text = String::new();
    let mut pending_blank = false;
    for event in node.preorder_with_tokens() {
        let syntax::WalkEvent::Enter(element) = event else { continue };
        match element {
            rowan::NodeOrToken::Node(node) if node.kind() == SyntaxKind::REGION => break,
            rowan::NodeOrToken::Node(_) => {}
            rowan::NodeOrToken::Token(token) if token.kind().is_trivia() => pending_blank = true,
            rowan::NodeOrToken::Token(token) => {
                if std::mem::take(&mut pending_blank) && !text.is_empty() {
                    text.push(' ');
                }
                text.push_str(token.text());
            }
        }
        if text.len() > MAX_HEADER {
            text.push_str(" …");
            break;
        }
    }
    text
}

/// Bytes after which a header is cut; constants may be very long.
const MAX_HEADER: usize = 400;

/// The head of the operation that defines a symbol: name and signature.
pub(super) fn symbol_markdown(view: &FileView<'_>, symbol: &SymbolDefinition) -> Option<String> {
    let node = view.operation_at(symbol.full_range.start())?;
    Some(code_block(&symbol_head(&node)))
}

fn symbol_head(node: &SyntaxNode) -> String {
    let Some(signature) = ast::child::<ast::FunctionSignature>(node) else { return header(node) };
    let end = signature.syntax().text_range().end();
    let mut text = String::new();
    for child in node.children_with_tokens().take_while(|it| it.text_range().end() <= end) {
        match child {
            rowan::NodeOrToken::Node(child) => text.push_str(&header(&child)),
            rowan::NodeOrToken::Token(token) if token.kind().is_trivia() => text.push(' '),
            rowan::NodeOrToken::Token(token) => text.push_str(token.text()),
        }
    }
    text
}

/// The definition of an alias, and what a type alias comes to.
pub(super) fn alias_markdown(view: &FileView<'_>, part: usize, name: &str) -> Option<String> {
    let node = alias_definition(view.db, view.file, part, name)?.node.syntax_node();
    let text = header(&node);
    let mut markdown = code_block(&text);
    if node.kind() == SyntaxKind::TYPE_ALIAS_DEFINITION {
        let ty = type_alias(view.db, view.file, part, name.to_owned());
        let written = ast::child::<ast::Type>(&node).map(|it| syntax::text_of(it.syntax().green()));
        if !ty.has_unknown() && written.is_none_or(|it| it.trim() != ty.to_string()) {
            markdown.push_str(&format!("\n\nexpands to `{ty}`"));
        }
    }
    Some(markdown)
}

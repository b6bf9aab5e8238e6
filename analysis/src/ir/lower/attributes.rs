//! The attributes of one operation by name, from the dictionary and the properties alike.

use crate::affine::parse_integer;
use syntax::ast::{self, AstNode};
use syntax::{SyntaxKind, SyntaxNode};

pub(crate) struct Attributes {
    entries: Vec<(String, SyntaxNode, Option<SyntaxNode>)>,
}

impl Attributes {
    pub(crate) fn of(operation: &ast::Operation) -> Self {
        let dictionaries = operation.syntax().children().filter_map(|it| match it.kind() {
            SyntaxKind::DICTIONARY => Some(it),
            SyntaxKind::PROPERTIES => it.children().find(|it| it.kind() == SyntaxKind::DICTIONARY),
            _ => None,
        });
        let entries = dictionaries
            .flat_map(|it| ast::children::<ast::AttributeEntry>(&it))
            .filter_map(|entry| {
                let name = entry
                    .syntax()
                    .children_with_tokens()
                    .filter_map(|it| it.into_token())
                    .find(|it| matches!(it.kind(), SyntaxKind::BARE_ID | SyntaxKind::STRING))?;
                let value = ast::child::<ast::Attribute>(entry.syntax())
                    .map(|it| it.syntax().clone())
                    .or_else(|| ast::child::<ast::Type>(entry.syntax()).map(|it| it.syntax().clone()));
                Some((name.text().trim_matches('"').to_owned(), entry.syntax().clone(), value))
            })
            .collect();
        Self { entries }
    }

    pub(crate) fn get(&self, name: &str) -> Option<&SyntaxNode> {
        self.entries.iter().find(|it| it.0 == name)?.2.as_ref()
    }

    /// The whole `ATTRIBUTE_ENTRY`: a name alone has no value.
    pub(crate) fn entry(&self, name: &str) -> Option<&SyntaxNode> {
        Some(&self.entries.iter().find(|it| it.0 == name)?.1)
    }

    pub(crate) fn has(&self, name: &str) -> bool {
        self.entries.iter().any(|it| it.0 == name)
    }

    pub(crate) fn integer(&self, name: &str) -> Option<i64> {
        integer(self.get(name)?)
    }

    /// The numbers of `array<i64: …>`, `dense<…>` or `[…]`; one number of a splat is repeated `splat` times.
    pub(crate) fn integers(&self, name: &str, splat: usize) -> Option<Vec<i64>> {
        integers(self.get(name)?, splat)
    }
}

/// See [`Attributes::integers`].
pub(crate) fn integers(node: &SyntaxNode, splat: usize) -> Option<Vec<i64>> {
    match node.kind() {
        SyntaxKind::ARRAY_ATTRIBUTE => {
            ast::children::<ast::Attribute>(node).map(|it| integer(it.syntax())).collect()
        }
        SyntaxKind::DENSE_ARRAY_ATTRIBUTE | SyntaxKind::DENSE_ATTRIBUTE => {
            let text = node.text().to_string();
            let body = match node.kind() {
                SyntaxKind::DENSE_ARRAY_ATTRIBUTE => text.split_once(':').map_or("", |it| it.1),
                _ => text.split_once('<').map_or("", |it| it.1),
            };
            let body = body.split('>').next().unwrap_or_default();
            let is_list = node.kind() == SyntaxKind::DENSE_ARRAY_ATTRIBUTE || body.contains('[');
            let numbers = body
                .split([',', '[', ']'])
                .map(str::trim)
                .filter(|it| !it.is_empty())
                .map(|it| it.parse().ok())
                .collect::<Option<Vec<i64>>>()?;
            match (&*numbers, is_list) {
                ([one], false) => Some(vec![*one; splat]),
                _ => Some(numbers),
            }
        }
        _ => None,
    }
}

/// The value of `5 : index`, `-3`, or of a bare integer token sequence.
pub(crate) fn integer(node: &SyntaxNode) -> Option<i64> {
    if node.kind() != SyntaxKind::INTEGER_ATTRIBUTE {
        return None;
    }
    signed_integer(node)
}

/// The first integer among the node's own tokens, with the sign before it.
pub(crate) fn signed_integer(node: &SyntaxNode) -> Option<i64> {
    let text = ast::token(node, SyntaxKind::INTEGER)?;
    if ast::token(node, SyntaxKind::MINUS).is_some() {
        return format!("-{}", text.text())
            .parse()
            .ok()
            .or_else(|| parse_integer(text.text())?.checked_neg());
    }
    parse_integer(text.text())
}

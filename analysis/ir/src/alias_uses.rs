//! Where a piece of text uses aliases.

use crate::trimmed_range;
use syntax::{SyntaxKind, SyntaxNode, TextRange};

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AliasUse {
    /// With its sigil.
    pub name: String,
    pub is_type: bool,
}

/// The uses inside a node that is not itself a use.
pub fn uses_in(node: &SyntaxNode) -> Vec<(AliasUse, TextRange)> {
    node.descendants()
        .filter_map(|it| {
            let is_type = match it.kind() {
                SyntaxKind::ATTRIBUTE_ALIAS => false,
                SyntaxKind::TYPE_ALIAS => true,
                _ => return None,
            };
            let name = it.text().to_string().trim().to_owned();
            // `%0#1` where a value cannot appear, and text that did not parse.
            let is_number = name.get(1..).is_some_and(|it| it.bytes().all(|it| it.is_ascii_digit()));
            // Locations may name aliases that are defined further down.
            let is_elsewhere = it.ancestors().any(|it| {
                matches!(
                    it.kind(),
                    SyntaxKind::ERROR | SyntaxKind::TRAILING_LOCATION | SyntaxKind::LOCATION_ATTRIBUTE
                )
            });
            (!is_number && !is_elsewhere).then(|| (AliasUse { name, is_type }, trimmed_range(&it)))
        })
        .collect()
}

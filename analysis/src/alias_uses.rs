//! Where an isolated op uses aliases.

use crate::ir::trimmed_range;
use crate::isolated_op::IsolatedOp;
use syntax::{SyntaxKind, SyntaxNode, TextRange};

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct AliasUse {
    /// With its sigil.
    pub(crate) name: String,
    pub(crate) is_type: bool,
}

/// The uses in one isolated op: root, use, and range relative to the root.
#[salsa::tracked(returns(ref))]
pub(crate) fn alias_uses<'db>(
    db: &'db dyn salsa::Database,
    op: IsolatedOp<'db>,
) -> Box<[(usize, AliasUse, TextRange)]> {
    let mut found = Vec::new();
    for (index, root) in op.roots(db).iter().enumerate() {
        found.extend(uses_in(&root.syntax_node()).into_iter().map(|(alias, range)| (index, alias, range)));
    }
    found.into()
}

/// The uses inside a node that is no use itself.
pub(crate) fn uses_in(node: &SyntaxNode) -> Vec<(AliasUse, TextRange)> {
    node.descendants()
        .filter_map(|it| {
            let is_type = match it.kind() {
                SyntaxKind::ATTRIBUTE_ALIAS => false,
                SyntaxKind::TYPE_ALIAS => true,
                _ => return None,
            };
            let name = it.text().to_string().trim().to_owned();
            // `%0#1` where no value can stand, and text that did not parse.
            let is_number = name.get(1..).is_some_and(|it| it.bytes().all(|it| it.is_ascii_digit()));
            // Locations may name what is defined further down.
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

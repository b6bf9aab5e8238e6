//! Where an isolated op uses aliases, and where it defines some.

use crate::ir::trimmed_range;
use crate::isolated_op::IsolatedOp;
use syntax::ast;
use syntax::{SyntaxKind, SyntaxNode, TextRange};

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct AliasUse {
    /// With its sigil.
    pub(crate) name: String,
    pub(crate) is_type: bool,
}

/// The aliases that one isolated op names, each with its root and the range relative to that.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct AliasNames {
    pub(crate) uses: Box<[(usize, AliasUse, TextRange)]>,
    /// Where no definition belongs.
    pub(crate) definitions: Box<[(usize, String, TextRange)]>,
}

#[salsa::tracked(returns(ref))]
pub(crate) fn alias_names<'db>(db: &'db dyn salsa::Database, op: IsolatedOp<'db>) -> AliasNames {
    let (mut uses, mut definitions) = (Vec::new(), Vec::new());
    for (index, root) in op.roots(db).iter().enumerate() {
        let root = root.syntax_node();
        uses.extend(uses_in(&root).into_iter().map(|(alias, range)| (index, alias, range)));
        let defined = root.descendants().filter_map(|it| defined_alias(&it));
        definitions.extend(defined.map(|(name, range)| (index, name, range)));
    }
    AliasNames { uses: uses.into(), definitions: definitions.into() }
}

/// The name that a node defines.
pub(crate) fn defined_alias(node: &SyntaxNode) -> Option<(String, TextRange)> {
    let sigil = match node.kind() {
        SyntaxKind::ATTRIBUTE_ALIAS_DEFINITION => SyntaxKind::HASH_ID,
        SyntaxKind::TYPE_ALIAS_DEFINITION => SyntaxKind::EXCLAMATION_ID,
        _ => return None,
    };
    let name = ast::token(node, sigil)?;
    Some((name.text().to_owned(), name.text_range()))
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

//! Affine maps as attributes.

use super::view::OpView;
use ir::affine::{AffineExpr, AffineMap, lower_map};
use ir::aliases::AttributeAlias;
use syntax::ast;
use syntax::{SyntaxKind, SyntaxNode};

/// The map of an attribute, inline or by alias.
pub(super) fn map(view: &OpView<'_, '_>, node: &SyntaxNode) -> Option<AffineMap> {
    match node.kind() {
        SyntaxKind::AFFINE_MAP_ATTRIBUTE => lower_map(&ast::child::<ast::AffineMap>(node)?),
        SyntaxKind::AFFINE_MAP => lower_map(&<ast::AffineMap as ast::AstNode>::cast(node.clone())?),
        SyntaxKind::ATTRIBUTE_ALIAS => match view.ctx.alias(node.text().to_string().trim()) {
            AttributeAlias::Map(map) => Some(map.clone()),
            _ => None,
        },
        _ => None,
    }
}

/// The dimension that each result is, of a map whose results are all of its dimensions, each once.
pub(super) fn permutation(map: &AffineMap) -> Option<Vec<usize>> {
    let order = map
        .results
        .iter()
        .map(|it| match it {
            AffineExpr::Dim(index) => Some(*index),
            _ => None,
        })
        .collect::<Option<Vec<_>>>()?;
    let mut sorted = order.clone();
    sorted.sort_unstable();
    (map.symbols == 0 && sorted.into_iter().eq(0..map.dims)).then_some(order)
}

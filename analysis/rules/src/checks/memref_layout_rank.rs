//! `memref-layout-rank`: a layout map with another number of dimensions than the memref.

use crate::context::RuleContext;
use crate::finding::Report;
use crate::map_operands::counted;
use syntax::SyntaxKind;

pub(crate) fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    for (id, node) in ctx.pieces(SyntaxKind::MEMREF_TYPE) {
        let Some(layout) = node.attributes().next() else { continue };
        let dims = match layout.kind() {
            SyntaxKind::AFFINE_MAP_ATTRIBUTE | SyntaxKind::ATTRIBUTE_ALIAS => ctx.map_attribute(layout),
            _ => None,
        };
        let shape = node.child(SyntaxKind::DIMENSIONS);
        let is_unranked = shape.is_some_and(|it| it.token(SyntaxKind::STAR).is_some());
        let rank = shape.map_or(0, |it| it.children_of_kind(SyntaxKind::DIMENSION).count());
        if let Some(dims) = dims.map(|it| it.dims).filter(|it| *it != rank && !is_unranked) {
            let message =
                format!("the layout map takes {}, the memref has {rank}", counted(dims, "dimension"));
            report.add(ctx.pointer(id, layout), message);
        }
    }
}

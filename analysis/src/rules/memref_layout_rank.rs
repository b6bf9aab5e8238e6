//! `memref-layout-rank`: a layout map with another number of dimensions than the memref.

use super::{Report, Rule};
use crate::diagnostic::Severity;
use crate::affine::lower_map;
use crate::aliases::AttributeAlias;
use crate::ir::Pointer;
use crate::map_operands::counted;
use crate::rule_context::RuleContext;
use syntax::ast::{self, AstNode};
use syntax::SyntaxKind;

pub(super) static RULE: Rule = Rule { code: "memref-layout-rank", severity: Severity::Error, page: page!("memref-layout-rank"), check };

fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    for (id, op) in ctx.ops() {
        for node in ctx.own_nodes(id).into_iter().filter(|it| it.kind() == SyntaxKind::MEMREF_TYPE) {
            let Some(layout) = ast::child::<ast::Attribute>(&node) else { continue };
            let layout = layout.syntax();
            let dims = match layout.kind() {
                SyntaxKind::AFFINE_MAP_ATTRIBUTE => {
                    ast::child::<ast::AffineMap>(layout).and_then(|it| lower_map(&it)).map(|it| it.dims)
                }
                SyntaxKind::ATTRIBUTE_ALIAS => match ctx.alias(layout.text().to_string().trim()) {
                    AttributeAlias::Map(map) => Some(map.dims),
                    _ => None,
                },
                _ => None,
            };
            let shape = ast::child::<ast::Dimensions>(&node);
            let is_unranked = shape.as_ref().is_some_and(|it| ast::token(it.syntax(), SyntaxKind::STAR).is_some());
            let rank = shape.map_or(0, |it| ast::children::<ast::Dimension>(it.syntax()).count());
            if let Some(dims) = dims.filter(|it| *it != rank && !is_unranked) {
                let place = Pointer { range: crate::ir::trimmed_range(layout), ..op.pointer };
                let message =
                    format!("the layout map takes {}, the memref has {rank}", counted(dims, "dimension"));
                report.add(place, message);
            }
        }
    }
}

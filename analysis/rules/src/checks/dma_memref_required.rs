//! `dma-memref-required`: a DMA of an operand that is not a ranked memref.

use crate::context::RuleContext;
use crate::dma::dma_places;
use crate::finding::Report;
use ir::types::Type;

pub(crate) fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    for (id, op) in ctx.ops() {
        for place in dma_places(ctx, id, op) {
            if !matches!(place.ty, Type::MemRef(_) | Type::Unknown) {
                let message = format!("the {} of a DMA is a ranked memref, {} is none", place.what, place.ty);
                report.add(place.type_place, message);
            }
        }
    }
}

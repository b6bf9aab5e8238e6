//! `dma-element-type-mismatch`: a DMA between different element types.

use crate::context::RuleContext;
use crate::dma::dma_places;
use crate::finding::Report;

pub(crate) fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    for (id, op) in ctx.ops() {
        let places = dma_places(ctx, id, op);
        let [source, destination, _] = &places[..] else { continue };
        let (Some(from), Some(to)) = (source.ty.as_memref(), destination.ty.as_memref()) else { continue };
        if from.element.differs_from(&to.element) {
            report
                .add(
                    destination.type_place,
                    format!("a DMA does not convert: {} and {}", from.element, to.element),
                )
                .related(source.type_place, "the type of the source");
        }
    }
}

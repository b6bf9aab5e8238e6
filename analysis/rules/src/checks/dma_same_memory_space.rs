//! `dma-same-memory-space`: a DMA within one memory space.

use crate::context::RuleContext;
use crate::dma::dma_places;
use crate::finding::Report;
use ir::types::Layout;

pub(crate) fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    for (id, op) in ctx.ops() {
        let places = dma_places(ctx, id, op);
        let [source, destination, _] = &places[..] else { continue };
        let (Some(from), Some(to)) = (source.ty.as_memref(), destination.ty.as_memref()) else { continue };
        if from.memory_space == to.memory_space
            && from.layout != Layout::Unknown
            && to.layout != Layout::Unknown
        {
            let space = from.memory_space.as_deref().unwrap_or("0");
            report
                .add(
                    destination.type_place,
                    format!("source and destination are in the same memory space {space}"),
                )
                .related(source.type_place, "the type of the source");
        }
    }
}

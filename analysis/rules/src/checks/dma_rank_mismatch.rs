//! `dma-rank-mismatch`: a DMA with too few or too many subscripts.

use crate::context::RuleContext;
use crate::dma::dma_places;
use crate::finding::Report;
use crate::map_operands::counted;

pub(crate) fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    for (id, op) in ctx.ops() {
        for place in dma_places(ctx, id, op) {
            let (Some(memref), Some(count)) = (place.ty.as_memref(), ctx.subscript_count(place.subscripts))
            else {
                continue;
            };
            let rank = memref.dims.len();
            if rank != count {
                let name = op.operands.get(place.memref).map_or("the memref", |it| &it.name);
                let message = format!(
                    "{name} has {}, {count} {} given",
                    counted(rank, "dimension"),
                    if count == 1 { "subscript is" } else { "subscripts are" }
                );
                report
                    .add(place.subscripts.pointer, message)
                    .related(place.type_place, format!("the type of the {}", place.what));
            }
        }
    }
}

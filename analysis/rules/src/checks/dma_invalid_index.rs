//! `dma-invalid-index`: a subscript of a DMA operation that is not a dimension.

use crate::context::RuleContext;
use crate::finding::Report;
use crate::map_operands::{Asked, is_other_type, report_invalid, validity};
use ir::affine::symbols::Validity;
use ir::{Form, OpKind};

pub(crate) fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    for (id, op) in ctx.ops() {
        let maps = match &op.kind {
            OpKind::DmaStart(it) => vec![&it.source.1, &it.destination.1, &it.tag.1],
            OpKind::DmaWait(it) => vec![&it.tag.1],
            _ => continue,
        };
        for index in maps.into_iter().flat_map(|it| it.operands.clone()) {
            let Some(value) = op.operands.get(index).and_then(|it| it.value) else { continue };
            if op.form == Form::Custom && is_other_type(ctx, value) {
                continue;
            }
            if let Validity::Invalid(why) = validity(ctx, id, value, Asked::Dim) {
                let message = format!("cannot be a subscript here: {}", why.reason);
                report_invalid(report, op, index, &message, &why);
            }
        }
    }
}

//! `dma-type-count`: a DMA with too few or too many types.

use super::Report;
use crate::ir::{Form, OpKind, Pointer};
use crate::rule_context::RuleContext;
use syntax::TextRange;

pub(super) fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    for (id, op) in ctx.ops().filter(|(_, op)| op.form == Form::Custom) {
        let OpKind::DmaStart(_) = &op.kind else { continue };
        let types = ctx.written_types(id);
        if types.len() != 3 {
            let place = |it| ctx.pointer(id, it);
            let range = types.iter().map(|it| place(it).range).reduce(TextRange::cover);
            let place = range.map_or(op.name_pointer, |range| Pointer { range, ..op.pointer });
            report.add(
                place,
                format!("three types are written, for source, destination and tag; here are {}", types.len()),
            );
        }
    }
}

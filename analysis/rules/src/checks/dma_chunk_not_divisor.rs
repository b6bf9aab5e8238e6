//! `dma-chunk-not-divisor`: a DMA that cannot be moved in whole pieces.

use crate::context::RuleContext;
use crate::finding::Report;
use ir::{DmaStart, OpKind};

pub(crate) fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    for (_, op) in ctx.ops() {
        let OpKind::DmaStart(transfer) = &op.kind else { continue };
        let DmaStart { count, stride_and_chunk: Some((_, chunk)), .. } = &**transfer else { continue };
        let constant = |index: usize| {
            let value = op.operands.get(index)?.value?;
            match ctx.ir.ops[ctx.ir.defining_op(value)?].kind {
                OpKind::ConstantInteger(number) => Some((number, value)),
                _ => None,
            }
        };
        let (Some((n, count)), Some((m, chunk_value))) = (constant(*count), constant(*chunk)) else {
            continue;
        };
        if n.checked_rem(m).is_none_or(|it| it != 0)
            && let Some(operand) = op.operands.get(*chunk)
        {
            report
                .add(operand.pointer, format!("{n} elements cannot be moved in pieces of {m}"))
                .related(ctx.definition(count), format!("{n} elements"))
                .related(ctx.definition(chunk_value), format!("pieces of {m}"));
        }
    }
}

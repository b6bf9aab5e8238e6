//! `iter-arg-never-updated`: a carried value that is yielded unchanged.

pub mod fix;

use crate::context::RuleContext;
use crate::finding::Report;
use ir::OpKind;

pub(crate) fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    for (id, op) in ctx.ops() {
        let OpKind::For(it) = &op.kind else { continue };
        let Some(body) = ctx.ir.body(id) else { continue };
        let carried = ctx.ir.blocks[body].arguments.get(1..).unwrap_or_default();
        let Some(last) = ctx.ir.blocks[body].ops.last().map(|it| &ctx.ir.ops[*it]) else { continue };
        if !matches!(last.kind, OpKind::Yield) || last.broken || last.operands.len() != carried.len() {
            continue;
        }
        let inits = op.operands.get(it.inits.clone()).unwrap_or_default();
        for ((value, yielded), init) in carried.iter().zip(&last.operands).zip(inits) {
            if yielded.value == Some(*value) {
                let name = ctx.name(*value);
                report
                    .add(
                        yielded.pointer,
                        format!("{name} is yielded unchanged, so it is always {}", init.name),
                    )
                    .related(ctx.definition(*value), "the carried value");
            }
        }
    }
}

//! `iter-arg-never-read`: a carried value that no iteration reads.

use crate::context::RuleContext;
use crate::finding::Report;
use ir::OpKind;

pub(crate) fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    for (id, _) in ctx.ops().filter(|(_, op)| matches!(op.kind, OpKind::For(_))) {
        let Some(body) = ctx.ir.body(id) else { continue };
        let carried = ctx.ir.blocks[body].arguments.get(1..).unwrap_or_default();
        let last = ctx.ir.blocks[body].ops.last().map(|it| &ctx.ir.ops[*it]);
        for (index, value) in carried.iter().enumerate() {
            let name = ctx.name(*value);
            if ctx.is_used(*value) || ctx.broken_names.contains(&name) {
                continue;
            }
            let finding = report
                .add(ctx.definition(*value), format!("{name} is never read: only the last iteration counts"));
            let yielded =
                last.filter(|it| matches!(it.kind, OpKind::Yield)).and_then(|it| it.operands.get(index));
            if let Some(yielded) = yielded {
                finding.related(yielded.pointer, "handed on here");
            }
        }
    }
}

//! `parallel-reduction-count`: another number of reductions than of results.

use crate::context::RuleContext;
use crate::finding::Report;
use crate::map_operands::counted;
use ir::{Form, OpKind};
use syntax::SyntaxKind;

pub(crate) fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    for (id, op) in ctx.ops() {
        let OpKind::Parallel(it) = &op.kind else { continue };
        let Some(results) = ctx.result_count(id) else { continue };
        if it.reductions.len() == results {
            continue;
        }
        let list = ctx.piece(id, SyntaxKind::REDUCTIONS).map(|it| ctx.pointer(id, it));
        let place = match op.form {
            Form::Custom => list.or_else(|| ctx.result_types(id)).unwrap_or(op.name_pointer),
            _ => op.name_pointer,
        };
        let message =
            format!("{}, {}", counted(it.reductions.len(), "reduction"), counted(results, "result"));
        report.add(place, message);
    }
}

//! `for-iter-args-count`: another number of types than of carried values.

pub mod fix;

use crate::context::RuleContext;
use crate::finding::Report;
use crate::map_operands::counted;
use ir::{Form, OpKind};
use syntax::SyntaxKind;

pub(crate) fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    for (id, op) in ctx.ops() {
        let (OpKind::For(_), Form::Custom) = (&op.kind, op.form) else { continue };
        let (Some(list), Some(types)) = (ctx.piece(id, SyntaxKind::ITER_ARGS), ctx.result_type_list(id))
        else {
            continue;
        };
        let carried = list.children().filter(|it| it.kind() == SyntaxKind::ITER_ARG).count();
        if carried != types.len() {
            let message = format!("{}, {}", counted(carried, "carried value"), counted(types.len(), "type"));
            let place = ctx.result_types(id).unwrap_or(op.name_pointer);
            report.add(place, message).related(ctx.pointer(id, list), "the carried values");
        }
    }
}

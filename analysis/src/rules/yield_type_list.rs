//! `yield-type-list`: a yield whose types are not as many as its values.

use super::Report;
use crate::ir::{Form, Pointer};
use crate::map_operands::counted;
use crate::rule_context::RuleContext;
use syntax::TextRange;

pub(super) fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    let yields = ctx.ops().filter(|(_, op)| {
        op.form == Form::Custom && matches!(&*op.name, "affine.yield" | "scf.yield" | "func.return")
    });
    for (id, op) in yields {
        let types = ctx.written_types(id);
        let values = op.operands.len();
        if types.len() == values {
            continue;
        }
        let range = types.iter().map(|it| ctx.pointer(id, it).range).reduce(TextRange::cover);
        let values_range = op.operands.iter().map(|it| it.pointer.range).reduce(TextRange::cover);
        let range = range.or(values_range).unwrap_or(op.name_pointer.range);
        let message = format!("{}, {}", counted(values, "value"), counted(types.len(), "type"));
        report.add(Pointer { range, ..op.pointer }, message);
    }
}

//! `generic-operand-type-count`: a function type that does not list one type for each operand.

use crate::context::RuleContext;
use crate::finding::Report;
use crate::map_operands::counted;
use ir::Form;

pub(crate) fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    for (id, op) in ctx.ops().filter(|it| it.1.form == Form::Generic) {
        let Some(types) = &op.operand_types else { continue };
        let successors: usize = op.successors.iter().map(|it| it.operands.len()).sum();
        let count = op.operands.len() - successors.min(op.operands.len());
        if types.len() != count
            && let Some((place, _, _)) = ctx.function_type(id)
        {
            report.add(place, format!("{}, {}", counted(count, "operand"), counted(types.len(), "type")));
        }
    }
}

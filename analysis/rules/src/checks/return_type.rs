//! `return-type`: a returned value of another type than the function's result.

use crate::context::RuleContext;
use crate::finding::Report;
use crate::operand_types::demanded;

pub(crate) fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    for (id, op) in ctx.ops().filter(|it| it.1.is("func.return")) {
        let Some((function, place, results)) = ctx.function_results(id) else { continue };
        if op.operands.len() != results.len() {
            continue;
        }
        let written = demanded(ctx, id, op);
        for (index, (operand, result)) in op.operands.iter().zip(&results).enumerate() {
            let Some(ty) = written.get(index) else { continue };
            let own = operand.value.map(|it| &ctx.ir.values[it].ty);
            if ty.differs_from(result) && own.is_none_or(|it| !it.differs_from(ty)) {
                let message =
                    format!("result {index} of {function} has type {result}, {} has type {ty}", operand.name);
                report.add(operand.pointer, message).related(place, "the function");
            }
        }
    }
}

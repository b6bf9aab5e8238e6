//! `return-count`: a return with another number of values than the function has results.

use crate::context::RuleContext;
use crate::finding::Report;
use crate::map_operands::counted;
use ir::Pointer;
use syntax::TextRange;

pub(crate) fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    for (id, op) in ctx.ops().filter(|it| it.1.is("func.return")) {
        let Some((function, place, results)) = ctx.function_results(id) else { continue };
        let count = op.operands.len();
        if count != results.len() {
            let range = op.operands.iter().map(|it| it.pointer.range).reduce(TextRange::cover);
            let at = range.map_or(op.name_pointer, |range| Pointer { range, ..op.name_pointer });
            report
                .add(at, format!("{function} returns {}, not {count}", counted(results.len(), "value")))
                .related(place, "the function");
        }
    }
}

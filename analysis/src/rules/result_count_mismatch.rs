//! `result-count-mismatch`: names for another number of results than the operation has.

use super::{Report, Rule};
use crate::diagnostic::Severity;
use crate::ir::OpKind;
use crate::map_operands::counted;
use crate::rule_context::RuleContext;
use syntax::SyntaxKind;

pub(super) static RULE: Rule = Rule {
    code: "result-count-mismatch",
    severity: Severity::Error,
    page: page!("result-count-mismatch"),
    check,
};

fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    for (id, op) in ctx.ops() {
        let Some(results) = ctx.piece(id, SyntaxKind::OP_RESULTS) else { continue };
        let (Some(count), named) = (ctx.result_count(id), op.named_results(ctx.ir)) else { continue };
        // A map with several results is the mistake, not the names.
        let is_map =
            matches!(&op.kind, OpKind::Apply(it) if it.map.as_ref().is_some_and(|it| it.results.len() != 1));
        if !is_map && count != named && count > 0 && named > 0 {
            let verb = if named == 1 { "is" } else { "are" };
            report.add(
                ctx.pointer(id, results),
                format!("{} has {}, {named} {verb} named here", op.name, counted(count, "result")),
            );
        }
    }
}

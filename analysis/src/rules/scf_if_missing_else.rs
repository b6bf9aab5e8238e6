//! `scf-if-missing-else`: a condition with results and only one branch.

use super::{Report, Rule};
use crate::diagnostic::Severity;
use crate::ir::Form;
use crate::rule_context::RuleContext;

pub(super) static RULE: Rule = Rule {
    code: "scf-if-missing-else",
    severity: Severity::Error,
    page: page!("scf-if-missing-else"),
    check,
};

fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    for (id, op) in ctx.ops().filter(|(_, op)| op.is("scf.if") && op.form == Form::Custom) {
        let types = ctx.result_type_list(id).unwrap_or_default();
        if types.is_empty() || op.regions.len() != 1 {
            continue;
        }
        let place = ctx.result_types(id).unwrap_or(op.name_pointer);
        let finding = report.add(place, "an scf.if with results needs an else branch");
        if let Some(region) = op.regions.first().and_then(|it| ctx.ir.regions[*it].pointer) {
            finding.related(ctx.closing_brace(region), "the only branch ends here");
        }
    }
}

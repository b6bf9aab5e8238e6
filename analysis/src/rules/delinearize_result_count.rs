//! `delinearize-result-count`: another number of result types than the basis gives.

use super::{Report, Rule};
use crate::diagnostic::Severity;
use crate::ir::{Form, OpKind};
use crate::rule_context::RuleContext;

pub(super) static RULE: Rule = Rule {
    code: "delinearize-result-count",
    severity: Severity::Error,
    page: page!("delinearize-result-count"),
    check,
};

fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    for (id, op) in ctx.ops() {
        let OpKind::Delinearize { basis } = &op.kind else { continue };
        let Some(results) = ctx.result_count(id) else { continue };
        let named = op.named_results(ctx.ir);
        let count = basis.elements.len();
        // Names that do not fit the types are another mistake.
        if results == count || results == count + 1 || named != 0 && named != results {
            continue;
        }
        let types = ctx.piece(id, syntax::SyntaxKind::TYPE_GROUP).filter(|_| op.form == Form::Custom);
        let place = types.map_or(op.name_pointer, |it| ctx.pointer(id, it));
        let noun = if count == 1 { "element gives" } else { "elements give" };
        let finding = report
            .add(place, format!("{count} basis {noun} {count} or {} results, not {results}", count + 1));
        if let Some(basis) = basis.pointer {
            finding.related(basis, "the basis");
        }
    }
}

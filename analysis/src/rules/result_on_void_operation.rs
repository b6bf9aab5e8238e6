//! `result-on-void-operation`: names for results of an operation that has none.

use super::{Report, Rule};
use crate::diagnostic::Severity;
use crate::rule_context::RuleContext;
use syntax::SyntaxKind;

pub(super) static RULE: Rule = Rule {
    code: "result-on-void-operation",
    severity: Severity::Error,
    page: page!("result-on-void-operation"),
    check,
};

fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    for (id, op) in ctx.ops() {
        let Some(results) = ctx.piece(id, SyntaxKind::OP_RESULTS) else { continue };
        if ctx.result_count(id) == Some(0) && op.named_results(ctx.ir) > 0 {
            let place = ctx.pointer(id, results);
            report
                .add(place, format!("{} has no result", op.name))
                .fix("delete the names", vec![(place, String::new())]);
        }
    }
}

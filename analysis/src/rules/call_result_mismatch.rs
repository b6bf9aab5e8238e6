//! `call-result-mismatch`: a call that expects other results than the function has.

use super::{Report, Rule};
use crate::calls::{calls, type_list};
use crate::diagnostic::Severity;
use crate::rule_context::RuleContext;

pub(super) static RULE: Rule = Rule {
    code: "call-result-mismatch",
    severity: Severity::Error,
    page: page!("call-result-mismatch"),
    check,
};

fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    for call in calls(ctx) {
        let pairs = call.written.results.iter().zip(call.results);
        let is_other = call.written.results.len() != call.results.len()
            || pairs.into_iter().any(|(written, has)| written.differs_from(has));
        if is_other {
            let message = format!(
                "{} returns {}, not {}",
                call.callee,
                type_list(call.results),
                type_list(&call.written.results)
            );
            report.add(call.written.place, message).related_place(call.function(ctx), "the function");
        }
    }
}

//! `constant-out-of-range`: an integer that its type does not hold.

use super::{Report, Rule};
use crate::diagnostic::Severity;
use crate::rule_context::RuleContext;

pub(super) static RULE: Rule = Rule {
    code: "constant-out-of-range",
    severity: Severity::Error,
    page: page!("constant-out-of-range"),
    check,
};

fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    ctx.report_literals(report);
}

#[cfg(test)]
mod tests {
    use crate::fixture::check;

    #[test]
    fn minus_zero_and_edges() {
        check(
            r#"
func.func @edges() {
  %a = arith.constant -128 : i8
  %b = arith.constant 0xFF : i8
  %c = arith.constant -0 : i8
                     //^ error constant-out-of-range: -0 does not fit i8
  return
}"#,
        );
    }
}

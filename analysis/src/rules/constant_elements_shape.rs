//! `constant-elements-shape`: lists of elements that do not have the shape or the elements of their type.

use super::{Report, Rule};
use crate::diagnostic::Severity;
use crate::rule_context::RuleContext;

pub(super) static RULE: Rule = Rule {
    code: "constant-elements-shape",
    severity: Severity::Error,
    page: page!("constant-elements-shape"),
    check,
};

fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    ctx.report_literals(report);
    ctx.report_op_problems(report);
}

#[cfg(test)]
mod tests {
    use crate::fixture::check;

    #[test]
    fn ragged() {
        check(
            r#"
func.func @list() {
  %c = arith.constant dense<[[1, 2], [3]]> : tensor<2x2xi32>
                                     //^ error constant-elements-shape: lists side by side have to be of one length and depth
  return
}"#,
        );
    }

    #[test]
    fn equal_numbers_of_a_scalable_vector() {
        check(
            r#"
func.func @splat() {
  %c = arith.constant dense<[3.0, 3.0]> : vector<[2]xf32>
  return
}"#,
        );
    }
}

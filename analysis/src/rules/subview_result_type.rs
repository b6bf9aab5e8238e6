//! `subview-result-type`: the type of a view that does not follow from its offsets, sizes and strides.

use super::{Report, Rule};
use crate::diagnostic::Severity;
use crate::rule_context::RuleContext;

pub(super) static RULE: Rule = Rule {
    code: "subview-result-type",
    severity: Severity::Error,
    page: page!("subview-result-type"),
    check,
};

fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    ctx.report_op_problems(report, RULE.code);
}

#[cfg(test)]
mod tests {
    use crate::fixture::check;

    #[test]
    fn unknown_factors_make_unknown_numbers() {
        check(
            r#"
func.func @rows(%m: memref<?x8xf32>, %i: index) {
  %a = memref.subview %m[%i, 0] [2, 8] [1, 1] : memref<?x8xf32> to memref<2x8xf32, strided<[8, 1], offset: ?>>
  %b = memref.subview %m[0, 0] [2, 1] [1, 1] : memref<?x8xf32> to memref<2xf32, strided<[8]>>
  return
}"#,
        );
    }

    #[test]
    fn too_few_offsets() {
        check(
            r#"
func.func @rows(%m: memref<4x8xf32>) {
  %a = memref.subview %m[0] [2, 8] [1, 1] : memref<4x8xf32> to memref<2x8xf32, strided<[8, 1]>>
                      //^^^ error subview-result-type: 2 offsets are needed, 1 given
  return
}"#,
        );
    }
}

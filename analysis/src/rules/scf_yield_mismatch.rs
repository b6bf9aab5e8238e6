//! `scf-yield-mismatch`: a region of an scf operation that ends with other values than the operation takes.

use super::{Report, Rule};
use crate::diagnostic::Severity;
use crate::rule_context::RuleContext;

pub(super) static RULE: Rule =
    Rule { code: "scf-yield-mismatch", severity: Severity::Error, page: page!("scf-yield-mismatch"), check };

fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    ctx.report_op_problems(report, RULE.code);
}

#[cfg(test)]
mod tests {
    use crate::fixture::check;

    #[test]
    fn while_passes_on() {
        check(
            r#"
func.func @count(%i: i32, %c: i1) {
  %r = scf.while (%a = %i) : (i32) -> i32 {
    scf.condition(%c)
  //^^^^^^^^^^^^^ error scf-yield-mismatch: scf.while gives (i32), () are passed on
  } do {
  ^bb0(%b: i32):
    scf.yield %b : i32
  }
  return
}"#,
        );
    }
}

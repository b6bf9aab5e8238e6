//! `condition-always-true`: an `affine.if` whose constraints hold wherever it runs.

use super::Report;
use crate::database::stop_if_cancelled;
use crate::ir::OpKind;
use crate::loops::condition::{Verdict, verdict};
use crate::rule_context::RuleContext;

pub(super) fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    let stop = stop_if_cancelled(ctx.db);
    for (id, op) in ctx.ops() {
        let OpKind::If(conditional) = &op.kind else { continue };
        if verdict(ctx.ir, id, &stop) == Some(Verdict::Always) {
            report.add(conditional.condition.pointer, "this condition always holds");
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::fixture::check;

    #[test]
    fn implied_by_bounds_over_symbols() {
        check(
            r#"
func.func @f(%n: index) {
  affine.for %i = 0 to %n {
    affine.for %j = affine_map<(d0) -> (d0)>(%i) to %n {
      affine.if affine_set<(d0, d1)[s0] : (d1 - d0 >= 0, s0 - d0 - 1 >= 0)>(%i, %j)[%n] {
              //^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning condition-always-true: this condition always holds
        "do.work"() : () -> ()
      }
      affine.if affine_set<(d0, d1) : (d1 - d0 - 1 >= 0)>(%i, %j) {
        "do.work"() : () -> ()
      }
    }
  }
  return
}"#,
        );
    }

    #[test]
    fn loops_that_never_run_say_nothing() {
        check(
            r#"
func.func @f() {
  affine.for %i = 4 to 4 {
    affine.if affine_set<(d0) : (d0 >= 0)>(%i) {
      "do.work"() : () -> ()
    }
  }
  affine.if affine_set<() : ()>() {
          //^^^^^^^^^^^^^^^^^^^ warning condition-always-true
    "do.work"() : () -> ()
  }
  return
}"#,
        );
    }
}

//! `redefined-value`: a result or block argument with a name that is visible already.

use super::Report;
use crate::rule_context::RuleContext;
use crate::undefined_names::is_head_argument;

pub(super) fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    for (second, first) in &ctx.ir.redefinitions {
        if ctx.is_in_broken_head(*second) || ctx.is_in_broken_head(*first) {
            continue;
        }
        if is_head_argument(ctx, *second) {
            continue;
        }
        let name = &ctx.ir.values[*second].name;
        let message = format!(
            "{name} is already defined; a value is defined only once and inner regions cannot shadow it"
        );
        report.add(ctx.definition(*second), message).related(ctx.definition(*first), "the first definition");
    }
}

#[cfg(test)]
mod tests {
    use crate::fixture::check;

    #[test]
    fn a_region_of_unknown_form_may_have_names_of_its_own() {
        check(
            r#"
func.func @f(%n: index) {
  %0 = arith.constant 1 : index
  flow.dispatch.workgroups(%n) = (%n: index) {
    %0 = arith.constant 2 : index
    affine.for %i = 0 to 4 {
      %0 = arith.addi %i, %i : index
    //^^ error redefined-value: %0 is already defined; a value is defined only once and inner regions cannot shadow it
    }
    flow.return %0
  }
  return
}"#,
        );
    }
}

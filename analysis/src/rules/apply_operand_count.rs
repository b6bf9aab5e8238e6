//! `apply-operand-count`: a map that affine.apply calls with other operands than it has inputs.

use super::Report;
use crate::ir::OpKind;
use crate::map_operands::{Called, check_operand_count};
use crate::rule_context::RuleContext;

pub(super) fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    for (id, op) in ctx.ops() {
        if let OpKind::Apply(applied) = &op.kind
            && let Some(called) = Called::map(applied)
        {
            check_operand_count(ctx, report, id, "map", &called);
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::fixture::check;

    #[test]
    fn one_too_few() {
        check(
            r#"
affine.for %i = 0 to 8 {
  %0 = affine.apply affine_map<(d0, d1) -> (d0 + d1)>(%i)
                                                   //^^^^ error apply-operand-count: the map takes 2 dimensions and 0 symbols, got 1 and 0
                             //^^^^^^^^ related: the inputs of the map
}"#,
        );
    }

    #[test]
    fn alias() {
        check(
            r"
  #sum = affine_map<(d0, d1) -> (d0 + d1)>
//^^^^ related: the inputs of the map
func.func @f(%n: index) {
  %0 = affine.apply #sum(%n)
                      //^^^^ error apply-operand-count: the map takes 2 dimensions and 0 symbols, got 1 and 0
  return
}",
        );
    }
}

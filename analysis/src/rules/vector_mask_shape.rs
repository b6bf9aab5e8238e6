//! `vector-mask-shape`: a mask of another shape than what it masks.

use super::{Report, Rule};
use crate::diagnostic::Severity;
use crate::rule_context::RuleContext;

pub(super) static RULE: Rule =
    Rule { code: "vector-mask-shape", severity: Severity::Error, page: page!("vector-mask-shape"), check };

fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    ctx.report_op_problems(report, RULE.code);
}

#[cfg(test)]
mod tests {
    use crate::fixture::check;

    #[test]
    fn masks_of_transfers_are_in_memory_order() {
        check(
            r#"
func.func @read(%m: memref<8x8xf32>, %i: index, %p: f32, %mask: vector<2x4xi1>) {
  %v = vector.transfer_read %m[%i, %i], %p, %mask {permutation_map = affine_map<(d0, d1) -> (d1, d0)>} : memref<8x8xf32>, vector<4x2xf32>
  return
}"#,
        );
    }
}

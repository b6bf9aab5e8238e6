//! `operands-type-disagree`: types of one operation that do not go together.

use super::{Rule, op_problems};
use crate::diagnostic::Severity;

pub(super) static RULE: Rule = Rule {
    code: "operands-type-disagree",
    severity: Severity::Error,
    page: page!("operands-type-disagree"),
    check: op_problems,
};

#[cfg(test)]
mod tests {
    use crate::fixture::check;

    #[test]
    fn generic_form() {
        check(
            r#"
func.func @less(%a: i32, %b: i32) {
  %c = "arith.cmpi"(%a, %b) <{predicate = 2 : i64}> : (i32, i32) -> vector<2xi1>
                                                                  //^^^^^^^^^^^^ error operands-type-disagree: arith.cmpi of i32 gives i1, not vector<2xi1>
  return
}"#,
        );
    }

    #[test]
    fn tensors_may_know_different_sizes() {
        check(
            r#"
func.func @sum(%a: tensor<4xi32>, %b: tensor<?xi32>) {
  %c = "arith.addi"(%a, %b) : (tensor<4xi32>, tensor<?xi32>) -> tensor<4xi32>
  return
}"#,
        );
    }
}

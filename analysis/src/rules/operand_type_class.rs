//! `operand-type-class`: a type that is not of the class that the operation works on.

use super::{Rule, op_problems};
use crate::diagnostic::Severity;

pub(super) static RULE: Rule = Rule {
    code: "operand-type-class",
    severity: Severity::Error,
    page: page!("operand-type-class"),
    check: op_problems,
};

#[cfg(test)]
mod tests {
    use crate::fixture::check;

    #[test]
    fn result_of_another_class() {
        check(
            r#"
func.func @steps() -> vector<4xf32> {
  %v = vector.step : vector<4xf32>
                   //^^^^^^^^^^^^^ error operand-type-class: vector.step gives a vector of index with one dimension, not vector<4xf32>
  return %v : vector<4xf32>
}"#,
        );
    }

    #[test]
    fn values_of_other_dialects_fit() {
        check(
            r#"
func.func @sum(%a: !my.number) {
  %s = arith.addi %a, %a : !my.number
  return
}"#,
        );
    }
}

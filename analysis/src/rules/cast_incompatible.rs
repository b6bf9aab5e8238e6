//! `cast-incompatible`: a conversion that its operation does not do.

use super::{Rule, op_problems};
use crate::diagnostic::Severity;

pub(super) static RULE: Rule = Rule {
    code: "cast-incompatible",
    severity: Severity::Error,
    page: page!("cast-incompatible"),
    check: op_problems,
};

#[cfg(test)]
mod tests {
    use crate::fixture::check;

    #[test]
    fn only_between_index_and_integers() {
        check(
            r#"
func.func @same(%a: index) {
  %b = arith.index_cast %a : index to index
                                    //^^^^^ error cast-incompatible: arith.index_cast cannot convert index to index: it converts between index and an integer
  return
}"#,
        );
    }
}

//! `scf-yield-mismatch`: a region of an scf operation that ends with other values than the operation takes.

use super::{Rule, op_problems};
use crate::diagnostic::Severity;

pub(super) static RULE: Rule = Rule {
    code: "scf-yield-mismatch",
    severity: Severity::Error,
    page: page!("scf-yield-mismatch"),
    check: op_problems,
};

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

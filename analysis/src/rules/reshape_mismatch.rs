//! `reshape-mismatch`: shapes that the groups of dimensions do not relate.

use super::{Rule, op_problems};
use crate::diagnostic::Severity;

pub(super) static RULE: Rule = Rule {
    code: "reshape-mismatch",
    severity: Severity::Error,
    page: page!("reshape-mismatch"),
    check: op_problems,
};

#[cfg(test)]
mod tests {
    use crate::fixture::check;

    #[test]
    fn not_contiguous() {
        check(
            r#"
func.func @fold(%m: memref<4x4xf32, strided<[8, 1]>>) {
  %f = memref.collapse_shape %m [[0, 1]] : memref<4x4xf32, strided<[8, 1]>> into memref<16xf32, strided<[1]>>
                              //^^^^^^^^ error reshape-mismatch: dimensions 0 and 1 are not contiguous: the stride of 0 is 8, 4 would be
  return
}"#,
        );
    }

    #[test]
    fn strided_neighbours() {
        check(
            r#"
func.func @fold(%m: memref<4x4xf32, strided<[8, 2]>>) {
  %f = memref.collapse_shape %m [[0, 1]] : memref<4x4xf32, strided<[8, 2]>> into memref<16xf32, strided<[2]>>
  return
}"#,
        );
    }
}

//! `vector-mask-shape`: a mask of another shape than what it masks.

use super::{Rule, op_problems};
use crate::diagnostic::Severity;

pub(super) static RULE: Rule = Rule {
    code: "vector-mask-shape",
    severity: Severity::Error,
    page: page!("vector-mask-shape"),
    check: op_problems,
};

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

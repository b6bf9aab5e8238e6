//! `subview-result-type`: the type of a view that does not follow from its offsets, sizes and strides.

use super::{Rule, op_problems};
use crate::diagnostic::Severity;

pub(super) static RULE: Rule = Rule {
    code: "subview-result-type",
    severity: Severity::Error,
    page: page!("subview-result-type"),
    check: op_problems,
};

#[cfg(test)]
mod tests {
    use crate::fixture::check;

    #[test]
    fn unknown_factors_make_unknown_numbers() {
        check(
            r#"
func.func @rows(%m: memref<?x8xf32>, %i: index) {
  %a = memref.subview %m[%i, 0] [2, 8] [1, 1] : memref<?x8xf32> to memref<2x8xf32, strided<[8, 1], offset: ?>>
  %b = memref.subview %m[0, 0] [2, 1] [1, 1] : memref<?x8xf32> to memref<2xf32, strided<[8]>>
  return
}"#,
        );
    }

    #[test]
    fn layouts_written_as_maps() {
        check(
            r#"
#rows = affine_map<(d0, d1) -> (d0 * 16 + d1)>
#moved = affine_map<(d0, d1)[s0] -> (d0 * 16 + s0 + d1)>
#tiled = affine_map<(d0, d1) -> (d0 floordiv 4, d1, d0 mod 4)>
func.func @corner(%m: memref<16x16xf32>, %t: memref<16x16xf32, #tiled>, %i: index) {
  %a = memref.subview %m[0, 0] [8, 8] [1, 1] : memref<16x16xf32> to memref<8x8xf32, #rows>
  %b = memref.subview %m[%i, 0] [8, 8] [1, 1] : memref<16x16xf32> to memref<8x8xf32, #moved>
  %c = memref.subview %m[%i, 0] [8, 8] [1, 1] : memref<16x16xf32> to memref<8x8xf32, #rows>
                                                                   //^^^^^^^^^^^^^^^^^^^^^^ error subview-result-type: the view has type memref<8x8xf32, strided<[16, 1], offset: ?>>, without some of its sizes of 1 if wanted: the offset is ?, not 0
  return
}"#,
        );
    }

    #[test]
    fn too_few_offsets() {
        check(
            r#"
func.func @rows(%m: memref<4x8xf32>) {
  %a = memref.subview %m[0] [2, 8] [1, 1] : memref<4x8xf32> to memref<2x8xf32, strided<[8, 1]>>
                      //^^^ error subview-result-type: 2 offsets are needed, 1 given
  return
}"#,
        );
    }
}

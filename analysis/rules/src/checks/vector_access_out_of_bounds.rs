//! `vector-access-out-of-bounds`: a vector access that begins inside its memref and ends outside.

use super::subscript_out_of_bounds::{findings, related, subscript, when};
use crate::context::RuleContext;
use crate::finding::Report;
use ir::OpKind;
use presburger::Integer;

pub(crate) fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    for (id, op) in ctx.ops() {
        let OpKind::Access(access) = &op.kind else { continue };
        for found in findings(ctx, id, access.memref).iter().filter(|it| !it.is_start) {
            let (Ok(width), Some(size)) = (i64::try_from(found.width), found.size) else { continue };
            let end = &found.start + &Integer::from(width - 1);
            let (start, last) = (&found.start, size.saturating_sub(1));
            let when = when(ctx, &found.witness);
            let message = format!(
                "elements {start} to {end} are accessed{when}, dimension {} ends at {last}",
                found.dim
            );
            let finding = report.add(subscript(ctx, access, found.dim), message);
            related(ctx, op, access.memref, found, finding);
        }
    }
}

#[cfg(test)]
mod tests {
    use fixture::check;

    #[test]
    fn tail_of_a_loop() {
        check(
            r#"
func.func @f(%buf: memref<60xf32>, %v: vector<8xf32>) {
  affine.for %i = 0 to 60 step 8 {
    affine.vector_store %v, %buf[%i] : memref<60xf32>, vector<8xf32>
                               //^^ warning vector-access-out-of-bounds: elements 56 to 63 are accessed when %i is 56, dimension 0 ends at 59
  }
  return
}"#,
        );
    }

    #[test]
    fn a_start_outside_is_told_once() {
        check(
            r#"
func.func @f(%buf: memref<60xf32>, %v: vector<8xf32>) {
  affine.vector_store %v, %buf[60] : memref<60xf32>, vector<8xf32>
                             //^^ warning subscript-out-of-bounds
  affine.vector_store %v, %buf[52] : memref<60xf32>, vector<8xf32>
  return
}"#,
        );
    }
}

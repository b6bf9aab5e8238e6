//! `subscript-rank-mismatch`: another number of subscripts than the memref has dimensions.

use crate::context::RuleContext;
use crate::finding::Report;
use crate::map_operands::counted;
use ir::OpKind;

pub(crate) fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    for (id, op) in ctx.ops() {
        let OpKind::Access(access) = &op.kind else { continue };
        let Some((memref, written)) = ctx.accessed_memref(id, access.memref) else { continue };
        let Some(target) = op.operands.get(access.memref) else { continue };
        let Some(count) = ctx.subscript_count(&access.subscripts) else { continue };
        let given = target.value.map(|it| &ctx.ir.values[it].ty);
        // The written type is the mistake where the memref has another one.
        let is_other = given.is_some_and(|it| {
            it.as_memref().is_some_and(|it| it.dims.len() == count) && memref.dims.len() != count
        });
        if count != memref.dims.len() && !is_other {
            let message = format!(
                "{} has {}, {} given",
                target.name,
                counted(memref.dims.len(), "dimension"),
                if count == 1 { "1 subscript is".to_owned() } else { format!("{count} subscripts are") },
            );
            report.add(access.subscripts.pointer, message).related(written, "the type of the memref");
        }
    }
}

#[cfg(test)]
mod tests {
    use fixture::check;

    #[test]
    fn one_too_few() {
        check(
            r#"
func.func @f(%buf: memref<8x8xf32>) {
  %x = affine.load %buf[0] : memref<8x8xf32>
                     //^^^ error subscript-rank-mismatch: %buf has 2 dimensions, 1 subscript is given
                           //^^^^^^^^^^^^^^^ related: the type of the memref
  return
}"#,
        );
    }
}

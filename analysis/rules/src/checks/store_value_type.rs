//! `store-value-type`: a stored value of another type than the memref's elements.

use crate::checks::value_type_mismatch::Needed;
use crate::context::RuleContext;
use crate::finding::Report;
use ir::{AccessOp, OpKind};

pub(crate) fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    for (id, op) in ctx.ops() {
        let OpKind::Access(access) = &op.kind else { continue };
        let (AccessOp::Store, Some(stored)) = (access.op, access.stored) else { continue };
        let Some((memref, written)) = ctx.accessed_memref(id, access.memref) else { continue };
        let (Some(operand), Some(target)) = (op.operands.get(stored), op.operands.get(access.memref)) else {
            continue;
        };
        let Some(value) = operand.value else { continue };
        let ty = &ctx.ir.values[value].ty;
        if ty.differs_from(&memref.element)
            && !ctx.has_other_type(target, &memref)
            && !ctx.is_ambiguous(value)
        {
            let sentence = format!(
                "{} has type {ty}, elements of {} have type {}",
                operand.name, target.name, memref.element
            );
            report
                .add(operand.pointer, Needed { sentence, ty: memref.element.clone() })
                .related(ctx.definition(value), format!("{} has type {ty}", operand.name))
                .related(written, "the type of the memref");
        }
    }
}

#[cfg(test)]
mod tests {
    use fixture::check;

    #[test]
    fn index_into_floats() {
        check(
            r#"
func.func @f(%buf: memref<8xf32>) {
  affine.for %i = 0 to 8 {
    affine.store %i, %buf[%i] : memref<8xf32>
               //^^ error store-value-type: %i has type index, elements of %buf have type f32
  }
  return
}"#,
        );
    }
}

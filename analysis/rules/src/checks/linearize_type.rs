//! `linearize-type`: an operand or a written type of the index conversions that is not an index.

use crate::checks::value_type_mismatch::Needed;
use crate::context::RuleContext;
use crate::finding::Report;
use ir::types::Type;
use ir::{Form, OpKind};
use syntax::ods::{Version, Versions};

pub(crate) fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    for (id, op) in ctx.ops() {
        let (OpKind::Linearize { .. } | OpKind::Delinearize { .. }, Form::Custom) = (&op.kind, op.form)
        else {
            continue;
        };
        let facts = || Needed { sentence: format!("{} works on index values", op.name), ty: Type::Index };
        let takes_vectors = ctx.severity_outside(Versions::since(Version::V23)).is_none();
        let is_wrong = |ty: &Type| {
            let of_index = matches!(ty, Type::Vector { element, .. } if **element == Type::Index);
            ty.differs_from(&Type::Index) && !(of_index && takes_vectors)
        };
        for (node, ty) in ctx.written_types(id).iter().zip(ctx.lowered_types(id)) {
            if is_wrong(&ty) {
                report.add(ctx.pointer(id, node), facts());
            }
        }
        for operand in &op.operands {
            if let Some(value) = operand.value
                && is_wrong(&ctx.ir.values[value].ty)
            {
                let ty = &ctx.ir.values[value].ty;
                report
                    .add(operand.pointer, facts())
                    .related(ctx.definition(value), format!("{} has type {ty}", operand.name));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use fixture::check;

    #[test]
    fn vectors_of_indices_stay_vectors() {
        check(
            r#"
func.func @joined(%a: vector<4xindex>, %m: memref<8xf32>) -> vector<4xindex> {
  %0 = affine.linearize_index [%a, %a] by (3, 5) : vector<4xindex>
  %1:2 = affine.delinearize_index %0 into (3, 5) : vector<4xindex>, vector<4xindex>
  %2 = arith.addi %0, %1#1 : vector<4xindex>
  return %2 : vector<4xindex>
}"#,
        );
    }
}

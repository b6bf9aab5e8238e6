//! `yield-type-mismatch`: a yielded value of another type than the result in its place.

use crate::context::RuleContext;
use crate::finding::Report;
use crate::operand_types::demanded;
use crate::yields::{result_place, yields};
use ir::{Form, OpKind};

pub(crate) fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    for found in yields(ctx) {
        let parent = &ctx.ir.ops[found.parent];
        if found.op.operands.len() != found.results.len() {
            continue;
        }
        // The generic form may disagree in other places: for-iter-arg-mismatch.
        if parent.form == Form::Generic && matches!(parent.kind, OpKind::For(_)) {
            continue;
        }
        let written = demanded(ctx, found.id, found.op);
        for (index, (operand, result)) in found.op.operands.iter().zip(&found.results).enumerate() {
            let own = operand.value.map(|it| &ctx.ir.values[it].ty).filter(|it| !it.is_unknown());
            let Some(ty) = own.or(written.get(index)) else { continue };
            if ty.differs_from(result) {
                let message = format!(
                    "result {index} of {} has type {result}, {} has type {ty}",
                    parent.name, operand.name
                );
                let (place, text) = result_place(ctx, found.parent, index);
                let finding = report.add(operand.pointer, message);
                finding.related(place, text);
                if let Some(value) = operand.value {
                    finding.related(ctx.definition(value), format!("{} has type {ty}", operand.name));
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use fixture::check;

    #[test]
    fn other_type_than_the_carried_value() {
        check(
            r#"
func.func @f(%zero: f32) -> f32 {
  %sum = affine.for %i = 0 to 8 iter_args(%acc = %zero) -> (f32) {
                  //^^ related: %i has type index
                                        //^^^^^^^^^^^^ related: %acc carries a value of type f32
    affine.yield %i : index
               //^^ error yield-type-mismatch: result 0 of affine.for has type f32, %i has type index
  }
  return %sum : f32
}"#,
        );
    }
}

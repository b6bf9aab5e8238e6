//! `basis-product-overflow`: a basis whose product does not fit.

use crate::context::RuleContext;
use crate::finding::Report;
use ir::{BasisElement, OpKind};

pub(crate) fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    for (_, op) in ctx.ops() {
        let (OpKind::Linearize { basis, .. } | OpKind::Delinearize { basis }) = &op.kind else { continue };
        let numbers: Option<Vec<i64>> = basis
            .elements
            .iter()
            .map(|it| match it {
                BasisElement::Constant(number) => Some(*number),
                BasisElement::Operand(index) => {
                    let definition = ctx.ir.defining_op(op.operands.get(*index)?.value?)?;
                    match ctx.ir.ops[definition].kind {
                        OpKind::ConstantInteger(number) => Some(number),
                        _ => None,
                    }
                }
            })
            .collect();
        // Numbers that are not positive have a rule of their own.
        let Some(numbers) = numbers.filter(|it| it.iter().all(|it| *it > 0)) else { continue };
        if numbers.iter().try_fold(1_i64, |product, it| product.checked_mul(*it)).is_none() {
            let place = basis.pointer.unwrap_or(op.name_pointer);
            report.add(place, "the product of the basis does not fit an index");
        }
    }
}

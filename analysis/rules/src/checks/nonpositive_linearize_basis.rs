//! `nonpositive-linearize-basis`: an element of a basis that is not positive.

use crate::context::RuleContext;
use crate::finding::Report;
use ir::{BasisElement, OpKind};

pub(crate) fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    for (_, op) in ctx.ops() {
        let (basis, is_linearize) = match &op.kind {
            OpKind::Linearize { basis, .. } => (basis, true),
            OpKind::Delinearize { basis } => (basis, false),
            _ => continue,
        };
        for element in &basis.elements {
            match element {
                BasisElement::Constant(number @ ..=0) if is_linearize => {
                    let place = basis.pointer.unwrap_or(op.name_pointer);
                    report.add(place, format!("a basis element of {number} has no defined result"));
                }
                BasisElement::Constant(_) => {}
                BasisElement::Operand(index) => {
                    let Some(operand) = op.operands.get(*index) else { continue };
                    let Some(definition) = operand.value.and_then(|it| ctx.ir.defining_op(it)) else {
                        continue;
                    };
                    if let OpKind::ConstantInteger(number @ ..=0) = ctx.ir.ops[definition].kind {
                        report
                            .add(
                                operand.pointer,
                                format!("a basis element of {number} has no defined result"),
                            )
                            .related(ctx.ir.ops[definition].name_pointer, "the constant");
                    }
                }
            }
        }
    }
}

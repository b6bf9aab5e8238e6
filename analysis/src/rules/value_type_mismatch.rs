//! `value-type-mismatch`: a use of a value with another type than it has.

use super::{Report, Rule};
use crate::diagnostic::Severity;
use crate::dominance::Order;
use crate::operand_types::demanded;
use crate::rule_context::RuleContext;
use rustc_hash::FxHashSet;

pub(super) static RULE: Rule = Rule {
    code: "value-type-mismatch",
    severity: Severity::Error,
    page: page!("value-type-mismatch"),
    check,
};

fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    // Of several uses with one type the first says what is wrong.
    let mut said = FxHashSet::default();
    for (id, op) in ctx.ops() {
        for (operand, demanded) in op.operands.iter().zip(demanded(ctx, id, op)) {
            let Some(value) = operand.value else { continue };
            let ty = &ctx.ir.values[value].ty;
            let definition = ctx.definition(value);
            let is_earlier = (definition.root, definition.range.start())
                < (operand.pointer.root, operand.pointer.range.start());
            if ty.differs_from(&demanded)
                && is_earlier
                && !ctx.is_ambiguous(value)
                && ctx.dominance.order(id, value) == Order::Right
                && said.insert((value, demanded.clone()))
            {
                let message = format!("{} has type {ty}, but {} needs {demanded}", operand.name, op.name);
                report
                    .add(operand.pointer, message)
                    .related(definition, format!("{} has type {ty}", operand.name));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::fixture::check;

    #[test]
    fn memref_with_another_shape() {
        check(
            r#"
func.func @f(%buf: memref<8xf32>) {
           //^^^^ related: %buf has type memref<8xf32>
  %x = affine.load %buf[0] : memref<8xf64>
                 //^^^^ error value-type-mismatch: %buf has type memref<8xf32>, but affine.load needs memref<8xf64>
  return
}"#,
        );
    }
}

//! `disjoint-violated`: an index beyond what disjoint promises.

use super::{Report, Rule};
use crate::diagnostic::Severity;
use crate::ir::{BasisElement, OpKind, ValueId};
use crate::rule_context::RuleContext;

pub(super) static RULE: Rule =
    Rule { code: "disjoint-violated", severity: Severity::Warning, page: page!("disjoint-violated"), check };

fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    for (_, op) in ctx.ops() {
        let OpKind::Linearize { indices, basis, disjoint: true } = &op.kind else { continue };
        let Some(free) = indices.checked_sub(basis.elements.len()).filter(|it| *it <= 1) else { continue };
        for (position, element) in basis.elements.iter().enumerate() {
            let index = position + free;
            let size = match element {
                BasisElement::Constant(size) => Some(*size),
                BasisElement::Operand(index) => {
                    op.operands.get(*index).and_then(|it| constant(ctx, it.value?))
                }
            };
            let (Some(size), Some(operand)) = (size.filter(|it| *it > 0), op.operands.get(index)) else {
                continue;
            };
            let Some((least, greatest)) = operand.value.and_then(|it| attained(ctx, it)) else { continue };
            let wrong = match index {
                _ if greatest >= size => greatest,
                // The first index may be negative.
                0 => continue,
                _ if least < 0 => least,
                _ => continue,
            };
            let message = format!("{} takes the value {wrong}, its basis element is {size}", operand.name);
            let finding = report.add(operand.pointer, message);
            if let Some(basis) = basis.pointer {
                finding.related(basis, "the basis");
            }
        }
    }
}

fn constant(ctx: &RuleContext<'_>, value: ValueId) -> Option<i64> {
    match ctx.ir.ops[ctx.ir.defining_op(value)?].kind {
        OpKind::ConstantInteger(number) => Some(number),
        _ => None,
    }
}

/// The least and the greatest value, both of which occur: of constants and of indices of loops with constant bounds.
fn attained(ctx: &RuleContext<'_>, value: ValueId) -> Option<(i64, i64)> {
    if let Some(number) = constant(ctx, value) {
        return Some((number, number));
    }
    let (id, dim) = ctx.ir.loop_of_induction_variable(value)?;
    let (lower, upper, step) = match &ctx.ir.ops[id].kind {
        OpKind::For(it) => (&it.lower, &it.upper, it.step?),
        OpKind::Parallel(it) => (it.lower.get(dim)?, it.upper.get(dim)?, *it.steps.as_ref()?.get(dim)?),
        _ => return None,
    };
    let (lower, upper) = (lower.map.as_ref()?.single_constant()?, upper.map.as_ref()?.single_constant()?);
    let last = upper.checked_sub(1)?.checked_sub(lower).filter(|it| *it >= 0 && step > 0)?;
    Some((lower, lower.checked_add(last - last % step)?))
}

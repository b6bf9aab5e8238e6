//! `operand-segment-mismatch`: computes the sizes from what determines them.

use super::apply_operand_count::inputs;
use super::{FixContext, attributes, edit, fix, name_of, trimmed};
use crate::diagnostic::Fix;
use syntax::{SyntaxKind, SyntaxNode};

pub(crate) fn fixes(ctx: &FixContext<'_>) -> Option<Vec<Fix>> {
    const NAME: &str = "operandSegmentSizes";
    let op = ctx.operation()?;
    let sizes = sizes(ctx, &op)?.iter().map(usize::to_string).collect::<Vec<_>>().join(", ");
    let text = format!("array<i32: {sizes}>");
    let change = match attributes::value(&op, NAME) {
        Some(written) => edit(trimmed(&written), text.as_str()),
        None => attributes::added(&op, &format!("{NAME} = {text}"))?,
    };
    fix(format!("write {text}"), vec![change])
}

/// How many operands each segment has.
fn sizes(ctx: &FixContext<'_>, op: &SyntaxNode) -> Option<Vec<usize>> {
    let operands = op.children().find(|it| it.kind() == SyntaxKind::OPERAND_LIST)?;
    let operands = operands.children().filter(|it| it.kind() == SyntaxKind::VALUE_USE).count();
    let taken = |map: &str| {
        let (dims, symbols) = inputs(ctx, &attributes::value(op, map)?)?;
        Some(dims + symbols)
    };
    match &*name_of(op) {
        "affine.for" => {
            let (lower, upper) = (taken("lowerBoundMap")?, taken("upperBoundMap")?);
            Some(vec![lower, upper, operands.checked_sub(lower)?.checked_sub(upper)?])
        }
        "affine.linearize_index" => {
            let basis = attributes::value(op, "static_basis")?.text().to_string();
            let dynamic = basis.matches(&i64::MIN.to_string()).count();
            Some(vec![operands.checked_sub(dynamic)?, dynamic])
        }
        "memref.alloc" | "memref.alloca" => {
            let ty = op.children().find(|it| it.kind() == SyntaxKind::FUNCTION_TYPE)?;
            let made = ctx.text_of(super::results(&ty)?);
            let sizes = made.split(',').next()?.matches('?').count();
            Some(vec![sizes, operands.checked_sub(sizes)?])
        }
        _ => None,
    }
}

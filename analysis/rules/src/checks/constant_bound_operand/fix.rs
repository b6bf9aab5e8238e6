//! Quick fix of `constant-bound-operand`: writes the number in place of the constant.

use super::Constant;
use crate::diagnostic::Fix;
use crate::fixes::map_input::MapInput;
use crate::fixes::{FixContext, edit, fix, tokens, tokens_of, trimmed};
use crate::map_text::is_judged;
use ir::affine::AffineMap;
use ir::{AppliedMap, OpKind};
use syntax::{SyntaxKind, SyntaxNode, TextEdit, TextRange};

pub fn fixes(ctx: &FixContext<'_>) -> Option<Vec<Fix>> {
    let number = ctx.facts::<Constant>()?.number;
    let operand = ctx.around(SyntaxKind::VALUE_USE)?;
    // The least number can only be written as a difference.
    if number == i64::MIN {
        return None;
    }
    let edits = match operand.parent().map(|it| it.kind()) {
        Some(SyntaxKind::LOWER_BOUND | SyntaxKind::UPPER_BOUND) => {
            Some(vec![edit(ctx.range, number.to_string())])
        }
        Some(SyntaxKind::DIM_OPERANDS | SyntaxKind::SYMBOL_OPERANDS) => in_map(ctx, number),
        Some(kind) if kind.is_affine_expression() => in_list(ctx, &operand, number),
        _ => None,
    };
    fix(format!("write {number}"), edits?)
}

/// All mentions in a list of subscripts or a bound of a band.
fn in_list(ctx: &FixContext<'_>, operand: &SyntaxNode, number: i64) -> Option<Vec<TextEdit>> {
    let list = operand.ancestors().find(is_judged)?;
    let name = tokens(operand).next()?;
    let leaves = list
        .descendants()
        .filter(|it| matches!(it.kind(), SyntaxKind::AFFINE_VALUE | SyntaxKind::AFFINE_SYMBOL_VALUE))
        .filter(|it| tokens(it).any(|it| it.text() == name.text()));
    let leaves: Vec<_> = leaves.collect();
    // Results under one name are other values.
    let numbered = leaves.iter().any(|it| tokens(it).any(|it| it.kind() == SyntaxKind::HASH_ID));
    if numbered || ctx.values(ctx.ir()?, name.text()).nth(1).is_some() {
        return None;
    }
    written(&leaves, number)
}

/// All mentions in an inline map, which loses the input.
fn in_map(ctx: &FixContext<'_>, number: i64) -> Option<Vec<TextEdit>> {
    let input = MapInput::of(ctx)?;
    let is_bound = input
        .application
        .parent()
        .is_some_and(|it| matches!(it.kind(), SyntaxKind::LOWER_BOUND | SyntaxKind::UPPER_BOUND));
    let mentions = written(&input.mentions(), number)?;
    if is_bound && input.is_alone() && input.is_of_one_result() {
        let value = bound(ctx, trimmed(&input.application))?.results.first()?.evaluate(&[number], &[number]);
        return Some(vec![edit(trimmed(&input.application), value?.to_string())]);
    }
    let mut edits = input.removal();
    edits.extend(mentions);
    Some(edits)
}

/// The map of the bound at a place.
fn bound<'a>(ctx: &FixContext<'a>, place: TextRange) -> Option<&'a AffineMap> {
    let records = ctx.records()?;
    let op = ctx.op()?;
    let OpKind::For(header) = &records.ir.ops[op].kind else { return None };
    let is_here =
        |it: &&AppliedMap| records.range(it.pointer).is_some_and(|range| place.contains_range(range));
    [&header.lower, &header.upper].into_iter().find(is_here)?.map.as_ref()
}

/// The number at every leaf. None if it would divide by a number that is not positive.
fn written(leaves: &[SyntaxNode], number: i64) -> Option<Vec<TextEdit>> {
    let written = |leaf: &SyntaxNode| {
        let in_divisor = leaf.ancestors().find(|it| {
            it.parent().is_some_and(|around| {
                let is_division =
                    tokens_of(&around).any(|it| matches!(it.text(), "floordiv" | "ceildiv" | "mod"));
                let right = around.children().filter(|it| it.kind().is_affine_expression()).nth(1);
                around.kind() == SyntaxKind::AFFINE_BINARY && is_division && right.as_ref() == Some(it)
            })
        });
        if in_divisor.is_some_and(|it| it != *leaf || number <= 0) {
            return None;
        }
        let is_whole = leaf.parent().is_some_and(|it| !it.kind().is_affine_expression());
        let text = if number < 0 && !is_whole { format!("({number})") } else { number.to_string() };
        Some(edit(trimmed(leaf), text))
    };
    leaves.iter().map(written).collect()
}

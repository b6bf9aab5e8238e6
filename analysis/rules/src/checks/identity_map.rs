//! `identity-map`: a map that changes nothing.
//!
//! Quick fix: uses the operand, writes the value or number alone, or deletes the layout.

use crate::context::RuleContext;
use crate::diagnostic::Fix;
use crate::finding::Report;
use crate::fixes::{FixContext, edit, fix, trimmed};
use ir::affine::AffineExpr;
use ir::value_name;
use ir::{MapOrigin, OpKind};
use syntax::{SyntaxKind, SyntaxNode, TextRange};

pub(crate) fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    for (_, op) in ctx.ops() {
        match &op.kind {
            OpKind::Apply(it) => {
                let result = it.map.as_ref().and_then(|it| Some(it.results.first()?.folded()));
                if matches!(result, Some(AffineExpr::Dim(_) | AffineExpr::Symbol(_))) {
                    report.add(op.pointer, "this map changes nothing");
                }
            }
            OpKind::For(it) => {
                for bound in [&it.lower, &it.upper].into_iter().filter(|it| it.origin == MapOrigin::Attribute)
                {
                    let Some(map) = bound.map.as_ref().map(|it| it.folded()) else { continue };
                    let plain = match (map.dims, map.symbols, &*map.results) {
                        (0, 1, [AffineExpr::Symbol(0)]) => "the value alone says the same",
                        (0, 0, [AffineExpr::Constant(_)]) => "the number alone says the same",
                        _ => continue,
                    };
                    report.add(bound.pointer, format!("this map changes nothing: {plain}"));
                }
            }
            _ => {}
        }
    }
}

pub(crate) fn fixes(ctx: &FixContext<'_>) -> Option<Vec<Fix>> {
    match ctx.around(SyntaxKind::MEMREF_TYPE) {
        Some(memref) => layout(ctx, &memref),
        None => bound(ctx).or_else(|| apply(ctx)),
    }
}

/// Without the layout: the comma before it goes too.
fn layout(ctx: &FixContext<'_>, memref: &SyntaxNode) -> Option<Vec<Fix>> {
    let comma = ctx.token_before().filter(|it| it.kind() == SyntaxKind::COMMA)?;
    trimmed(memref).contains_range(comma.text_range()).then_some(())?;
    let range = TextRange::new(comma.text_range().start(), ctx.range.end());
    fix("delete the layout", vec![edit(range, "")])
}

/// `%n` or `64` for a map that is nothing else.
fn bound(ctx: &FixContext<'_>) -> Option<Vec<Fix>> {
    let application = ctx.around(SyntaxKind::MAP_APPLICATION)?;
    application
        .parent()
        .filter(|it| matches!(it.kind(), SyntaxKind::LOWER_BOUND | SyntaxKind::UPPER_BOUND))?;
    let records = ctx.records()?;
    let op = ctx.op()?;
    let OpKind::For(header) = &records.ir.ops[op].kind else { return None };
    let mut bounds = [&header.lower, &header.upper].into_iter();
    let bound = bounds.find(|it| records.range(it.pointer) == Some(ctx.range))?;
    let [result] = &bound.map.as_ref()?.folded().results[..] else { return None };
    let text = match result {
        AffineExpr::Constant(number) => number.to_string(),
        _ => records.ir.ops[op].operands.get(bound.operands.clone())?.first()?.name.to_string(),
    };
    fix(format!("write {text}"), vec![edit(trimmed(&application), text)])
}

/// The operand in place of the result.
fn apply(ctx: &FixContext<'_>) -> Option<Vec<Fix>> {
    let records = ctx.records()?;
    let statement = ctx.operation()?;
    let op = ctx.op()?;
    let data = &records.ir.ops[op];
    let OpKind::Apply(applied) = &data.kind else { return None };
    let map = applied.map.as_ref()?;
    let index = match map.results.first()?.folded() {
        AffineExpr::Dim(index) => index,
        AffineExpr::Symbol(index) => map.dims.checked_add(index)?,
        _ => return None,
    };
    let operand = records.ir.operand_values(op, &applied.operands).nth(index)??;
    let mut edits = records.instead(ctx, *data.results.first()?, operand)?;
    edits.push(ctx.without(&statement));
    fix(format!("use {}", value_name(records.ir, operand)), edits)
}

//! `empty-affine-region`: a loop or a branch that does nothing.
//!
//! Quick fix: deletes the loop, the condition, or the else branch.

use crate::context::RuleContext;
use crate::diagnostic::Fix;
use crate::finding::Report;
use crate::fixes::{FixContext, edit, fix, trimmed};
use crate::yields::is_affine_region_op;
use ir::{Form, OpId, OpKind};
use syntax::{SyntaxKind, TextRange};
use transforms::rewrite::previous_token;

pub(crate) fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    for (id, op) in ctx.ops().filter(|(_, op)| is_affine_region_op(op) && op.form == Form::Custom) {
        let has_else = op.regions.len() > 1;
        let regions = op.regions.iter().enumerate().filter(|(index, _)| !has_else || *index == 1);
        for region in regions.map(|it| &ctx.ir.regions[*it.1]) {
            let (Some(place), [block]) = (region.pointer, &region.blocks[..]) else { continue };
            let is_end = |it: &OpId| {
                matches!(ctx.ir.ops[*it].kind, OpKind::Yield) && ctx.ir.ops[*it].operands.is_empty()
            };
            let is_empty = ctx.ir.blocks[*block].ops.iter().all(is_end);
            if is_empty && ctx.result_type_list(id).unwrap_or_default().is_empty() {
                let what = if op.is("affine.if") { "branch" } else { "loop" };
                report.add(place, format!("this {what} does nothing"));
            }
        }
    }
}

pub(crate) fn fixes(ctx: &FixContext<'_>) -> Option<Vec<Fix>> {
    let (region, op) = (ctx.around(SyntaxKind::REGION)?, ctx.operation()?);
    // A comment on a line of its own announces code to come.
    if ctx.text_of(trimmed(&region)).lines().skip(1).any(|it| it.trim_start().starts_with("//")) {
        return None;
    }
    let regions: Vec<_> = op.children().filter(|it| it.kind() == SyntaxKind::REGION).collect();
    let keyword = region.first_token().and_then(|it| previous_token(&it)).filter(|it| it.text() == "else");
    match (keyword, regions.first()) {
        (Some(_), Some(then)) => {
            let range = TextRange::new(trimmed(then).end(), trimmed(&region).end());
            fix("delete the branch", vec![edit(range, "")])
        }
        (None, Some(only)) if *only == region && regions.len() == 1 => {
            fix("delete the operation", vec![ctx.without(&op)])
        }
        _ => None,
    }
}

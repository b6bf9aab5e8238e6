//! `yield-missing`: a region that has to yield values and ends without a terminator.
//!
//! Quick fix: yields the last computed values that are not used, or else the carried variables.

use crate::context::RuleContext;
use crate::diagnostic::Fix;
use crate::finding::Report;
use crate::fixes::{FixContext, fix, insertion, last_operation, name_of, trimmed};
use crate::handed_on::at_end;
use crate::map_operands::counted;
use crate::yields::{affine_results, result_place};
use ir::Form;
use ir::OpKind;
use ir::dialects::is_unregistered;
use syntax::{SyntaxKind, SyntaxNode, TextSize};
use transforms::rewrite::{indentation, line_start};

pub(crate) fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    for (id, op) in ctx.ops() {
        if op.form != Form::Custom {
            continue;
        }
        let Some(results) = affine_results(ctx, id).filter(|it| !it.is_empty()) else { continue };
        for region in &op.regions {
            let data = &ctx.ir.regions[*region];
            let [block] = &*data.blocks else { continue };
            let ops = &ctx.ir.blocks[*block].ops;
            let has_yield =
                ops.last().is_some_and(|it| ctx.may_be_terminator(*it) && !is_unregistered(&ctx.ir.ops[*it]))
                    || ops.iter().any(|it| matches!(ctx.ir.ops[*it].kind, OpKind::Yield));
            let is_broken = ops.iter().any(|it| ctx.ir.ops[*it].broken);
            let Some(pointer) = data.pointer else { continue };
            if has_yield || is_broken || ctx.has_error_inside(pointer) {
                continue;
            }
            let what = if op.is("affine.if") { "branch" } else { "loop" };
            let types = results.iter().map(|it| it.to_string()).collect::<Vec<_>>().join(", ");
            let message = format!("this {what} has to yield {}: {types}", counted(results.len(), "value"));
            let (place, text) = result_place(ctx, id, 0);
            report
                .add(op.name_pointer, message)
                .related(place, text)
                .related(ctx.closing_brace(pointer), "nothing is yielded here");
        }
    }
}

pub(crate) fn fixes(ctx: &FixContext<'_>) -> Option<Vec<Fix>> {
    let op = ctx.operation()?;
    let mut regions = op.children().filter(|it| it.kind() == SyntaxKind::REGION).enumerate();
    let (index, region) = regions.find(|it| !ends_with_yield(&it.1))?;
    let results = op.children().find(|it| it.kind() == SyntaxKind::RESULT_TYPES)?;
    let types: Vec<String> = results
        .descendants()
        .filter(|it| it.kind().is_type() && it.parent().is_some_and(|it| !it.kind().is_type()))
        .map(|it| it.text().to_string().trim().to_owned())
        .collect();
    let values = values(ctx, index).filter(|it| it.len() == types.len())?;
    let line = format!("affine.yield {} : {}", values.join(", "), types.join(", "));
    let text = ctx.whole;
    let close = usize::from(trimmed(&region).end()).checked_sub(1)?;
    let blanks = indentation(text, trimmed(&op).start().into());
    let is_own_line = text.get(line_start(text, close)..close).is_some_and(|it| it.trim().is_empty());
    let insert = match is_own_line {
        true => format!("  {line}\n{blanks}"),
        false => format!(" {line} "),
    };
    fix(
        format!("insert affine.yield {}", values.join(", ")),
        vec![insertion(TextSize::try_from(close).ok()?, insert)],
    )
}

fn ends_with_yield(region: &SyntaxNode) -> bool {
    last_operation(region).is_some_and(|it| name_of(&it) == "affine.yield")
}

/// The values that the region of that number most likely yields.
fn values(ctx: &FixContext<'_>, region: usize) -> Option<Vec<String>> {
    let records = ctx.records()?;
    let (rules, id) = (RuleContext::new(ctx.db, records.isolated, records.ir), ctx.op()?);
    let types = affine_results(&rules, id)?;
    let region = &records.ir.regions[*records.ir.ops[id].regions.get(region)?];
    let block = *region.blocks.last()?;
    let is_loop = matches!(records.ir.ops[id].kind, OpKind::For(_));
    // The first argument of a loop is its induction variable.
    let carried = records.ir.blocks[block].arguments.get(1..).filter(|_| is_loop).unwrap_or_default();
    at_end(&rules, block, &types, carried)
}

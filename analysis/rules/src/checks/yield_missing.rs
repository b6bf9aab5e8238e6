//! `yield-missing`: a region that has to yield values and ends without a terminator.
//!
//! Quick fix: yields the carried variables, or the last values of the right types.

use crate::context::RuleContext;
use crate::diagnostic::Fix;
use crate::finding::Report;
use crate::fixes::{FixContext, fix, insertion, last_operation, name_of, tokens, trimmed};
use crate::map_operands::counted;
use crate::yields::{affine_results, result_place};
use ir::Form;
use ir::OpKind;
use ir::dialects::is_unregistered;
use syntax::ast::{self, AstNode};
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
    let region =
        op.children().filter(|it| it.kind() == SyntaxKind::REGION).find(|it| !ends_with_yield(it))?;
    let results = op.children().find(|it| it.kind() == SyntaxKind::RESULT_TYPES)?;
    let types: Vec<String> = results
        .descendants()
        .filter(|it| it.kind().is_type() && it.parent().is_some_and(|it| !it.kind().is_type()))
        .map(|it| it.text().to_string().trim().to_owned())
        .collect();
    let carried: Vec<String> = op
        .children()
        .filter(|it| it.kind() == SyntaxKind::ITER_ARGS)
        .flat_map(|it| it.children().collect::<Vec<_>>())
        .filter_map(|it| tokens(&it).next().map(|it| it.text().to_owned()))
        .collect();
    let values = if carried.len() == types.len() { Some(carried) } else { last_values(ctx, &region, &types) };
    let values = values?;
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

/// For each type, the last result in the region that has it.
fn last_values(ctx: &FixContext<'_>, region: &SyntaxNode, types: &[String]) -> Option<Vec<String>> {
    let block = ast::Region::cast(region.clone())?.blocks().last()?;
    let results = block.operations().flat_map(|it| it.results()).filter_map(|it| it.name());
    let names: Vec<String> = results.map(|it| it.text().to_owned()).collect();
    let of_type =
        |ty: &String| names.iter().rev().find(|it| ctx.value_type(it).as_ref() == Some(ty)).cloned();
    types.iter().map(of_type).collect()
}

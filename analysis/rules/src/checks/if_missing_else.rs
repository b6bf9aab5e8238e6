//! `if-missing-else`: an affine.if with results and no else branch.
//!
//! Quick fix: inserts an else branch that yields the same, where it can see it.

use crate::context::RuleContext;
use crate::diagnostic::Fix;
use crate::finding::Report;
use crate::fixes::{FixContext, edit, fix, insertion, tokens, trimmed};
use crate::yields::affine_results;
use ir::OpKind;
use syntax::SyntaxKind;
use syntax::ast::{self, AstNode};
use transforms::rewrite::indentation;

pub(crate) fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    for (id, op) in ctx.ops() {
        let OpKind::If(_) = &op.kind else { continue };
        let has_results = affine_results(ctx, id).is_some_and(|it| !it.is_empty());
        let branches = op.regions.iter().filter(|it| !ctx.ir.regions[**it].blocks.is_empty()).count();
        if has_results && branches < 2 {
            let place = ctx.result_types(id).unwrap_or(op.name_pointer);
            let finding = report.add(place, "an affine.if with results needs an else branch");
            if let Some(then) = op.regions.first().and_then(|it| ctx.ir.regions[*it].pointer) {
                finding.related(ctx.closing_brace(then), "the first branch ends here");
            }
        }
    }
}

pub(crate) fn fixes(ctx: &FixContext<'_>) -> Option<Vec<Fix>> {
    let op = ctx.operation()?;
    let then = ast::Operation::cast(op.clone()).and_then(|it| it.regions().into_iter().next())?;
    let last = then.blocks().last().and_then(|it| it.operations().last())?;
    let terminator = trimmed(last.syntax());
    let is_yield = tokens(last.syntax())
        .next()
        .is_some_and(|it| matches!(it.text().trim_matches('"'), "affine.yield" | "scf.yield"));
    // Definitions of the branch are not available in the other one.
    let own: Vec<String> = then
        .syntax()
        .descendants()
        .filter(|it| it.kind() == SyntaxKind::OP_RESULT)
        .filter_map(|it| tokens(&it).next().map(|it| it.text().to_owned()))
        .collect();
    let uses = last.value_uses();
    let sees_all = uses.iter().filter_map(|it| it.name()).all(|it| !own.iter().any(|name| name == it.text()));
    if !is_yield || !sees_all {
        return None;
    }
    let text = ctx.whole;
    let outer = indentation(text, trimmed(&op).start().into());
    let inner = indentation(text, terminator.start().into());
    let body = format!("{{\n{inner}{}\n{outer}}}", ctx.text_of(terminator));
    let title = "insert an else branch that yields the same";
    let place = trimmed(then.syntax()).end();
    let Some(list) = op.children().find(|it| it.kind() == SyntaxKind::REGION_LIST) else {
        return fix(title, vec![insertion(place, format!(" else {body}"))]);
    };
    let second = list.children().filter(|it| it.kind() == SyntaxKind::REGION).nth(1);
    match second {
        Some(empty) => fix(title, vec![edit(trimmed(&empty), body)]),
        None => fix(title, vec![insertion(place, format!(", {body}"))]),
    }
}

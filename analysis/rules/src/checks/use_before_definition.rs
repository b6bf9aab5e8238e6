//! `use-before-definition`: a use that comes before the definition.
//!
//! Quick fix: moves a constant up.

use crate::context::RuleContext;
use crate::diagnostic::Fix;
use crate::finding::Report;
use crate::fixes::{FixContext, edit, fix, tokens, trimmed};
use crate::operand_types::demanded;
use ir::dominance::Order;
use syntax::ods::Semantics;
use syntax::{SyntaxKind, SyntaxNode};

pub(crate) fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    for (id, op) in ctx.ops() {
        for (index, operand) in op.operands.iter().enumerate() {
            let Some(value) = operand.value else { continue };
            if ctx.dominance.order(id, value) != Order::Later {
                continue;
            }
            // `forward-reference-type` and a second definition say more.
            let is_broken = ctx.ir.defining_op(value).is_some_and(|it| ctx.ir.ops[it].broken);
            let ty = &ctx.ir.values[value].ty;
            let has_other_type = || demanded(ctx, id, op).get(index).is_some_and(|it| ty.differs_from(it));
            if is_broken || ctx.is_ambiguous(value) || has_other_type() {
                continue;
            }
            report
                .add(operand.pointer, format!("{} is used before it is defined", operand.name))
                .related(ctx.definition(value), "defined here, after its use");
        }
    }
}

pub(crate) fn fixes(ctx: &FixContext<'_>) -> Option<Vec<Fix>> {
    let (token, user) = (ctx.token()?, ctx.operation()?);
    let is_definition = |it: &SyntaxNode| {
        let results = it.children().find(|it| it.kind() == SyntaxKind::OP_RESULTS);
        results.is_some_and(|it| tokens(&it).next().is_some_and(|it| it.text() == token.text()))
    };
    // The use may be nested deeper than the definition.
    let around = user.ancestors().filter(|it| it.kind() == SyntaxKind::OPERATION);
    let found = around.filter_map(|user| {
        let mut later =
            user.parent()?.children().filter(|it| it.kind() == SyntaxKind::OPERATION).filter(is_definition);
        let definition = later.next()?;
        later.next().is_none().then_some((user, definition))
    });
    let (user, definition) = found.take(1).next()?;
    let has_operands = definition.descendants().any(|it| it.kind() == SyntaxKind::VALUE_USE);
    let is_constant = ctx.definition(&definition).is_some_and(|it| it.semantics == Some(Semantics::Constant));
    let range = trimmed(&definition);
    if has_operands || !is_constant || range.start() < user.text_range().start() {
        return None;
    }
    let lines = ctx.lines(range);
    let line = ctx.text_of(range);
    let alone = ctx.text_of(lines).trim().starts_with(&line);
    if !alone {
        return None;
    }
    fix("move the constant up", vec![ctx.line_before(&user, &line), edit(lines, "")])
}

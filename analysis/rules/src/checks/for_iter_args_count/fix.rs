//! Quick fix of `for-iter-args-count` and `scf-iter-args-count`: makes carried values, types and yielded values agree.

use crate::diagnostic::Fix;
use crate::fixes::for_iter_args_missing_types::types;
use crate::fixes::{
    FixContext, edit, fix, guess, insertion, last_operation, name_of, result_names, tokens, trimmed,
};
use syntax::ast::{self, AstNode};
use syntax::{SyntaxKind, SyntaxNode, TextEdit, TextRange};
use transforms::rewrite::indentation;

pub fn fixes(ctx: &FixContext<'_>) -> Option<Vec<Fix>> {
    let op = ctx.operation().filter(|it| matches!(&*name_of(it), "affine.for" | "scf.for"))?;
    let child = |kind| op.children().find(|it| it.kind() == kind);
    let (list, written) = (child(SyntaxKind::ITER_ARGS)?, child(SyntaxKind::RESULT_TYPES)?);
    let region = child(SyntaxKind::REGION)?;
    let carried: Vec<_> = ast::children::<ast::IterArg>(&list).map(|it| it.syntax().clone()).collect();
    let types = types(ctx, &list)?;
    let rewritten = edit(trimmed(&written), format!("-> ({types})"));
    let terminator = last_operation(&region).filter(|it| name_of(it).ends_with(".yield"));
    let Some(terminator) = terminator else {
        let mut edits = vec![rewritten, yielded(ctx, &op, &region, &carried, &types)?];
        edits.extend(result_names::resize(&op, carried.len())?);
        return fix(format!("write -> ({types}) and yield the carried values"), edits);
    };
    // The yielded values show whether the types or the initial values are wrong.
    let count = result_types(&written).len();
    match ast::Operation::cast(terminator.clone())?.value_uses().len() {
        given if given == carried.len() => {
            let mut edits = vec![rewritten];
            edits.extend(result_names::resize(&op, carried.len())?);
            fix(format!("write -> ({types})"), edits)
        }
        given if given == count && given < carried.len() => dropped(&region, &carried, given),
        given if given == count => {
            let mut edits = vec![rewritten];
            edits.extend(cut(&terminator, carried.len())?);
            edits.extend(result_names::resize(&op, carried.len())?);
            let title = format!("write -> ({types}) and yield no more than that (a guess)");
            guess(title, edits)
        }
        _ => None,
    }
}

/// The types after an arrow.
pub fn result_types(results: &SyntaxNode) -> Vec<SyntaxNode> {
    let list = ast::child::<ast::TypeGroup>(results);
    let list = list.map_or_else(|| results.clone(), |it| it.syntax().clone());
    ast::children::<ast::Type>(&list).map(|it| it.syntax().clone()).collect()
}

/// Adds the terminator that hands on the carried values as they are.
fn yielded(
    ctx: &FixContext<'_>,
    op: &SyntaxNode,
    region: &SyntaxNode,
    carried: &[SyntaxNode],
    types: &str,
) -> Option<TextEdit> {
    let names = carried.iter().map(|it| Some(tokens(it).next()?.text().to_owned()));
    let names = names.collect::<Option<Vec<_>>>()?.join(", ");
    let dialect = name_of(op).split('.').next()?.to_owned();
    let line = format!("{dialect}.yield {names} : {types}");
    if let Some(last) = last_operation(region) {
        return Some(ctx.line_after(&last, &line));
    }
    let open = ast::token(region, SyntaxKind::L_BRACE)?.text_range().end();
    let blanks = indentation(ctx.whole, trimmed(op).start().into());
    let close = ast::token(region, SyntaxKind::R_BRACE)?.text_range().start();
    match ctx.text_of(TextRange::new(open, close)).contains('\n') {
        true => Some(insertion(close, format!("  {line}\n{blanks}"))),
        false => Some(insertion(close, format!(" {line} "))),
    }
}

/// Deletes the carried values that follow the yielded ones, if the body does not use them.
fn dropped(region: &SyntaxNode, carried: &[SyntaxNode], kept: usize) -> Option<Vec<Fix>> {
    let surplus = carried.get(kept..)?;
    let names: Vec<String> =
        surplus.iter().filter_map(|it| Some(tokens(it).next()?.text().to_owned())).collect();
    if kept == 0 || tokens(region).any(|it| names.iter().any(|name| name == it.text())) {
        return None;
    }
    let range = TextRange::new(trimmed(carried.get(kept - 1)?).end(), trimmed(surplus.last()?).end());
    fix(format!("carry {} no more: nothing yields it", names.join(", ")), vec![edit(range, "")])
}

/// Cuts the values of a terminator, and their types.
fn cut(terminator: &SyntaxNode, count: usize) -> Option<Vec<TextEdit>> {
    let child = |kind| terminator.children().find(|it| it.kind() == kind);
    let values: Vec<_> = child(SyntaxKind::OPERAND_GROUP)?.children().collect();
    let types: Vec<_> = child(SyntaxKind::TYPE_GROUP)?.children().collect();
    let ends_after = |nodes: &[SyntaxNode]| {
        let last = nodes.get(count.checked_sub(1)?)?;
        Some(edit(TextRange::new(trimmed(last).end(), trimmed(nodes.last()?).end()), ""))
    };
    Some(vec![ends_after(&values)?, ends_after(&types)?])
}

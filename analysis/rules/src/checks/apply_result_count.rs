//! `apply-result-count`: a map with no or several results in affine.apply.
//!
//! Quick fix: one `affine.apply` for each result.

use crate::context::RuleContext;
use crate::diagnostic::Fix;
use crate::finding::Report;
use crate::fixes::{FixContext, edit, fix, result_names, tokens, trimmed};
use ir::OpKind;
use syntax::{SyntaxKind, SyntaxNode, TextEdit, TextRange};
use transforms::rewrite::indentation;

pub(crate) fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    for (_, op) in ctx.ops() {
        let OpKind::Apply(applied) = &op.kind else { continue };
        let Some(map) = &applied.map else { continue };
        if map.results.len() != 1 {
            let message = format!("affine.apply needs a map with one result, this has {}", map.results.len());
            report.add(ctx.map_results(applied), message);
        }
    }
}

pub(crate) fn fixes(ctx: &FixContext<'_>) -> Option<Vec<Fix>> {
    let op = ctx.operation()?;
    let find = |kind| op.descendants().find(|it| it.kind() == kind);
    let (map, name) = (find(SyntaxKind::AFFINE_RESULTS)?, find(SyntaxKind::OP_NAME)?);
    let expressions: Vec<_> = map.children().filter(|it| it.kind().is_affine_expression()).collect();
    let (names, mut edits) = names(ctx, &op, expressions.len()).filter(|_| expressions.len() > 1)?;
    let (whole, map) = (trimmed(&op), trimmed(&map));
    // Uses in the operation itself would be edited twice.
    if edits.iter().any(|it| whole.contains_range(it.range)) {
        return None;
    }
    let blanks = indentation(ctx.whole, whole.start().into());
    let head = ctx.text_of(TextRange::new(trimmed(&name).start(), map.start()));
    let tail = ctx.text_of(TextRange::new(map.end(), whole.end()));
    let lines: Vec<String> = names
        .iter()
        .zip(&expressions)
        .map(|(name, it)| format!("{name} = {head}({}){tail}", ctx.text_of(trimmed(it))))
        .collect();
    edits.push(edit(whole, lines.join(&format!("\n{blanks}"))));
    fix("apply one map for each result", edits)
}

/// A name for each result, and the edits of the uses of those that shared one.
fn names(ctx: &FixContext<'_>, op: &SyntaxNode, count: usize) -> Option<(Vec<String>, Vec<TextEdit>)> {
    let groups = result_names::groups(op)?;
    match &*groups {
        // The other results have no name yet.
        [(name, 1, _)] => {
            let is_number = tokens(op).next()?.text().bytes().skip(1).all(|it| it.is_ascii_digit());
            let stem = if is_number { name.replace('%', "%v") } else { name.clone() };
            let others = (1..count).map(|it| ctx.fresh_name(&format!("{stem}_{it}")));
            Some((std::iter::once(name.clone()).chain(others).collect(), Vec::new()))
        }
        [(name, size, _)] if *size == count => result_names::split(ctx, op, name, count),
        _ if groups.len() == count && groups.iter().all(|it| it.1 == 1) => {
            Some((groups.into_iter().map(|it| it.0).collect(), Vec::new()))
        }
        _ => None,
    }
}

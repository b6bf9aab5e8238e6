//! `apply-result-count`: one `affine.apply` for each result, where each has a name of its own.

use super::{FixContext, edit, fix, trimmed};
use crate::diagnostic::Fix;
use crate::rewrite::indentation;
use syntax::{SyntaxKind, SyntaxNode};

pub(super) fn fixes(ctx: &FixContext<'_>) -> Vec<Fix> {
    let Some(op) = ctx.operation() else { return Vec::new() };
    let find = |kind| op.descendants().find(|it| it.kind() == kind);
    let list = |kind, of: SyntaxKind| -> Vec<SyntaxNode> {
        find(kind).iter().flat_map(|it| it.children()).filter(|it| it.kind() == of).collect()
    };
    let names = list(SyntaxKind::OP_RESULTS, SyntaxKind::OP_RESULT);
    let Some(results) = find(SyntaxKind::AFFINE_RESULTS) else { return Vec::new() };
    let expressions: Vec<_> = results.children().filter(|it| it.kind().is_affine_expression()).collect();
    let has_group = names.iter().any(|it| it.text().to_string().contains(':'));
    let Some(named) =
        find(SyntaxKind::OP_RESULTS).filter(|_| names.len() == expressions.len() && names.len() > 1)
    else {
        return Vec::new();
    };
    if has_group {
        return Vec::new();
    }
    let (whole, results) = (trimmed(&op), trimmed(&results));
    let text = ctx.whole;
    let blanks = indentation(text, whole.start().into());
    let head = ctx.text_of(syntax::TextRange::new(trimmed(&named).end(), results.start()));
    let tail = ctx.text_of(syntax::TextRange::new(results.end(), whole.end()));
    let lines: Vec<String> = names
        .iter()
        .zip(&expressions)
        .map(|(name, it)| {
            format!("{} ={head}({}){tail}", ctx.text_of(trimmed(name)), ctx.text_of(trimmed(it)))
                .replacen("= =", "=", 1)
        })
        .collect();
    fix("apply one map for each result", vec![edit(whole, lines.join(&format!("\n{blanks}")))])
}

//! `set-constraint-operator`: one of `>=`, `<=` and `==` that means the same.

use super::{FixContext, edit, fix, insertion, trimmed};
use crate::diagnostic::Fix;
use syntax::SyntaxKind;

pub fn fixes(ctx: &FixContext<'_>) -> Option<Vec<Fix>> {
    let written = ctx.text();
    let (operator, shift) = match written.as_str() {
        ">" => (">=", " + 1"),
        "<" => ("<=", " - 1"),
        "=" => ("==", ""),
        "=>" => (">=", ""),
        "=<" => ("<=", ""),
        _ => return None,
    };
    let mut edits = vec![edit(ctx.range, operator)];
    if !shift.is_empty() {
        let right = ctx
            .around(SyntaxKind::AFFINE_CONSTRAINT)
            .and_then(|it| it.children().filter(|it| it.kind().is_affine_expression()).last());
        let right = right.filter(|it| it.text_range().start() >= ctx.range.end())?;
        edits.push(insertion(trimmed(&right).end(), shift));
    }
    fix(
        format!(
            "change to {operator}{}",
            if shift.is_empty() { String::new() } else { format!(" …{shift}") }
        ),
        edits,
    )
}

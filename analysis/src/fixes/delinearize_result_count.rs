//! `delinearize-result-count`: as many types, and names, as the basis has elements.

use super::{FixContext, edit, fix, result_names, trimmed};
use crate::diagnostic::Fix;
use crate::rules::delinearize_result_count::Results;
use syntax::SyntaxKind;

pub(crate) fn fixes(ctx: &FixContext<'_>) -> Option<Vec<Fix>> {
    let count = ctx.facts::<Results>()?.elements;
    let op = ctx.operation()?;
    let child = |kind| op.children().find(|it| it.kind() == kind);
    let types = vec!["index"; count].join(", ");
    let types = match child(SyntaxKind::FUNCTION_TYPE) {
        Some(ty) => {
            edit(super::results(&ty)?, if count == 1 { " index".to_owned() } else { format!(" ({types})") })
        }
        None => edit(trimmed(&child(SyntaxKind::TYPE_GROUP)?), types),
    };
    let mut edits = vec![types];
    edits.extend(result_names::resize(&op, count)?);
    let noun = if count == 1 { "result" } else { "results" };
    fix(format!("give it {count} {noun}"), edits)
}

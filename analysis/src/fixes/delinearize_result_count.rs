//! `delinearize-result-count`: writes as many types as the basis has elements.

use super::{FixContext, edit, fix, trimmed};
use crate::diagnostic::Fix;
use syntax::SyntaxKind;

pub(super) fn fixes(ctx: &FixContext<'_>) -> Vec<Fix> {
    let Some(op) = ctx.operation() else { return Vec::new() };
    let child = |kind| op.children().find(|it| it.kind() == kind);
    let (Some(basis), Some(types)) = (child(SyntaxKind::BASIS), child(SyntaxKind::TYPE_GROUP)) else {
        return Vec::new();
    };
    let count = ctx.text_of(trimmed(&basis)).split(',').count();
    let text = vec!["index"; count].join(", ");
    fix(format!("write {text}"), vec![edit(trimmed(&types), text)])
}

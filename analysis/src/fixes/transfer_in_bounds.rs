//! `transfer-in-bounds`: cuts the list, or fills it with `false`, which promises nothing.

use super::{FixContext, attributes, edit, fix, trimmed};
use crate::diagnostic::Fix;
use crate::rules::transfer_in_bounds::Entries;
use syntax::SyntaxKind;

pub(crate) fn fixes(ctx: &FixContext<'_>) -> Option<Vec<Fix>> {
    let asked = ctx.facts::<Entries>()?.asked;
    let list = ctx.operation().and_then(|it| attributes::value(&it, "in_bounds"));
    let list = list.filter(|it| it.kind() == SyntaxKind::ARRAY_ATTRIBUTE)?;
    let mut entries: Vec<String> = list.children().map(|it| ctx.text_of(trimmed(&it))).collect();
    // No vector has so many dimensions that this matters.
    entries.resize(asked.min(entries.len() + 64), "false".to_owned());
    let text = format!("[{}]", entries.join(", "));
    fix(format!("write {text}"), vec![edit(trimmed(&list), text)])
}

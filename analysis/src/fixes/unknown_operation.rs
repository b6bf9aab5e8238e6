//! `unknown-operation`: changes to an operation of the dialect with a similar name.

use super::{FixContext, tokens};
use crate::default_dialect::is_similar;
use crate::diagnostic::Fix;
use crate::registry::registry;
use syntax::SyntaxKind;

pub(super) fn fixes(ctx: &FixContext<'_>) -> Vec<Fix> {
    let text = ctx.text();
    let Some((dialect, name)) = text.split_once('.') else { return Vec::new() };
    let mut similar: Vec<&str> = registry(ctx.db)
        .iter()
        .filter(|it| it.dialect() == dialect)
        .map(|it| it.short_name())
        .filter(|it| is_similar(it, name))
        .collect();
    similar.sort_unstable();
    if similar.len() > 1 {
        // The type tells `addf` from `addi`.
        let Some(op) = ctx.operation() else { return Vec::new() };
        let words = tokens(&op).filter(|it| it.kind() == SyntaxKind::BARE_ID);
        let Some(last) = words.last() else { return Vec::new() };
        let is_float = last.text().starts_with('f') || last.text().starts_with("bf");
        similar.retain(|it| it.strip_prefix(name) == Some(if is_float { "f" } else { "i" }));
    }
    match similar[..] {
        [similar] => ctx.replace(format!("change to {dialect}.{similar}"), format!("{dialect}.{similar}")),
        _ => Vec::new(),
    }
}

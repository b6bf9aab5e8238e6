//! `unknown-operation`: changes to an operation of the dialect with a similar name.

use super::{FixContext, tokens};
use crate::default_dialect::is_similar;
use crate::diagnostic::Fix;
use syntax::SyntaxKind;
use syntax::format::op_formats;

pub(crate) fn fixes(ctx: &FixContext<'_>) -> Option<Vec<Fix>> {
    let text = ctx.text();
    let (dialect, name) = text.split_once('.')?;
    let mut similar: Vec<&str> = op_formats()
        .filter_map(|it| it.name.split_once('.'))
        .filter(|it| it.0 == dialect && is_similar(it.1, name))
        .map(|it| it.1)
        .collect();
    similar.sort_unstable();
    if similar.len() > 1 {
        // The type tells `addf` from `addi`.
        let op = ctx.operation()?;
        let words = tokens(&op).filter(|it| it.kind() == SyntaxKind::BARE_ID);
        let last = words.last()?;
        let is_float = last.text().starts_with('f') || last.text().starts_with("bf");
        similar.retain(|it| it.strip_prefix(name) == Some(if is_float { "f" } else { "i" }));
    }
    match similar[..] {
        [similar] => ctx.replace(format!("change to {dialect}.{similar}"), format!("{dialect}.{similar}")),
        _ => None,
    }
}

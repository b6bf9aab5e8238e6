//! `transfer-in-bounds`: cuts the list, or fills it with `false`, which promises nothing.

use super::{FixContext, attributes, edit, fix, trimmed};
use crate::diagnostic::Fix;
use syntax::SyntaxKind;

pub(super) fn fixes(ctx: &FixContext<'_>) -> Vec<Fix> {
    // `2 entries for 1 dimension`
    let asked = ctx.message.split_once(" for ").and_then(|it| it.1.split(' ').next()?.parse::<usize>().ok());
    let list = ctx.operation().and_then(|it| attributes::value(&it, "in_bounds"));
    let (Some(asked), Some(list)) = (asked, list.filter(|it| it.kind() == SyntaxKind::ARRAY_ATTRIBUTE))
    else {
        return Vec::new();
    };
    let mut entries: Vec<String> = list.children().map(|it| ctx.text_of(trimmed(&it))).collect();
    // No vector has so many dimensions that this matters.
    entries.resize(asked.min(entries.len() + 64), "false".to_owned());
    let text = format!("[{}]", entries.join(", "));
    fix(format!("write {text}"), vec![edit(trimmed(&list), text)])
}

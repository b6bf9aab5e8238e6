//! `expected-token`: inserts the punctuation or the keyword, or writes it in place of a misspelling.

use super::{FixContext, fix, insertion};
use crate::default_dialect::is_similar;
use crate::diagnostic::Fix;
use syntax::SyntaxKind;

pub(super) fn fixes(ctx: &FixContext<'_>) -> Vec<Fix> {
    let wanted = ctx.message.strip_prefix("expected '").and_then(|it| it.split_once("', found "));
    let (Some((wanted, _)), Some(before)) = (wanted, ctx.token_before()) else { return Vec::new() };
    if wanted.contains('\'') {
        return Vec::new();
    }
    let is_word = wanted.bytes().all(|it| it.is_ascii_alphabetic() || it == b'_');
    let found = ctx.token().filter(|it| it.text_range() == ctx.range);
    if let Some(found) = found.filter(|it| is_word && it.kind() == SyntaxKind::BARE_ID)
        && is_similar(found.text(), wanted)
    {
        return ctx.replace(format!("change to {wanted}"), wanted);
    }
    let text = match wanted {
        "," | ")" | "]" | ">" => wanted.to_owned(),
        ":" | "=" | "->" => format!(" {wanted}"),
        _ if is_word => format!(" {wanted}"),
        _ => return Vec::new(),
    };
    fix(format!("insert {wanted}"), vec![insertion(before.text_range().end(), text)])
}

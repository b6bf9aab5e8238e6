//! `parallel-reduction-syntax`: quotes the reductions, or deletes an empty clause.

use super::{FixContext, edit, fix, tokens};
use crate::diagnostic::Fix;
use syntax::{SyntaxKind, TextRange};

pub(super) fn fixes(ctx: &FixContext<'_>) -> Vec<Fix> {
    let Some(list) = ctx.around(SyntaxKind::REDUCTIONS) else { return Vec::new() };
    let words: Vec<_> = tokens(&list).filter(|it| it.kind() == SyntaxKind::BARE_ID).collect();
    if words.is_empty() {
        let keyword = tokens(&list).next().and_then(|it| super::previous_token(&it));
        let Some(keyword) = keyword.filter(|it| it.text() == "reduce" && tokens(&list).count() == 2) else {
            return Vec::new();
        };
        let range = TextRange::new(keyword.text_range().start(), super::trimmed(&list).end());
        return fix("delete the clause", vec![ctx.deletion(range)]);
    }
    let quoted = words.iter().map(|it| edit(it.text_range(), format!("\"{}\"", it.text())));
    fix("add quotes", quoted.collect())
}

//! `redundant-minmax-keyword`: deletes it.

use super::{FixContext, edit, fix, next_token};
use crate::diagnostic::Fix;
use syntax::{SyntaxKind, SyntaxToken, TextRange};

pub(super) fn fixes(ctx: &FixContext<'_>) -> Vec<Fix> {
    let Some(keyword) = ctx.token() else { return Vec::new() };
    let Some(next) = next_token(&keyword) else { return Vec::new() };
    let title = format!("delete {}", keyword.text());
    let up_to = |it: &SyntaxToken| TextRange::new(ctx.range.start(), it.text_range().start());
    match ctx.around(SyntaxKind::PARALLEL_BOUND) {
        Some(group) => {
            let last = super::tokens(&group).last().filter(|it| it.kind() == SyntaxKind::R_PAREN);
            let (Some(last), Some(first)) = (last, next_token(&next)) else { return Vec::new() };
            fix(title, vec![edit(up_to(&first), ""), edit(last.text_range(), "")])
        }
        None => fix(title, vec![edit(up_to(&next), "")]),
    }
}

//! `redundant-minmax-keyword`: deletes it.

use super::{FixContext, edit, fix, next_token};
use crate::diagnostic::Fix;
use syntax::{SyntaxKind, SyntaxToken, TextRange};

pub(crate) fn fixes(ctx: &FixContext<'_>) -> Option<Vec<Fix>> {
    let keyword = ctx.token()?;
    let next = next_token(&keyword)?;
    let title = format!("delete {}", keyword.text());
    let up_to = |it: &SyntaxToken| TextRange::new(ctx.range.start(), it.text_range().start());
    match ctx.around(SyntaxKind::PARALLEL_BOUND) {
        Some(group) => {
            let last = super::tokens(&group).last().filter(|it| it.kind() == SyntaxKind::R_PAREN);
            let (last, first) = (last?, next_token(&next)?);
            fix(title, vec![edit(up_to(&first), ""), edit(last.text_range(), "")])
        }
        None => fix(title, vec![edit(up_to(&next), "")]),
    }
}

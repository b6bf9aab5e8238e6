//! `unranked-memref-layout`: deletes the layout.

use super::{FixContext, edit, fix};
use crate::diagnostic::Fix;
use syntax::{SyntaxKind, TextRange};

pub(super) fn fixes(ctx: &FixContext<'_>) -> Vec<Fix> {
    let Some(comma) = ctx.token_before().filter(|it| it.kind() == SyntaxKind::COMMA) else {
        return Vec::new();
    };
    let range = TextRange::new(comma.text_range().start(), ctx.range.end());
    fix("delete the layout", vec![edit(range, "")])
}

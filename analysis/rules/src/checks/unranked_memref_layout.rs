//! Quick fix of `unranked-memref-layout`: deletes the layout.

use crate::diagnostic::Fix;
use crate::fixes::{FixContext, edit, fix};
use syntax::{SyntaxKind, TextRange};

pub(crate) fn fixes(ctx: &FixContext<'_>) -> Option<Vec<Fix>> {
    let comma = ctx.token_before().filter(|it| it.kind() == SyntaxKind::COMMA)?;
    let range = TextRange::new(comma.text_range().start(), ctx.range.end());
    fix("delete the layout", vec![edit(range, "")])
}

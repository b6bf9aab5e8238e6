//! Quick fix of `vector-element-type`: a vector of vectors as one of more dimensions.

use crate::diagnostic::Fix;
use crate::fixes::{FixContext, edit, fix, tokens, trimmed};
use syntax::{SyntaxKind, TextRange};

pub(crate) fn fixes(ctx: &FixContext<'_>) -> Option<Vec<Fix>> {
    let inner = ctx.around(SyntaxKind::VECTOR_TYPE).filter(|it| trimmed(it) == ctx.range)?;
    let open = tokens(&inner).nth(1).filter(|it| it.kind() == SyntaxKind::L_ANGLE);
    let close = tokens(&inner).last().filter(|it| it.kind() == SyntaxKind::R_ANGLE);
    let (open, close) = (open?, close?);
    let head = TextRange::new(ctx.range.start(), open.text_range().end());
    fix("write one vector of all dimensions", vec![edit(head, ""), edit(close.text_range(), "")])
}

//! `alias-missing-equals`: inserts `=`.

use super::{FixContext, fix, insertion};
use crate::diagnostic::Fix;
use syntax::SyntaxKind;

pub fn fixes(ctx: &FixContext<'_>) -> Option<Vec<Fix>> {
    match (ctx.token(), ctx.token_before()) {
        (Some(token), _) if token.kind() == SyntaxKind::COLON => ctx.replace("change to =", " ="),
        (_, Some(before)) => fix("insert =", vec![insertion(before.text_range().end(), " =")]),
        _ => None,
    }
}

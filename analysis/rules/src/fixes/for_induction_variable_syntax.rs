//! `for-induction-variable-syntax`: makes the index one name.

use super::{FixContext, fix, insertion};
use crate::diagnostic::Fix;
use syntax::SyntaxKind;

pub fn fixes(ctx: &FixContext<'_>) -> Option<Vec<Fix>> {
    match ctx.token().map(|it| it.kind()) {
        Some(SyntaxKind::BARE_ID) => fix("insert %", vec![insertion(ctx.range.start(), "%")]),
        Some(SyntaxKind::COLON) => ctx.delete("delete the type"),
        Some(SyntaxKind::HASH_ID) => ctx.delete("delete the number"),
        _ => None,
    }
}

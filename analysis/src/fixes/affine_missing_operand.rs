//! `affine-missing-operand`: deletes the operator or comma that has nothing on one side; compares with 0.

use super::{FixContext, fix, insertion};
use crate::diagnostic::Fix;
use syntax::SyntaxKind;

pub(super) fn fixes(ctx: &FixContext<'_>) -> Vec<Fix> {
    let Some(token) = ctx.token() else { return Vec::new() };
    let place = token.text_range();
    match token.kind() {
        SyntaxKind::COMMA => ctx.delete("delete the comma"),
        SyntaxKind::PLUS | SyntaxKind::MINUS | SyntaxKind::STAR | SyntaxKind::BARE_ID => {
            ctx.delete(format!("delete {}", token.text()))
        }
        SyntaxKind::GT_EQ | SyntaxKind::LT_EQ | SyntaxKind::EQ_EQ | SyntaxKind::EQ => {
            if ctx.message.contains("left") {
                fix("compare 0", vec![insertion(place.start(), "0 ")])
            } else {
                fix("compare with 0", vec![insertion(ctx.range.end(), " 0")])
            }
        }
        _ => Vec::new(),
    }
}

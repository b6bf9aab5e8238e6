//! `affine-missing-operand`: deletes the operator or comma that has nothing on one side; compares with 0.

use super::{FixContext, fix, insertion};
use crate::diagnostic::Fix;
use syntax::{SyntaxKind, SyntaxToken};

pub fn fixes(ctx: &FixContext<'_>) -> Option<Vec<Fix>> {
    let token = ctx.token()?;
    let place = token.text_range();
    match token.kind() {
        SyntaxKind::COMMA => ctx.delete("delete the comma"),
        SyntaxKind::PLUS | SyntaxKind::MINUS | SyntaxKind::STAR | SyntaxKind::BARE_ID => {
            ctx.delete(format!("delete {}", token.text()))
        }
        SyntaxKind::GT_EQ | SyntaxKind::LT_EQ | SyntaxKind::EQ_EQ | SyntaxKind::EQ => {
            let is_first = |it: &SyntaxToken| matches!(it.text(), "(" | "," | ":");
            if ctx.token_before().as_ref().is_some_and(is_first) {
                fix("compare 0", vec![insertion(place.start(), "0 ")])
            } else {
                fix("compare with 0", vec![insertion(ctx.range.end(), " 0")])
            }
        }
        _ => None,
    }
}

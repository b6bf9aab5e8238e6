//! `affine-unknown-operator`: writes the operator that other languages write so, or the one that is missing.

use super::{FixContext, fix, insertion};
use crate::diagnostic::Fix;
use syntax::SyntaxKind;

pub(super) fn fixes(ctx: &FixContext<'_>) -> Vec<Fix> {
    let Some(token) = ctx.token() else { return Vec::new() };
    match token.text() {
        "/" => ctx.replace("change to floordiv", "floordiv"),
        "%" => ctx.replace("change to mod", "mod"),
        _ if ctx.message.contains("use mod") => {
            let text = format!("mod {}", token.text().trim_start_matches('%'));
            ctx.replace("change to mod", text)
        }
        _ if matches!(token.kind(), SyntaxKind::BARE_ID | SyntaxKind::L_PAREN | SyntaxKind::PERCENT_ID) => {
            fix("insert *", vec![insertion(token.text_range().start(), "* ")])
        }
        _ => Vec::new(),
    }
}

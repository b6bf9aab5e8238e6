//! `affine-unknown-operator`: writes the operator that other languages write so, or the one that is missing.

use super::{FixContext, fix, insertion};
use crate::diagnostic::Fix;
use syntax::SyntaxKind;

pub fn fixes(ctx: &FixContext<'_>) -> Option<Vec<Fix>> {
    let token = ctx.token()?;
    match token.text() {
        "/" => ctx.replace("change to floordiv", "floordiv"),
        "%" => ctx.replace("change to mod", "mod"),
        // `%` is not an operator, and a value is not an input of a map or set.
        text if text.starts_with('%') && ctx.map_or_set().is_some() => {
            let text = format!("mod {}", token.text().trim_start_matches('%'));
            ctx.replace("change to mod", text)
        }
        _ if matches!(token.kind(), SyntaxKind::BARE_ID | SyntaxKind::L_PAREN | SyntaxKind::PERCENT_ID) => {
            fix("insert *", vec![insertion(token.text_range().start(), "* ")])
        }
        _ => None,
    }
}

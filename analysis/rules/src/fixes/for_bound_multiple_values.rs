//! `for-bound-multiple-values`: writes a map whose results are the values.

use super::{FixContext, edit, fix};
use crate::diagnostic::Fix;
use syntax::SyntaxKind;

pub fn fixes(ctx: &FixContext<'_>) -> Option<Vec<Fix>> {
    let is_lower = ctx.around(SyntaxKind::LOWER_BOUND).is_some();
    let keyword = if is_lower { "max" } else { "min" };
    let text = ctx.text();
    let dims = (0..text.split(',').count()).map(|it| format!("d{it}")).collect::<Vec<_>>().join(", ");
    let map = format!("affine_map<({dims}) -> ({dims})>({text})");
    let has_keyword = ctx.token_before().is_some_and(|it| matches!(it.text(), "max" | "min"));
    let insert = if has_keyword { map } else { format!("{keyword} {map}") };
    fix("write a map", vec![edit(ctx.range, insert)])
}

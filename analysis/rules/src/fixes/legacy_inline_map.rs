//! `legacy-inline-map`: writes `affine_map<…>` around the map.

use super::{FixContext, insertion, modernization};
use crate::diagnostic::Fix;

pub fn fixes(ctx: &FixContext<'_>) -> Option<Vec<Fix>> {
    wrap(ctx, "affine_map")
}

/// The fix that wraps the place in a keyword and angle brackets.
pub fn wrap(ctx: &FixContext<'_>, keyword: &str) -> Option<Vec<Fix>> {
    let edits = vec![insertion(ctx.range.start(), format!("{keyword}<")), insertion(ctx.range.end(), ">")];
    modernization(format!("write {keyword}<…>"), edits)
}

//! `legacy-inline-map`: writes `affine_map<…>` around the map.

use super::{FixContext, insertion};
use crate::diagnostic::Fix;

pub(super) fn fixes(ctx: &FixContext<'_>) -> Vec<Fix> {
    wrap(ctx, "affine_map")
}

/// The fix that wraps the place in a keyword and angle brackets.
pub(super) fn wrap(ctx: &FixContext<'_>, keyword: &str) -> Vec<Fix> {
    let edits = vec![insertion(ctx.range.start(), format!("{keyword}<")), insertion(ctx.range.end(), ">")];
    vec![Fix { title: format!("write {keyword}<…>"), edits, modernizes: true, guesses: false }]
}

//! `map-set-body-mismatch`: exchanges the keyword.

use super::FixContext;
use crate::diagnostic::Fix;

pub(super) fn fixes(ctx: &FixContext<'_>) -> Vec<Fix> {
    let other = if ctx.text() == "affine_map" { "affine_set" } else { "affine_map" };
    ctx.replace(format!("change to {other}"), other)
}

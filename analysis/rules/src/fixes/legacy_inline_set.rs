//! `legacy-inline-set`: writes `affine_set<…>` around the set.

use super::FixContext;
use super::legacy_inline_map::wrap;
use crate::diagnostic::Fix;

pub fn fixes(ctx: &FixContext<'_>) -> Option<Vec<Fix>> {
    wrap(ctx, "affine_set")
}

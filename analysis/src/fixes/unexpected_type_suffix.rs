//! `unexpected-type-suffix`: deletes the type.

use super::FixContext;
use crate::diagnostic::Fix;

pub(super) fn fixes(ctx: &FixContext<'_>) -> Vec<Fix> {
    ctx.delete("delete the type")
}

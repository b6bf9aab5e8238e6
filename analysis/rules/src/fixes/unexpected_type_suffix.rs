//! `unexpected-type-suffix`: deletes the type.

use super::FixContext;
use crate::diagnostic::Fix;

pub fn fixes(ctx: &FixContext<'_>) -> Option<Vec<Fix>> {
    ctx.delete("delete the type")
}

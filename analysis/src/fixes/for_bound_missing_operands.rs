//! `for-bound-missing-operands`: inserts `()`.

use super::{FixContext, fix, insertion};
use crate::diagnostic::Fix;

pub(super) fn fixes(ctx: &FixContext<'_>) -> Vec<Fix> {
    fix("insert ()", vec![insertion(ctx.range.end(), "()")])
}

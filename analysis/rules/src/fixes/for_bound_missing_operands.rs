//! `for-bound-missing-operands`: inserts `()`.

use super::{FixContext, fix, insertion};
use crate::diagnostic::Fix;

pub fn fixes(ctx: &FixContext<'_>) -> Option<Vec<Fix>> {
    fix("insert ()", vec![insertion(ctx.range.end(), "()")])
}

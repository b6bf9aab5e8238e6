//! `prefetch-cache-specifier`: data, or instructions.

use super::FixContext;
use super::prefetch_rw_specifier::either;
use crate::diagnostic::Fix;

pub fn fixes(ctx: &FixContext<'_>) -> Option<Vec<Fix>> {
    either(ctx, ["data", "instr"])
}

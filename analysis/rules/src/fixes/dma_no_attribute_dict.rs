//! `dma-no-attribute-dict`: deletes the attributes.

use super::FixContext;
use crate::diagnostic::Fix;

pub fn fixes(ctx: &FixContext<'_>) -> Option<Vec<Fix>> {
    ctx.delete("delete the attributes")
}

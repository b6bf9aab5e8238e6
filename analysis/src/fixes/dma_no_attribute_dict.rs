//! `dma-no-attribute-dict`: deletes the attributes.

use super::FixContext;
use crate::diagnostic::Fix;

pub(super) fn fixes(ctx: &FixContext<'_>) -> Vec<Fix> {
    ctx.delete("delete the attributes")
}

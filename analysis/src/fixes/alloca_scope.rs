//! `alloca-scope`: `memref.alloc`, whose memory nothing has to free.

use super::{FixContext, edit, fix, written_name};
use crate::diagnostic::Fix;

pub(super) fn fixes(ctx: &FixContext<'_>) -> Vec<Fix> {
    let Some(name) = ctx.operation().and_then(|it| written_name(&it)) else { return Vec::new() };
    let today = name.text().replace("memref.alloca", "memref.alloc");
    fix("change to memref.alloc", vec![edit(name.text_range(), today)])
}

//! Quick fix of `alloca-scope`: `memref.alloc`, whose memory nothing has to free.

use crate::diagnostic::Fix;
use crate::fixes::{FixContext, edit, fix, written_name};

pub(crate) fn fixes(ctx: &FixContext<'_>) -> Option<Vec<Fix>> {
    let name = ctx.operation().and_then(|it| written_name(&it))?;
    let today = name.text().replace("memref.alloca", "memref.alloc");
    fix("change to memref.alloc", vec![edit(name.text_range(), today)])
}

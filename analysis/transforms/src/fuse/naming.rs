//! How offers about two nests are named.

use crate::offer::ActionContext;
use ir::OpId;

/// The code of the diagnostic that recommends it.
pub const HINT: &str = "fusion-opportunity";

pub const KIND: &str = "refactor.rewrite.affine.fuse";

/// The part of an id that tells which nests it is about.
pub(super) fn offsets(context: &ActionContext<'_>, (first, second): (OpId, OpId)) -> String {
    let start = |op: OpId| u32::from(context.starts.range(context.ir.ops[op].pointer).start());
    format!("{}:{}", start(first), start(second))
}

/// The line of an operation.
pub(super) fn line(context: &ActionContext<'_>, op: OpId) -> usize {
    context.text.line(context.starts.range(context.ir.ops[op].name_pointer).start())
}

//! How offers about two nests are named.

use crate::offer::ActionContext;
use crate::parameter::{Parameter, Parameters};
use crate::request::Request;
use ir::OpId;
use syntax::TextSize;

/// The code of the diagnostic that recommends it.
pub const HINT: &str = "fusion-opportunity";

pub const KIND: &str = "refactor.rewrite.affine.fuse";

pub(super) const FORM: Parameter = Parameter::word(
    "form",
    &[COPY, BUFFER, MERGE, SHIFT, OTHERS],
    "how nests are fused that cannot simply move: a copy of the producer, a buffer of its own, iteration by iteration",
);
pub(super) const COPY: &str = "copy";
pub(super) const BUFFER: &str = "buffer";
pub(super) const MERGE: &str = "merge";
pub(super) const SHIFT: &str = "shift";
/// Of nests about which nothing was asked.
pub(super) const OTHERS: &str = "others";

pub(super) const DEPTH: Parameter = Parameter::number("depth", 1, "how many loops the fused nests share");

pub static PARAMETERS: &[Parameter] = &[FORM, DEPTH];

/// Where two nests start.
pub(super) fn places(context: &ActionContext<'_>, (first, second): (OpId, OpId)) -> Vec<TextSize> {
    [first, second].map(|it| context.starts.range(context.ir.ops[it].pointer).start()).to_vec()
}

/// The request for a fusion of two nests.
pub(super) fn request(context: &ActionContext<'_>, nests: (OpId, OpId), parameters: Parameters) -> Request {
    Request::Transform { kind: KIND, at: places(context, nests), parameters }
}

/// The line of an operation.
pub(super) fn line(context: &ActionContext<'_>, op: OpId) -> usize {
    context.text.line(context.starts.range(context.ir.ops[op].name_pointer).start())
}

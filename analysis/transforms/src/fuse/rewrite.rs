//! The text of fused nests.

pub(super) mod base_expression;
pub(super) mod buffer;
pub(super) mod carried;
pub(super) mod emitter;
pub(super) mod merge;
pub(super) mod merging;
pub(super) mod places;
pub(super) mod shift;
pub(super) mod slice;

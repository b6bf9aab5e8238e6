//! `test`: MLIR's dialect for its own tests, of which only what they put around affine operations is known.

use crate::ods::{OpText, op};

pub(super) const OPERATIONS: &[OpText<'static>] =
    &[op(&["affine_scope"]).regions("AnyRegion:$region").traits("AffineScope")];

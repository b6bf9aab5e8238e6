//! `test`: MLIR's dialect for its own tests, known only as far as those tests put it around affine operations.

use crate::ods::{OpText, op};

pub(super) const OPERATIONS: &[OpText<'static>] =
    &[op(&["affine_scope"]).regions("AnyRegion:$region").traits("AffineScope")];

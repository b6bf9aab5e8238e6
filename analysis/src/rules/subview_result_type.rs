//! `subview-result-type`: the type of a view that does not follow from its offsets, sizes and strides.

use crate::types::MemRefType;
use std::fmt;

/// A view that has another type.
#[derive(Debug, PartialEq)]
pub(crate) struct View {
    pub(crate) ty: MemRefType,
    pub(crate) why: String,
}

impl fmt::Display for View {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { ty, why } = self;
        write!(f, "the view has type {ty}, without some of its sizes of 1 if wanted: {why}")
    }
}

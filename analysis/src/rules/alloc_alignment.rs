//! `alloc-alignment`: an alignment that is no power of two.

use std::fmt;

/// An alignment of a number of bits that does not fit.
#[derive(Debug, PartialEq)]
pub(crate) struct Alignment {
    pub(crate) width: u32,
}

impl fmt::Display for Alignment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "an alignment is a power of two of type i{}", self.width)
    }
}

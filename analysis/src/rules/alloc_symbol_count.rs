//! `alloc-symbol-count`: values for another number of symbols than the layout has.

use crate::map_operands::counted;
use std::fmt;

/// Values for the symbols of a layout.
#[derive(Debug, PartialEq)]
pub(crate) struct Symbols {
    pub(crate) asked: usize,
    pub(crate) given: usize,
}

impl fmt::Display for Symbols {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { asked, given } = *self;
        write!(f, "the layout has {}, {given} given", counted(asked, "symbol"))
    }
}

//! `transfer-in-bounds`: another number of entries than the transfer has dimensions.

use crate::map_operands::counted;
use std::fmt;

/// Entries for the dimensions of a transfer.
#[derive(Debug, PartialEq)]
pub(crate) struct Entries {
    pub(crate) given: usize,
    pub(crate) asked: usize,
}

impl fmt::Display for Entries {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let noun = if self.given == 1 { "entry" } else { "entries" };
        write!(f, "{} {noun} for {}", self.given, counted(self.asked, "dimension"))
    }
}

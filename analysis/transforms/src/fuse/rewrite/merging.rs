//! A nest whose outer loops go, and the one whose loops stay.

use crate::fuse::merge::levels::Level;
use crate::rewrite::RootText;
use ir::{Ir, OpId};

/// The host keeps its loops; the guest's body joins them.
pub(crate) struct Merging<'a> {
    pub ir: &'a Ir,
    /// The text of the nest that stays.
    pub host: &'a RootText<'a>,
    /// The text of the nest whose outer loops go.
    pub guest: &'a RootText<'a>,
    pub levels: &'a [Level],
    pub first_moves: bool,
}

impl Merging<'_> {
    pub(crate) fn host_loop(&self, level: &Level) -> OpId {
        if self.first_moves { level.second } else { level.first }
    }

    pub(crate) fn guest_loop(&self, level: &Level) -> OpId {
        if self.first_moves { level.first } else { level.second }
    }
}

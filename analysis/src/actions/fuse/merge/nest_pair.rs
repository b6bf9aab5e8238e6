//! Two nests of one block, and what their accesses have in common.

use crate::actions::fuse::nests::candidates::Nest;
use crate::actions::fuse::nests::facts::Facts;
use crate::actions::fuse::nests::joint_system::JointSystem;
use crate::ir::{Ir, OpId};
use crate::memory_effects::Effect;
use presburger::Budget;

/// Two nests and the code between them.
pub(crate) struct NestPair<'a> {
    pub(crate) ir: &'a Ir,
    pub(crate) facts: &'a Facts,
    pub(crate) first: &'a Nest,
    pub(crate) second: &'a Nest,
    pub(crate) between: &'a [OpId],
    pub(crate) budget: &'a Budget<'a>,
}

/// A pair of accesses that touch the same element in the points of the joint.
pub(crate) struct Conflict<'a> {
    pub(crate) source: &'a Effect,
    pub(crate) sink: &'a Effect,
    pub(crate) joint: JointSystem,
}

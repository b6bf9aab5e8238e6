//! Two nests of one block, and the memory that both access.

use crate::fuse::nests::candidates::Nest;
use crate::fuse::nests::facts::Facts;
use crate::fuse::nests::joint_system::JointSystem;
use ir::memory_effects::Effect;
use ir::{Ir, OpId};
use presburger::Budget;

/// Two nests and the code between them.
pub(crate) struct NestPair<'a> {
    pub ir: &'a Ir,
    pub facts: &'a Facts,
    pub first: &'a Nest,
    pub second: &'a Nest,
    pub between: &'a [OpId],
    pub budget: &'a Budget<'a>,
}

/// A pair of accesses that touch the same element in the points of the joint.
pub(crate) struct Conflict<'a> {
    pub source: &'a Effect,
    pub sink: &'a Effect,
    pub joint: JointSystem,
}

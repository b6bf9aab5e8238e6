//! Loop nests of one block: their effects, their access relations, what stands between them, and executions of two of them
//! together.

pub(super) mod between;
pub(super) mod candidates;
pub(super) mod facts;
pub(super) mod joint_system;
pub(super) mod judged;
pub(super) mod relations;
pub(super) mod unknown;
pub(super) mod views;

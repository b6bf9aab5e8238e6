//! Loop nests of one block: their effects, their access relations, the code between them, and joint executions of two of
//! them.

pub(super) mod between;
pub(super) mod candidates;
pub(super) mod facts;
pub(super) mod joint_system;
pub(super) mod judged;
pub(super) mod relations;
pub(super) mod unknown;
pub(super) mod views;

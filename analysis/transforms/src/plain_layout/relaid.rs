//! A memref that gets a plain layout, or why it keeps its own.

use super::shape::Shape;
use super::uses::users;
use crate::facts::Facts;
use crate::reason::Reason;
use ir::types::{Layout, MemRefType};
use ir::{OpId, ValueId, value_name};

/// A memref that gets a plain layout.
pub(super) struct Relaid {
    pub(super) memref: ValueId,
    pub(super) allocation: OpId,
    pub(super) shape: Shape,
    /// The operations that mention it, except its allocation.
    pub(super) users: Vec<OpId>,
}

impl Relaid {
    /// Refused where the layout is not known, or something sees it.
    pub(super) fn of(facts: &Facts<'_>, op: OpId, memref: ValueId, ty: &MemRefType) -> Result<Self, Reason> {
        let ir = facts.ir;
        let name = value_name(ir, memref);
        if matches!(ty.layout, Layout::Strided { .. }) && facts.memory.may_overlap(memref) {
            return Err(Reason::new(format!("different subscripts of `{name}` are the same element")));
        }
        let shape = Shape::of(ir, op, ty).ok_or_else(|| {
            Reason::new(format!("the layout of `{name}` is not known, or is no affine map over sizes"))
        })?;
        Ok(Self { memref, allocation: op, shape, users: users(ir, memref)? })
    }
}

//! Effects of operations on memory beyond dependences: every read and write with its memref, or *unknown*.

use crate::types::Type;
use crate::{AccessOp, Ir, Op, OpId, OpKind, ValueId};
use smallvec::{SmallVec, smallvec};

/// One read or write of one memref by one operation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Effect {
    pub op: OpId,
    pub memref: ValueId,
    pub writes: bool,
}

/// The effects of one operation itself, without the operations in its regions.
pub enum Own {
    /// These reads and writes, and nothing else that can be observed.
    Known(SmallVec<[Effect; 1]>),
    /// It may read or write anything.
    Unknown,
}

/// Everything that the operations in a piece of a program do.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Effects {
    /// In program order.
    pub known: Vec<Effect>,
    /// Operations with unknown effects.
    pub unknown: Vec<OpId>,
}

impl Effects {
    /// Of an operation and all inside it.
    pub fn of(ir: &Ir, root: OpId) -> Self {
        let mut found = Self::default();
        for op in subtree(ir, root) {
            match own(ir, op) {
                Own::Known(effects) => found.known.extend(effects),
                Own::Unknown => found.unknown.push(op),
            }
        }
        found
    }
}

/// An operation and all inside it, in program order.
pub fn subtree(ir: &Ir, root: OpId) -> Vec<OpId> {
    let mut found = Vec::new();
    let mut pending: SmallVec<[OpId; 8]> = smallvec![root];
    while let Some(op) = pending.pop() {
        found.push(op);
        for region in ir.ops[op].regions.iter().rev() {
            for block in ir.regions[*region].blocks.iter().rev() {
                pending.extend(ir.blocks[*block].ops.iter().rev().copied());
            }
        }
    }
    found
}

/// The effects of an operation itself.
pub fn own(ir: &Ir, op: OpId) -> Own {
    let data = &ir.ops[op];
    let effects = |list: &[(usize, bool)]| {
        let mut found = SmallVec::new();
        for (operand, writes) in list {
            let Some(memref) = data.operands.get(*operand).and_then(|it| it.value) else {
                return Own::Unknown;
            };
            match &ir.values[memref].ty {
                // A tensor is a value.
                Type::Tensor { .. } => {}
                Type::MemRef(_) | Type::UnrankedMemRef { .. } | Type::Unknown => {
                    found.push(Effect { op, memref, writes: *writes });
                }
                _ => return Own::Unknown,
            }
        }
        Own::Known(found)
    };
    if data.broken || data.operands.iter().any(|it| it.value.is_none()) || !data.successors.is_empty() {
        return Own::Unknown;
    }
    match &data.kind {
        OpKind::Access(access) => {
            return match access.op {
                AccessOp::Prefetch => Own::Known(SmallVec::new()),
                kind => effects(&[(access.memref, kind.writes())]),
            };
        }
        OpKind::DmaStart(_) | OpKind::DmaWait(_) => return Own::Unknown,
        OpKind::For(_)
        | OpKind::Parallel(_)
        | OpKind::If(_)
        | OpKind::Apply(_)
        | OpKind::Min(_)
        | OpKind::Max(_)
        | OpKind::Linearize { .. }
        | OpKind::Delinearize { .. }
        | OpKind::ConstantInteger(_)
        | OpKind::Yield
        | OpKind::Constant => return Own::Known(SmallVec::new()),
        OpKind::Other => {}
    }
    if data.has_trait("RecursivelySpeculatable") || data.regions.is_empty() && touches_nothing(data) {
        return Own::Known(SmallVec::new());
    }
    data.accesses().filter(|_| data.regions.is_empty()).map_or(Own::Unknown, |it| effects(&it))
}

/// Whether an operation touches no memory that was there before.
pub fn touches_nothing(op: &Op) -> bool {
    op.has_no_memory_effect() || op.only_allocates()
}

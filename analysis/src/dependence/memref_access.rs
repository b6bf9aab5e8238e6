//! Memref accesses: what the affine operations of an isolated op read and write.

use super::access_relation::{AccessRelation, TransferEnd, transfer_relation};
use super::{LoopDim, enclosing_loops, relation_of};
use crate::ir::{BlockId, Ir, OpId, OpKind, ValueId};
use crate::memory_effects::Memory;
use crate::report::AccessKind;
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// One load or store, or one end of a transfer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct MemrefAccess {
    pub(crate) op: OpId,
    pub(crate) part: AccessPart,
    pub(crate) kind: AccessKind,
    /// `None` where the name is not defined.
    pub(crate) memref: Option<ValueId>,
    /// The same value for all that may share memory with the memref.
    pub(crate) group: Option<ValueId>,
    /// Whether nobody but loads and stores of this function can know the memory.
    pub(crate) is_private: bool,
    /// The loops around it, outermost first.
    pub(crate) loops: Arc<[LoopDim]>,
}

/// What an access is of its operation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum AccessPart {
    /// All that a load or store does.
    Whole,
    /// One end of an `affine.dma_start`. The transfer takes its time: until an `affine.dma_wait` ends.
    Transfer(TransferEnd),
}

impl MemrefAccess {
    /// The access relation, or why it is not known.
    pub(crate) fn relation(&self, ir: &Ir) -> Result<AccessRelation, String> {
        match (self.part, &ir.ops[self.op].kind) {
            (AccessPart::Transfer(end), OpKind::DmaStart(dma)) => transfer_relation(ir, self.op, dma, end),
            _ => relation_of(ir, self.op),
        }
    }
}

/// Every affine access, in program order; a transfer reads before it writes.
///
/// The tag of a transfer is no data: like MLIR's own effects of `affine.dma_start` and `affine.dma_wait`, it is read at most.
pub(super) fn memref_accesses(ir: &Ir, memory: &Memory) -> Vec<MemrefAccess> {
    let mut accesses = Vec::new();
    let mut private: FxHashMap<ValueId, bool> = FxHashMap::default();
    let mut is_private =
        |it: ValueId| *private.entry(it).or_insert_with(|| memory.private_users(ir, it).is_some());
    // Accesses of one block share theirs.
    let mut loops: FxHashMap<BlockId, Arc<[LoopDim]>> = FxHashMap::default();
    for op in ir.walk() {
        let parts: &[(AccessPart, AccessKind)] = match &ir.ops[op].kind {
            OpKind::Access(access) if access.op.reads() => &[(AccessPart::Whole, AccessKind::Read)],
            OpKind::Access(access) if access.op.writes() => &[(AccessPart::Whole, AccessKind::Write)],
            OpKind::DmaStart(_) => &[
                (AccessPart::Transfer(TransferEnd::Source), AccessKind::Read),
                (AccessPart::Transfer(TransferEnd::Destination), AccessKind::Write),
            ],
            _ => continue,
        };
        for (part, kind) in parts {
            let operand = match (part, &ir.ops[op].kind) {
                (AccessPart::Transfer(end), OpKind::DmaStart(dma)) => end.place(dma).0,
                (_, OpKind::Access(access)) => access.memref,
                _ => continue,
            };
            let Some(memref) = ir.ops[op].operands.get(operand).map(|it| it.value) else { continue };
            accesses.push(MemrefAccess {
                op,
                part: *part,
                kind: *kind,
                memref,
                group: memref.map(|it| memory.group(it)),
                is_private: memref.is_some_and(&mut is_private),
                loops: loops
                    .entry(ir.ops[op].block)
                    .or_insert_with(|| enclosing_loops(ir, op).into())
                    .clone(),
            });
        }
    }
    accesses
}

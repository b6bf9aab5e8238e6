//! Operations whose accesses are not looked at and that may touch the memory of some: calls, whatever is not known. They depend on those accesses in ways that are not known, at every depth and in both directions.

use super::MemrefAccess;
use crate::memory::{Memory, Origins, Sharing, memory};
use crate::report::AccessKind;
use base::at_once::takes_long;
use base::isolated_op::IsolatedOp;
use ir::memory_effects;
use ir::memory_effects::{Own, own};
use ir::{DmaStart, DmaWait, Ir, OpId, OpKind, ValueId, meaning_of};
use std::sync::Arc;

/// The unknown effects of one operation on one memory.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unanalysed {
    pub op: OpId,
    /// `None` where it may be any memory that more than its own function can reach.
    pub memref: Option<ValueId>,
    /// The memory that the memref may refer to.
    pub origins: Option<Origins>,
    pub reads: bool,
    pub writes: bool,
}

impl Unanalysed {
    /// Whether both may touch the same element, and one of them write it.
    pub fn may_conflict(&self, access: &MemrefAccess) -> bool {
        let shares = match &self.origins {
            None => !access.is_private,
            Some(origins) => access.origins.may_share(origins),
        };
        shares && (self.writes || access.kind == AccessKind::Write)
    }

    /// As [`Unanalysed::may_conflict`].
    pub fn may_conflict_with(&self, other: &Unanalysed) -> bool {
        let shares = match (&self.origins, &other.origins) {
            (Some(own), Some(others)) => own.may_share(others),
            _ => true,
        };
        shares && (self.writes || other.writes)
    }

    /// Why more is not known.
    pub fn reason(&self, ir: &Ir) -> String {
        let data = &ir.ops[self.op];
        let memref = self.memref.map(|it| &ir.values[it].name);
        match (&data.kind, memref, &data.symbol) {
            (OpKind::DmaWait(_), _, _) => "transfers end at `affine.dma_wait`".to_owned(),
            (_, Some(name), _) => format!("`{}` may touch any element of `{name}`", data.name),
            (_, None, Some(callee)) => format!("`{}` of `{callee}` may touch any memory", data.name),
            _ => format!("`{}` may touch any memory", data.name),
        }
    }
}

/// All of an isolated op, in program order.
#[salsa::tracked(returns(ref))]
pub(super) fn unanalysed<'db>(db: &'db dyn salsa::Database, op: IsolatedOp<'db>) -> Arc<[Unanalysed]> {
    takes_long(db);
    let (ir, memory) = (meaning_of(db, op), memory(db, op));
    let mut found = Vec::new();
    for op in ir.walk() {
        let mut add = |memref: Option<ValueId>, reads: bool, writes: bool| {
            let origins = memref.map(|it| memory.origins(it).clone());
            found.push(Unanalysed { op, memref, origins, reads, writes });
        };
        match &ir.ops[op].kind {
            OpKind::DmaWait(wait) => match transfers_ended_by(ir, memory, op, wait) {
                ended if ended.is_empty() => add(None, true, true),
                ended => ended.into_iter().for_each(|(memref, writes)| add(Some(memref), true, writes)),
            },
            OpKind::Other if !touches_nothing(ir, op) && ir.touches(op).is_empty() => match own(ir, op) {
                Own::Known(effects) => {
                    effects.iter().for_each(|it| add(Some(it.memref), !it.writes, it.writes));
                }
                Own::Unknown => add(None, true, true),
            },
            _ => {}
        }
    }
    found.into()
}

/// The memrefs of the transfers that a wait may end, each with whether it is written.
fn transfers_ended_by(ir: &Ir, memory: &Memory, op: OpId, wait: &DmaWait) -> Vec<(ValueId, bool)> {
    let operand = |op: OpId, index: usize| ir.ops[op].operands.get(index)?.value;
    let Some(tag) = operand(op, wait.tag.0) else { return Vec::new() };
    let mut ended: Vec<(ValueId, bool)> = Vec::new();
    for (start, data) in ir.ops.iter() {
        let OpKind::DmaStart(transfer) = &data.kind else { continue };
        let DmaStart { source, destination, tag: other, .. } = &**transfer;
        if operand(start, other.0).is_some_and(|it| memory.sharing(it, tag) == Sharing::None) {
            continue;
        }
        for (memref, writes) in [(source.0, false), (destination.0, true)] {
            let place = operand(start, memref).map(|it| (it, writes));
            ended.extend(place.filter(|it| !ended.contains(it)));
        }
    }
    ended
}

/// Whether an operation touches no memory by itself: those in its regions speak for themselves.
pub(super) fn touches_nothing(ir: &Ir, op: OpId) -> bool {
    let data = &ir.ops[op];
    // An assertion and a hint touch nothing, and a tensor is a value, whatever order MLIR keeps them in.
    let is_harmless = matches!(&*data.name, "cf.assert" | "memref.prefetch" | "tensor.parallel_insert_slice");
    // The end of a memory's life depends on nothing but its beginning.
    is_harmless
        || data.is_deallocation()
        || ["RecursiveMemoryEffects", "Symbol", "SymbolTable"].iter().any(|it| data.has_trait(it))
        || memory_effects::touches_nothing(data)
}

//! Memref accesses: what the operations of an isolated op read and write by subscripts.

use super::access_relation::{
    AccessRelation, Delinearized, TransferEnd, access_relation, delinearized, is_fixed, transfer_relation,
};
use super::subscripts::Subscripts;
use super::{LoopDim, enclosing_loops, repeats, surely_runs};
use crate::memory::{Memory, Origins, classes};
use crate::report::AccessKind;
use ir::touches::Touch;
use ir::{BlockId, Definition, Ir, OpId, OpKind, ValueId};
use rustc_hash::FxHashMap;
use smallvec::{SmallVec, smallvec};
use std::sync::Arc;

/// One load or store, or one end of a transfer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MemrefAccess {
    pub op: OpId,
    pub part: AccessPart,
    pub kind: AccessKind,
    /// `None` where the name is not defined.
    pub memref: Option<ValueId>,
    /// What the memref may refer to.
    pub origins: Origins,
    /// Of all accesses that may share memory directly or by way of others; `None` without a memref.
    pub class: Option<usize>,
    /// Whether different subscripts may be one element.
    pub may_overlap: bool,
    /// How many of the loops have a memref of its own in each iteration, the outermost ones.
    pub varies_within: usize,
    /// How many of the loops make the memory anew in each iteration, the outermost ones: nothing in it is carried by them.
    pub made_within: usize,
    /// Whether nobody but loads and stores of this function can know the memory.
    pub is_private: bool,
    /// The loops around it, outermost first.
    pub loops: Arc<[LoopDim]>,
    /// Whether nothing but these loops and conditions that are analysed decides whether it runs, and it then touches all
    /// elements of its relation.
    pub is_certain: bool,
    /// Whether something around it that is none of these loops may run it several times.
    pub is_repeated: bool,
    /// The access relation, where it is kept.
    known: Option<Arc<AccessRelation>>,
}

/// What an access is of its operation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum AccessPart {
    /// All that a load or store does.
    Whole,
    /// One end of an `affine.dma_start`. The transfer takes its time: until an `affine.dma_wait` ends.
    Transfer(TransferEnd),
}

impl MemrefAccess {
    /// The access relation, or why it is not known.
    pub fn relation(&self, ir: &Ir) -> Result<Arc<AccessRelation>, String> {
        if let Some(known) = &self.known {
            return Ok(known.clone());
        }
        let relation = match (self.part, &ir.ops[self.op].kind) {
            (AccessPart::Transfer(end), OpKind::DmaStart(dma)) => transfer_relation(ir, self.op, dma, end),
            _ => match ir.touches(self.op).iter().find(|it| self.kind.is_of(it)) {
                Some(touch) => access_relation(ir, self.op, touch),
                None => Err(format!("`{}` is no affine access", ir.ops[self.op].name)),
            },
        };
        relation.map(Arc::new)
    }

    /// The access relation of digits, where subscripts are over products.
    pub(super) fn delinearized(&self, ir: &Ir) -> Option<Delinearized> {
        let touches = ir.touches(self.op);
        delinearized(ir, self.op, touches.iter().find(|it| self.kind.is_of(it))?)
    }
}

/// Every access whose subscripts can be looked at, in program order; what does both reads before it writes.
///
/// The tag of a transfer is no data: like MLIR's own effects of `affine.dma_start` and `affine.dma_wait`, it is read at most.
pub(super) fn memref_accesses(ir: &Ir, memory: &Memory, subscripts: &Subscripts) -> Vec<MemrefAccess> {
    let mut accesses = Vec::new();
    let mut private: FxHashMap<ValueId, bool> = FxHashMap::default();
    let mut is_private =
        |it: ValueId| *private.entry(it).or_insert_with(|| memory.private_users(ir, it).is_some());
    // Accesses of one block share theirs.
    let mut of_block: FxHashMap<BlockId, (Arc<[LoopDim]>, bool, bool)> = FxHashMap::default();
    for op in ir.walk() {
        for (part, kind, operand, touches_all) in parts(ir, op) {
            let Some(memref) = ir.ops[op].operands.get(operand).map(|it| it.value) else { continue };
            let repeats = |it: OpId| !ir.is_counted_loop(it) && repeats(ir, it);
            let around =
                || (enclosing_loops(ir, op).into(), surely_runs(ir, op), ir.ancestors(op).any(repeats));
            let (loops, surely_runs, is_repeated) =
                of_block.entry(ir.ops[op].block).or_insert_with(around).clone();
            accesses.push(MemrefAccess {
                op,
                part,
                kind,
                memref,
                origins: memref.map(|it| memory.origins(it).clone()).unwrap_or_default(),
                class: None,
                may_overlap: memref.is_some_and(|it| memory.may_overlap(it)),
                varies_within: memref.map_or(0, |it| varies_within(ir, it)),
                made_within: memref.map_or(0, |it| made_within(ir, it, &loops)),
                is_private: memref.is_some_and(&mut is_private),
                loops,
                is_certain: surely_runs && touches_all,
                is_repeated,
                known: subscripts.of_element(op),
            });
        }
    }
    let classes = classes(accesses.iter().map(|it| &it.origins));
    for (access, class) in accesses.iter_mut().zip(classes) {
        access.class = access.memref.map(|_| class);
    }
    accesses
}

/// What an operation reads and then writes, each with the operand that is the memref and whether all its elements are
/// touched for certain.
fn parts(ir: &Ir, op: OpId) -> SmallVec<[(AccessPart, AccessKind, usize, bool); 2]> {
    if let OpKind::DmaStart(dma) = &ir.ops[op].kind {
        let at = |end: TransferEnd, kind| (AccessPart::Transfer(end), kind, end.place(dma).0, true);
        return smallvec![
            at(TransferEnd::Source, AccessKind::Read),
            at(TransferEnd::Destination, AccessKind::Write)
        ];
    }
    let touches = ir.touches(op);
    let of_kind = |kind: AccessKind| {
        let found = touches.iter().find(|it| kind.is_of(it));
        found.map(|it| (AccessPart::Whole, kind, it.memref, it.elements.are_certain()))
    };
    [AccessKind::Read, AccessKind::Write].into_iter().filter_map(of_kind).collect()
}

impl AccessKind {
    /// Whether it is what is done with the memref.
    fn is_of(self, touch: &Touch<'_>) -> bool {
        match self {
            AccessKind::Read => touch.reads,
            AccessKind::Write => touch.writes,
        }
    }
}

/// How many of the loops around the definition of a memref have another memref under its name in each iteration: none
/// where it is a view that is the same each time, or [made](MemrefAccess::made_within) there.
fn varies_within(ir: &Ir, memref: ValueId) -> usize {
    let around = match ir.values[memref].definition {
        Definition::Result { op, .. } if ir.ops[op].is_allocation() => return 0,
        Definition::Result { op, .. } => Some(op),
        Definition::Argument { block, .. } => ir.blocks[block].ops.first().copied(),
    };
    let loops = around.map_or(0, |it| enclosing_loops(ir, it).len());
    if loops == 0 || is_fixed(ir, memref) { 0 } else { loops }
}

fn made_within(ir: &Ir, memref: ValueId, loops: &[LoopDim]) -> usize {
    loops.iter().take_while(|it| is_made_inside(ir, memref, it.op)).count()
}

/// Views of views are followed this far.
const MAX_VIEWS: usize = 16;

/// Whether each iteration of the loop allocates the memory, or takes a view of what it has allocated.
pub fn is_made_inside(ir: &Ir, memref: ValueId, op: OpId) -> bool {
    let mut value = memref;
    for _ in 0..MAX_VIEWS {
        let Some(definition) = ir.defining_op(value).filter(|it| *it != op && ir.is_within(*it, op)) else {
            return false;
        };
        let data = &ir.ops[definition];
        if data.is_allocation() {
            return true;
        }
        let viewed = data.operands.first().filter(|_| data.is_view_like());
        let Some(viewed) = viewed.and_then(|it| it.value) else { return false };
        value = viewed;
    }
    false
}

/// Whether the iterations of loops in an operation have memrefs of their own under one name.
pub fn varies_inside(ir: &Ir, memref: ValueId, root: OpId) -> bool {
    let is_inside = match ir.values[memref].definition {
        Definition::Result { op, .. } => op != root && ir.is_within(op, root),
        Definition::Argument { block, .. } => {
            ir.regions[ir.blocks[block].parent].parent.is_some_and(|it| ir.is_within(it, root))
        }
    };
    is_inside && varies_within(ir, memref) > 0
}

//! Accesses apart from their spelling: the elements of a memref that an operation reads and writes.

use crate::loops::{Detail, LaneDims};
use crate::types::{Type, VectorDim};
use crate::{Access, AccessOp, AppliedMap, Ir, OpId, OpKind, Transfer, ValueId};
use smallvec::{SmallVec, smallvec};
use std::borrow::Cow;
use std::ops::Range;

/// A read or a write of one memref by an operation.
#[derive(Debug, Clone)]
pub struct Touch<'a> {
    /// Index into [`crate::Op::operands`].
    pub memref: usize,
    /// Index into [`crate::Op::operands`] of the value that is stored.
    pub stored: Option<usize>,
    pub elements: Elements<'a>,
    pub reads: bool,
    pub writes: bool,
}

/// Which elements are touched.
#[derive(Debug, Clone)]
pub enum Elements<'a> {
    At(Cow<'a, AppliedMap>),
    /// Those from the subscripts on, one per lane of a vector.
    Lanes(Cow<'a, AppliedMap>),
    /// At most those from the subscripts on, one per lane: lanes may be masked, or outside of the memref.
    Perhaps(Cow<'a, AppliedMap>, LaneDims),
    /// All that the memref has.
    All,
}

impl Elements<'_> {
    /// The subscripts of the first element.
    pub fn subscripts(&self) -> Option<&AppliedMap> {
        match self {
            Elements::At(subscripts) | Elements::Lanes(subscripts) | Elements::Perhaps(subscripts, _) => {
                Some(subscripts)
            }
            Elements::All => None,
        }
    }

    /// Whether it is known to be all of these elements.
    pub fn are_certain(&self) -> bool {
        !matches!(self, Elements::Perhaps(..))
    }

    fn are_lanes(&self) -> bool {
        matches!(self, Elements::Lanes(_) | Elements::Perhaps(..))
    }
}

impl Ir {
    /// The reads and writes of the operation by subscripts, and of whole memrefs that it copies.
    ///
    /// Transfers that go on after their statement (`affine.dma_start`) are not included.
    pub fn touches(&self, op: OpId) -> SmallVec<[Touch<'_>; 2]> {
        let data = &self.ops[op];
        if let OpKind::Access(access) = &data.kind {
            return smallvec![touch_of(access)];
        }
        if data.kind != OpKind::Other || data.dialect() != "memref" && data.dialect() != "vector" {
            return SmallVec::new();
        }
        if data.broken || !data.is_of_complete_dialect || !data.regions.is_empty() {
            return SmallVec::new();
        }
        self.value_touches(op).unwrap_or_default()
    }

    fn value_touches(&self, op: OpId) -> Option<SmallVec<[Touch<'_>; 2]>> {
        let data = &self.ops[op];
        let rank = |operand: usize| Some(self.memref_type(op, operand)?.dims.len());
        if let Some(transfer) = data.transfer() {
            let first = transfer.memory.checked_add(1)?;
            let subscripts = self.identity(op, first..first.checked_add(rank(transfer.memory)?)?)?;
            let elements = match data.dialect() {
                "memref" => {
                    let operands = 1 + subscripts.operands.len() + usize::from(transfer.stored.is_some());
                    (data.operands.len() == operands).then_some(Elements::At(Cow::Owned(subscripts)))?
                }
                _ => self.lanes_touched(op, transfer, subscripts)?,
            };
            let (memref, stored) = (transfer.memory, transfer.stored);
            let writes = stored.is_some();
            return Some(smallvec![Touch { memref, stored, elements, reads: !writes, writes }]);
        }
        let accesses = data.accesses()?;
        match &accesses[..] {
            // `memref.copy`
            [(from, false), (to, true)] if data.operands.len() == 2 && data.results.is_empty() => {
                let all = |memref: usize, writes: bool| Touch {
                    memref,
                    stored: None,
                    elements: Elements::All,
                    reads: !writes,
                    writes,
                };
                rank(*from).zip(rank(*to))?;
                Some(smallvec![all(*from, false), all(*to, true)])
            }
            // `memref.atomic_rmw`
            [(memref, false), (same, true)] if memref == same && data.results.len() == 1 => {
                let first = memref.checked_add(1)?;
                let subscripts = self.identity(op, first..first.checked_add(rank(*memref)?)?)?;
                let elements = Elements::At(Cow::Owned(subscripts));
                Some(smallvec![Touch { memref: *memref, stored: None, elements, reads: true, writes: true }])
            }
            _ => None,
        }
    }

    /// The elements that a load or store of a vector touches; `None` where that is not known, as of lanes with an index each.
    fn lanes_touched(
        &self,
        op: OpId,
        transfer: Transfer,
        subscripts: AppliedMap,
    ) -> Option<Elements<'static>> {
        let data = &self.ops[op];
        let memref = self.memref_type(op, transfer.memory)?;
        // Lanes of elements that are vectors do not count as elements.
        if matches!(memref.element, Type::Vector { .. }) {
            return None;
        }
        let is_transfer = data.has_trait("VectorTransferOpInterface");
        let is_store = transfer.stored.is_some();
        let own = 1 + subscripts.operands.len() + usize::from(is_store || is_transfer);
        let further = data.operands.len().checked_sub(own)?;
        let value = |operand: usize| data.operands.get(operand)?.value;
        let vector = match transfer.stored {
            Some(stored) => value(stored)?,
            None => *data.results.first()?,
        };
        let detail = self.details.get(&op).filter(|_| is_transfer);
        let stays = match detail {
            Some(Detail::InBounds) => true,
            Some(Detail::PerhapsInBounds) => self.stays_within(op, transfer.memory, &subscripts, vector),
            _ => !is_transfer,
        };
        let subscripts = Cow::Owned(subscripts);
        if stays && further == 0 {
            return Some(Elements::Lanes(subscripts));
        }
        let follows_mask = value(subscripts.operands.end).is_some_and(|it| self.is_mask(it));
        let may_leave_out = match further {
            0 => is_transfer,
            1 => is_transfer || is_store && follows_mask,
            // The mask, and the lanes that a load has where it is not set.
            2 => !is_transfer && !is_store && follows_mask,
            _ => false,
        };
        let Type::Vector { dims: lanes, .. } = &self.values[vector].ty else { return None };
        let rank = memref.dims.len();
        let dims: LaneDims = match detail {
            Some(Detail::Permuted(dims)) => dims.clone(),
            Some(Detail::InBounds | Detail::PerhapsInBounds) => last_dims(rank, lanes.len())?,
            None if !is_transfer => last_dims(rank, lanes.len())?,
            _ => return None,
        };
        let fits = dims.len() == lanes.len() && dims.iter().flatten().all(|it| *it < rank);
        (fits && may_leave_out).then_some(Elements::Perhaps(subscripts, dims))
    }

    fn is_mask(&self, value: ValueId) -> bool {
        match &self.values[value].ty {
            Type::Vector { element, .. } => matches!(**element, Type::Integer { width: 1, .. }),
            _ => false,
        }
    }

    /// The map that gives back these operands.
    fn identity(&self, op: OpId, operands: Range<usize>) -> Option<AppliedMap> {
        self.ops[op].operands.get(operands.clone())?;
        Some(AppliedMap::identity(operands, self.ops[op].name_pointer))
    }
}

/// A lane for each of the last dimensions, in order.
fn last_dims(rank: usize, lanes: usize) -> Option<LaneDims> {
    Some((rank.checked_sub(lanes)?..rank).map(Some).collect())
}

fn touch_of(access: &Access) -> Touch<'_> {
    let subscripts = Cow::Borrowed(&access.subscripts);
    let elements = match access.op {
        AccessOp::VectorLoad | AccessOp::VectorStore => Elements::Lanes(subscripts),
        AccessOp::Load | AccessOp::Store | AccessOp::Prefetch => Elements::At(subscripts),
    };
    let (reads, writes) = (access.op.reads(), access.op.writes());
    Touch { memref: access.memref, stored: access.stored, elements, reads, writes }
}

impl Touch<'_> {
    /// Whether it reads and writes at once, so that others see both or neither.
    pub fn is_atomic(&self) -> bool {
        self.reads && self.writes
    }

    /// The lanes that are touched, the innermost last; empty for one element, `None` where they are not known.
    pub fn lanes<'ir>(&self, ir: &'ir Ir, op: OpId) -> Option<&'ir [VectorDim]> {
        if !self.elements.are_lanes() {
            return Some(&[]);
        }
        match self.vector(ir, op)? {
            Type::Vector { dims, .. } => Some(dims),
            _ => None,
        }
    }

    /// The type of the vector that is loaded or stored.
    pub fn vector<'ir>(&self, ir: &'ir Ir, op: OpId) -> Option<&'ir Type> {
        let data = &ir.ops[op];
        let vector = match self.stored {
            Some(stored) => data.operands.get(stored)?.value?,
            None => *data.results.first()?,
        };
        self.elements.are_lanes().then(|| &ir.values[vector].ty)
    }
}

//! The data that is copied around a loop, and why none is.

use super::dma::Block;
use super::double_buffer::turns;
use super::extent::{Extent, Window};
use super::races::races;
use super::region::Region;
use super::transfers::Transfers;
use crate::facts::Facts;
use crate::for_loop::variable_name;
use crate::loop_offers::generic_form_in;
use crate::magnitude;
use crate::reason::Reason;
use ir::types::{MemRefType, Type};
use ir::{Ir, OpId, ValueId, value_name};
use polyhedral::report::in_bytes;
use presburger::Budget;
use presburger::Integer;

/// The data that is copied around a loop.
pub(super) struct Copied {
    pub(super) op: OpId,
    pub(super) memref: ValueId,
    pub(super) accesses: Vec<OpId>,
    /// Of each dimension of the buffer.
    pub(super) extents: Vec<Extent>,
    pub(super) transfers: Transfers,
    pub(super) space: i64,
    /// `None` where loops copy one element after the other.
    pub(super) dma: Option<Dma>,
}

/// The way in which transfers are to be made, and the memory space of the buffer where one is given.
#[derive(Clone, Copy, Default)]
pub(super) struct Wish {
    pub(super) space: Option<i64>,
    pub(super) means: Means,
}

#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(super) enum Means {
    #[default]
    Loops,
    Dma,
    DoubleBufferedDma,
}

/// The transfers by `affine.dma_start`, in and out.
pub(super) struct Dma {
    pub(super) inwards: Option<Block>,
    pub(super) outwards: Option<Block>,
    /// The loop in whose iterations two buffers take turns, each filled in the iteration before.
    pub(super) turns: Option<OpId>,
}

impl Copied {
    /// Refused where an access cannot use a buffer, the buffer has no constant size, or no transfer moves what is copied.
    pub(super) fn of(
        facts: &Facts<'_>,
        (op, memref): (OpId, ValueId),
        wish: Wish,
        budget: &Budget<'_>,
    ) -> Result<Self, Reason> {
        let ir = facts.ir;
        let refusal = magnitude::refusal(ir, op).or_else(|| generic_form_in(ir, op));
        refusal.map_or(Ok(()), Err)?;
        let region = Region::of(facts, op, memref)?;
        let too_long = |_| {
            let name = value_name(ir, memref);
            Reason::new(format!(
                "to find out what {} touches of `{name}` takes too long",
                variable_name(ir, op)
            ))
        };
        let extents = region.extents(budget).map_err(too_long)??;
        let transfers = region.transfers(&extents, budget).map_err(too_long)?;
        races(facts, &region, &transfers).map_or(Ok(()), Err)?;
        let dma = match wish.means {
            Means::Loops => None,
            Means::Dma | Means::DoubleBufferedDma => {
                let block = |window: &Option<Window>| match window {
                    Some(window) => region.block(&extents, window, budget).map_err(too_long)?.map(Some),
                    None => Ok(None),
                };
                let (inwards, outwards) = (block(&transfers.inwards)?, block(&transfers.outwards)?);
                let turns = match wish.means {
                    Means::DoubleBufferedDma => {
                        Some(turns(facts, &region, &extents, (&transfers, inwards.as_ref()))?)
                    }
                    Means::Loops | Means::Dma => None,
                };
                Some(Dma { inwards, outwards, turns })
            }
        };
        let space = space(&region, wish, dma.as_ref())?;
        let accesses = region.touches.iter().map(|it| it.op).collect();
        Ok(Self { op, memref, accesses, extents, transfers, space, dma })
    }

    /// `: 8 × 16 elements, 512 bytes, in and out`
    pub(super) fn described(&self, ir: &Ir) -> String {
        let sizes: Vec<String> = self.extents.iter().map(|it| it.size.to_string()).collect();
        let elements = match sizes.as_slice() {
            [] => "1 element".to_owned(),
            sizes => format!("{} elements", sizes.join(" × ")),
        };
        let count = self.extents.iter().try_fold(1_i64, |product, it| product.checked_mul(it.size));
        let bytes = self.ty(ir).and_then(|it| it.element.size_in_bytes()).zip(count);
        let bytes = bytes.and_then(|(one, count)| i64::try_from(one).ok()?.checked_mul(count));
        let bytes = bytes.map(|it| format!(", {}", in_bytes(&Integer::from(it)))).unwrap_or_default();
        let ways = match (self.transfers.inwards.is_some(), self.transfers.outwards.is_some()) {
            (true, true) => "in and out",
            (true, false) => "in",
            (false, _) => "out",
        };
        let by = match &self.dma {
            None => "",
            Some(Dma { turns: None, .. }) => ", by DMA",
            Some(Dma { turns: Some(_), .. }) => ", by double-buffered DMA",
        };
        format!(": {elements}{bytes}, {ways}{by}")
    }

    /// The type of the memref.
    pub(super) fn ty<'a>(&self, ir: &'a Ir) -> Option<&'a MemRefType> {
        match &ir.values[self.memref].ty {
            Type::MemRef(ty) => Some(ty),
            _ => None,
        }
    }
}

/// The memory space of the buffer: for a DMA by default the next one after that of the memref. A stride is one of the space
/// of the smaller number.
fn space(region: &Region<'_>, wish: Wish, dma: Option<&Dma>) -> Result<i64, Reason> {
    let Some(dma) = dma else { return Ok(wish.space.unwrap_or(0)) };
    let name = value_name(region.ir, region.memref);
    let own = region.ir.values[region.memref].ty.as_memref().and_then(MemRefType::space_number);
    let own = own.and_then(|it| i64::try_from(it).ok());
    let has_chunks = [&dma.inwards, &dma.outwards].into_iter().flatten().any(|it| it.chunks.is_some());
    match (own, wish.space) {
        (Some(own), None) if own < i64::MAX => Ok(own + 1),
        (Some(own), Some(space)) if own < space || !has_chunks => Ok(space),
        (None, Some(space)) if !has_chunks => Ok(space),
        (Some(_), Some(_)) => Err(Reason::new(format!(
            "the rows of `{name}` are apart, and a transfer with a stride needs a buffer in a memory space of a greater number"
        ))),
        _ => Err(Reason::new(format!("the memory space of `{name}` has no number"))),
    }
}

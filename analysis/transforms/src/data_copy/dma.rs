//! The transfers of a box by `affine.dma_start`, as few of them as possible.

use super::extent::{Extent, Window};
use super::region::Region;
use crate::reason::Reason;
use ir::types::Layout;
use ir::value_name;
use polyhedral::dependence::Linear;
use presburger::{Budget, GaveUp};

/// The elements that one `affine.dma_start` moves: consecutive ones of the buffer. Loops go over the dimensions before
/// its first one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Block {
    pub(super) first_dim: usize,
    /// The elements of the buffer in one step of its first dimension.
    pub(super) row: i64,
    /// In the memref, from the start of one chunk to that of the next, and the length of each; `None` where its elements
    /// are consecutive, too.
    pub(super) chunks: Option<(i64, i64)>,
}

impl Extent {
    /// Whether the box has the same length in each run of the loop.
    pub(super) fn is_fixed(&self) -> bool {
        self.later.is_empty() && self.earlier.is_empty() && !self.is_cut_off
    }
}

impl Region<'_> {
    /// Refused where the elements of a row of the box are not consecutive, or not counted.
    pub(super) fn block(
        &self,
        extents: &[Extent],
        window: &Window,
        budget: &Budget<'_>,
    ) -> Result<Result<Block, Reason>, GaveUp> {
        let name = value_name(self.ir, self.memref);
        let ty = self.ir.values[self.memref].ty.as_memref();
        if ty.is_none_or(|it| it.layout != Layout::Identity) {
            return Ok(Err(Reason::new(format!("a transfer needs `{name}` to have no layout of its own"))));
        }
        let Some(mut first_dim) = extents.len().checked_sub(1) else {
            return Ok(Ok(Block { first_dim: 0, row: 1, chunks: None }));
        };
        if !self.is_counted(&extents[first_dim], window[first_dim], budget)? {
            let text = format!(
                "the number of elements of `{name}` in one row is not known to be an expression of at least 1"
            );
            return Ok(Err(Reason::new(text)));
        }
        let (mut row, mut chunks) = (1_i64, None);
        while first_dim > 0 {
            let (extent, (first, last)) = (&extents[first_dim], window[first_dim]);
            let width = last - first + 1;
            let is_whole_row = extent.is_fixed() && width == extent.size;
            let (Some(length), Some(longer)) = (self.length(first_dim), row.checked_mul(width)) else {
                break;
            };
            if !is_whole_row || !self.is_counted(&extents[first_dim - 1], window[first_dim - 1], budget)? {
                break;
            }
            if length != width {
                let Some(stride) = length.checked_mul(row).filter(|_| chunks.is_none()) else { break };
                chunks = Some((stride, longer));
            }
            row = longer;
            first_dim -= 1;
        }
        let is_one_chunk = extents[first_dim].is_fixed() && window[first_dim].0 == window[first_dim].1;
        chunks = chunks.filter(|it| !is_one_chunk || it.1 != row);
        Ok(Ok(Block { first_dim, row, chunks }))
    }

    /// Whether the box begins at a place in a dimension that an expression gives, and is nowhere empty.
    fn is_counted(
        &self,
        extent: &Extent,
        (first, last): (i64, i64),
        budget: &Budget<'_>,
    ) -> Result<bool, GaveUp> {
        if !extent.later.is_empty() || extent.is_cut_off || first > last {
            return Ok(false);
        }
        let lengths = extent.earlier.iter().map(|end| end.minus(&extent.origin).plus_constant(-first));
        let lengths: Vec<Linear> = lengths.collect();
        for length in &lengths {
            if self.may_be_negative(&length.clone().plus_constant(-1), budget)? {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

//! The elements that one end of an `affine.dma_start` reads or writes: so many from the start subscript on in row-major
//! order; with a stride, the end in the slower memory goes on in chunks.

use super::{AccessRelation, Build, Stop, relation, unknown};
use crate::dependence::linear::Linear;
use ir::types::{Layout, MemRefType};
use ir::{AppliedMap, DmaStart, Ir, OpId, ValueId};
use presburger::Integer;

/// One end of a transfer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum TransferEnd {
    Source,
    Destination,
}

impl TransferEnd {
    /// The operand that is the memref at this end, and where the transfer starts in it.
    pub fn place(self, dma: &DmaStart) -> &(usize, AppliedMap) {
        match self {
            TransferEnd::Source => &dma.source,
            TransferEnd::Destination => &dma.destination,
        }
    }
}

/// What an `affine.dma_start` touches at one end, or why it is not known.
pub(crate) fn transfer_relation(
    ir: &Ir,
    op: OpId,
    dma: &DmaStart,
    end: TransferEnd,
) -> Result<AccessRelation, String> {
    relation(ir, op, |build| build.transfer(op, dma, end))
}

impl Build<'_> {
    fn transfer(&mut self, op: OpId, dma: &DmaStart, end: TransferEnd) -> Result<Vec<Linear>, Stop> {
        let ir = self.ir;
        let (memref, subscripts) = end.place(dma);
        let start = self.map_results(op, subscripts, 0)?;
        let count = self.transferred(op, dma.count)?;
        if count.as_constant().is_some_and(Integer::is_one) {
            return Ok(start);
        }
        let Some((value, shape)) = memref_operand(ir, op, *memref) else {
            return unknown("the memref's type is not known");
        };
        if shape.dims.len() != start.len() {
            return unknown("a transfer has subscripts of the wrong number");
        }
        let name = &ir.values[value].name;
        let Some(sizes) = inner_sizes(shape) else {
            return unknown(format!("the inner sizes of `{name}` are not static"));
        };
        let weights = row_major_weights(&sizes);
        if !is_row_major(shape, &weights) {
            return unknown(format!("the layout of `{name}` is not row-major"));
        }
        let mut moved = self.moved(op, dma, end, &count)?;
        if start.is_empty() {
            // All subscripts of a memref of rank 0 are the same element.
            return Ok(start);
        }
        if let [only] = start.as_slice() {
            return Ok(vec![only.plus(&moved)]);
        }
        let element: Vec<Linear> = start.iter().map(|_| self.local()).collect();
        for ((coordinate, start), weight) in element.iter().zip(&start).zip(&weights) {
            moved = moved.plus(&start.minus(coordinate).times(weight));
        }
        self.known.piece.equalities.push(moved);
        for (coordinate, size) in element.iter().skip(1).zip(&sizes) {
            let last = Linear::constant(size.clone()).plus_constant(-1);
            self.known.piece.inequalities.extend([coordinate.clone(), last.minus(coordinate)]);
        }
        Ok(element)
    }

    /// Elements from the start on, in row-major order: each from 0 to below the count, or chunks of them.
    fn moved(&mut self, op: OpId, dma: &DmaStart, end: TransferEnd, count: &Linear) -> Result<Linear, Stop> {
        let last = count.clone().plus_constant(-1);
        let strided = match dma.stride_and_chunk {
            Some(sizes) => (strided_end(self.ir, op, dma)? == end).then_some(sizes),
            None => None,
        };
        let Some((stride, chunk)) = strided else {
            let moved = self.local();
            self.known.piece.inequalities.extend([moved.clone(), last.minus(&moved)]);
            return Ok(moved);
        };
        let (stride, chunk) = (self.transferred(op, stride)?, self.transferred(op, chunk)?);
        let (Some(stride), Some(chunk)) =
            (stride.as_constant(), chunk.as_constant().filter(|it| it.is_positive()))
        else {
            return unknown("the stride or the chunk of a transfer is not constant");
        };
        let (whole, rest) = (self.local(), self.local());
        let last_of_chunk = Linear::constant(chunk.clone()).plus_constant(-1);
        self.known.piece.inequalities.extend([
            whole.clone(),
            rest.clone(),
            last_of_chunk.minus(&rest),
            last.minus(&whole.times(chunk)).minus(&rest),
        ]);
        Ok(whole.times(stride).plus(&rest))
    }

    /// A count, stride or chunk.
    fn transferred(&mut self, op: OpId, operand: usize) -> Result<Linear, Stop> {
        match self.operand(op, operand, 0) {
            Some(form) => form,
            None => unknown("a size of a transfer is not known"),
        }
    }
}

/// The end that a stride applies to: that in the slower memory, which has the smaller memory space.
fn strided_end(ir: &Ir, op: OpId, dma: &DmaStart) -> Result<TransferEnd, Stop> {
    let space = |end: TransferEnd| -> Option<i64> {
        let (_, shape) = memref_operand(ir, op, end.place(dma).0)?;
        shape.memory_space.as_deref().map_or(Some(0), |it| it.split(':').next()?.parse().ok())
    };
    let (Some(source), Some(destination)) = (space(TransferEnd::Source), space(TransferEnd::Destination))
    else {
        return unknown("which memory the stride of a transfer applies to is not known");
    };
    match source.cmp(&destination) {
        std::cmp::Ordering::Less => Ok(TransferEnd::Source),
        std::cmp::Ordering::Greater => Ok(TransferEnd::Destination),
        std::cmp::Ordering::Equal => unknown("the stride of a transfer within one memory has no meaning"),
    }
}

fn memref_operand(ir: &Ir, op: OpId, index: usize) -> Option<(ValueId, &MemRefType)> {
    let value = ir.ops[op].operands.get(index)?.value?;
    Some((value, ir.values[value].ty.as_memref()?))
}

/// All sizes but the first, if they are static.
fn inner_sizes(shape: &MemRefType) -> Option<Vec<Integer>> {
    let inner = shape.dims.iter().skip(1);
    inner.map(|it| Some(Integer::from(i64::try_from((*it)?).ok()?))).collect()
}

/// By how many elements each subscript moves: one more than there are sizes.
fn row_major_weights(inner_sizes: &[Integer]) -> Vec<Integer> {
    let mut weights = vec![Integer::ONE];
    for size in inner_sizes.iter().rev() {
        let next = weights.last().map_or(Integer::ONE, |it| it * size);
        weights.push(next);
    }
    weights.reverse();
    weights
}

fn is_row_major(shape: &MemRefType, weights: &[Integer]) -> bool {
    match &shape.layout {
        Layout::Identity => true,
        Layout::Strided { strides, .. } => {
            strides.len() == shape.dims.len()
                && strides.iter().zip(weights).all(|(stride, weight)| stride.is_some_and(|it| *weight == it))
        }
        Layout::Map(_) | Layout::Unknown => false,
    }
}

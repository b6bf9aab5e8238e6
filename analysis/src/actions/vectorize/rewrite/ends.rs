//! Where the last whole group of lanes ends, as a bound.

use super::Writer;
use crate::actions::loop_bounds::{LoopBounds, divided, plus, plus_constant, times};
use crate::affine::BinaryOp;
use crate::ir::OpKind;
use crate::loops::bounds::constant_lower;
use crate::rewrite::{Leaves, Side};
use crate::value_expression::difference;

/// The end of the last whole group.
pub(super) struct End {
    /// As an upper bound of the loop over vectors.
    pub(super) upper: String,
    /// As a lower bound of the loop over the rest.
    pub(super) lower: String,
}

impl Writer<'_> {
    /// `lower + (trips floordiv width) * width * step`, with as many trips as there are.
    pub(super) fn end(&self) -> Option<End> {
        let (ir, op) = (self.ir, self.loop_);
        let OpKind::For(header) = &ir.ops[op].kind else { return None };
        let whole = match self.plan.trips.count {
            Some(count) => {
                let groups = i64::try_from(count.checked_div(self.width)?).ok()?;
                Some(groups.checked_mul(self.step)?)
            }
            None => None,
        };
        if let (Some(whole), Some(lower)) = (whole, constant_lower(ir, op, header)) {
            let end = lower.checked_add(whole)?.to_string();
            return Some(End { upper: end.clone(), lower: end });
        }
        let mut leaves = Leaves::default();
        let bounds = LoopBounds::of(ir, op, &mut leaves)?;
        let [lower] = bounds.lower.as_slice() else { return None };
        if let Some(whole) = whole {
            let end = [plus_constant(lower, whole)];
            return Some(End {
                upper: leaves.bound(Side::Upper, &end),
                lower: leaves.bound(Side::Lower, &end),
            });
        }
        let [upper] = bounds.upper.as_slice() else { return None };
        let rounded = plus_constant(&difference(upper, lower), header.step?.checked_sub(1)?);
        let groups = divided(BinaryOp::FloorDiv, rounded, self.step);
        let end = plus(lower, &times(&groups, self.step));
        Some(End {
            upper: leaves.bound(Side::Upper, std::slice::from_ref(&end)),
            // Without a single iteration the end would lie before the start.
            lower: leaves.bound(Side::Lower, &[lower.clone(), end]),
        })
    }
}

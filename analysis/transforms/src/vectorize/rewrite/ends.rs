//! Where the last whole group of lanes ends, as a bound.

use super::Writer;
use crate::loop_bounds::{LoopBounds, divided, plus, plus_constant, times};
use crate::rewrite::{Leaves, Side};
use ir::OpKind;
use ir::affine::{BinaryOp, Constraint, ConstraintKind};
use polyhedral::loops::bounds::constant_lower;
use polyhedral::value_expression::difference;

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
        let mut ends = Vec::new();
        // Without a single iteration the end would lie before the start.
        let mut starts = vec![lower.clone()];
        for upper in &bounds.upper {
            let span = difference(upper, lower);
            if self.plan.trips.fills(span.as_constant(), self.width) {
                ends.push(upper.clone());
                continue;
            }
            let rounded = plus_constant(&span, header.step?.checked_sub(1)?);
            let groups = divided(BinaryOp::FloorDiv, rounded, self.step);
            let end = plus(lower, &times(&groups, self.step));
            ends.push(end.clone());
            starts.push(end);
        }
        Some(End { upper: leaves.bound(Side::Upper, &ends), lower: leaves.bound(Side::Lower, &starts) })
    }

    /// The condition under which there is a whole group, as the head of an operation.
    pub(super) fn guard(&self) -> Option<String> {
        let OpKind::For(header) = &self.ir.ops[self.loop_].kind else { return None };
        let mut leaves = Leaves::default();
        let bounds = LoopBounds::of(self.ir, self.loop_, &mut leaves)?;
        let beyond_last = self.step.checked_sub(header.step?)?.checked_add(1)?.checked_neg()?;
        let pairs = bounds.upper.iter().flat_map(|upper| bounds.lower.iter().map(move |it| (upper, it)));
        let constraints = pairs.map(|(upper, lower)| Constraint {
            expression: plus_constant(&difference(upper, lower), beyond_last),
            kind: ConstraintKind::Inequality,
        });
        Some(format!("affine.if {}", leaves.set_use(&constraints.collect::<Vec<_>>())))
    }
}

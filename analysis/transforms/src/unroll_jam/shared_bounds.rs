//! The bounds of a loop that copies share although each has bounds of its own: it runs the iterations of all of them.

use crate::for_loop::variable_name;
use crate::loop_bounds::{LoopBounds, multiple_of, plus_constant};
use crate::rewrite::{Leaves, Side};
use ir::affine::{AffineExpr, Constraint, ConstraintKind};
use ir::{Ir, OpId};
use polyhedral::value_expression::difference;

pub(super) struct SharedBounds {
    leaves: Leaves,
    /// Of one copy, in terms of the outer variable.
    own: LoopBounds,
    /// Around those of all copies.
    widened: LoopBounds,
    outer: AffineExpr,
    inner: AffineExpr,
}

impl SharedBounds {
    /// Of the loop `op` for `copies` iterations of `root`, which lie `distance` apart.
    pub(super) fn of(ir: &Ir, root: OpId, op: OpId, distance: i64, copies: usize) -> Option<Self> {
        let mut leaves = Leaves::default();
        let outer = leaves.dim(&variable_name(ir, root));
        let own = LoopBounds::of(ir, op, &mut leaves)?;
        let inner = leaves.dim(&variable_name(ir, op));
        let last = distance.checked_mul(i64::try_from(copies).ok()?.checked_sub(1)?)?;
        let widest = |bound: &AffineExpr, side: Side| {
            let (factor, _) = multiple_of(bound, &outer)?;
            let is_last = if side == Side::Lower { factor < 0 } else { factor > 0 };
            moved(bound, &outer, if is_last { last } else { 0 })
        };
        let all =
            |bounds: &[AffineExpr], side| bounds.iter().map(|it| widest(it, side)).collect::<Option<_>>();
        let widened =
            LoopBounds { lower: all(&own.lower, Side::Lower)?, upper: all(&own.upper, Side::Upper)? };
        Some(Self { leaves, own, widened, outer, inner })
    }

    /// The bounds of the loop, as written: `0 to 8`.
    pub(super) fn text(&self) -> String {
        let Self { leaves, widened, .. } = self;
        let (lower, upper) =
            (leaves.bound(Side::Lower, &widened.lower), leaves.bound(Side::Upper, &widened.upper));
        format!("{lower} to {upper}")
    }

    /// The condition that an iteration belongs to a copy; `None` inside where all do.
    pub(super) fn condition(&self, copy: usize, distance: i64) -> Option<Option<String>> {
        let later = distance.checked_mul(i64::try_from(copy).ok()?)?;
        let mut constraints = Vec::new();
        let mut require = |expression| {
            constraints.push(Constraint { expression, kind: ConstraintKind::Inequality });
        };
        for (own, widened) in self.own.lower.iter().zip(&self.widened.lower) {
            let own = moved(own, &self.outer, later)?;
            if own != *widened {
                require(difference(&self.inner, &own));
            }
        }
        for (own, widened) in self.own.upper.iter().zip(&self.widened.upper) {
            let own = moved(own, &self.outer, later)?;
            if own != *widened {
                require(plus_constant(&difference(&own, &self.inner), -1));
            }
        }
        Some((!constraints.is_empty()).then(|| self.leaves.set_use(&constraints)))
    }
}

/// A linear bound where the variable is greater by a constant.
fn moved(bound: &AffineExpr, variable: &AffineExpr, by: i64) -> Option<AffineExpr> {
    let (factor, _) = multiple_of(bound, variable)?;
    Some(plus_constant(bound, factor.checked_mul(by)?))
}

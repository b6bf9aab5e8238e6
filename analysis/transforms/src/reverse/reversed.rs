//! The value of a loop's variable in the iteration that takes the place of another one.

use crate::for_loop::{for_loop, induction_variable, variable_name};
use crate::loop_bounds::{LoopBounds, plus};
use crate::magnitude;
use crate::reason::Reason;
use crate::rewrite::{Leaves, Side};
use ir::affine::AffineExpr;
use ir::{Ir, OpId};
use polyhedral::loops::trip_count::constant_trip_count;
use polyhedral::value_expression::difference;

/// A reversed loop.
pub(super) struct Reversed {
    pub(super) leaves: Leaves,
    /// The first and the last value of the variable together, less the variable.
    pub(super) value: AffineExpr,
}

impl Reversed {
    pub(super) fn of(ir: &Ir, op: OpId) -> Result<Self, Reason> {
        let name = variable_name(ir, op);
        let refused = |text: String| Reason::new(text).related(ir.ops[op].name_pointer, "this loop");
        magnitude::refusal(ir, op).map_or(Ok(()), Err)?;
        match for_loop(ir, op).and_then(|it| constant_trip_count(ir, op, it)) {
            Some(0) => return Err(refused(format!("{name} has no iterations"))),
            Some(1) => return Err(refused(format!("{name} has only 1 iteration"))),
            _ => {}
        }
        if induction_variable(ir, op).is_none_or(|it| !ir.is_mentioned(it)) {
            return Err(refused(format!("all iterations of {name} are the same: nothing mentions it")));
        }
        let mut leaves = Leaves::default();
        let Some(bounds) = LoopBounds::of(ir, op, &mut leaves) else {
            return Err(refused(format!("the bounds of {name} are not known")));
        };
        let first = bounds
            .single(ir, op, Side::Lower)
            .ok_or_else(|| refused(format!("{name} starts at the greatest of several bounds")))?;
        let last = bounds
            .last(ir, op)
            .ok_or_else(|| refused(format!("{name} ends at the least of several bounds")))?;
        let value = difference(&plus(&first, &last), &leaves.dim(&name));
        Ok(Self { leaves, value })
    }
}

//! The text of a skewed loop: its bounds move, and its variable moves back where it is used.

use crate::for_loop::{induction_variable, variable_name};
use crate::loop_bounds::{LoopBounds, plus, times};
use crate::loop_header::HeaderPieces;
use crate::magnitude;
use crate::reason::Reason;
use crate::rewrite::{Edits, Leaves, RootText, Side};
use crate::variable_value::body_with;
use ir::affine::AffineExpr;
use ir::{Ir, OpId};
use polyhedral::value_expression::difference;

/// The bounds of the inner loop, and the earlier value of its variable.
pub(super) struct Skewed {
    leaves: Leaves,
    bounds: LoopBounds,
    value: AffineExpr,
}

impl Skewed {
    pub(super) fn of(ir: &Ir, (outer, inner): (OpId, OpId), factor: i64) -> Result<Self, Reason> {
        let (i, j) = (variable_name(ir, outer), variable_name(ir, inner));
        let unknown = || {
            let text = format!("the bounds of {j} are not known");
            Reason::new(text).related(ir.ops[inner].name_pointer, "the inner loop")
        };
        let variables =
            induction_variable(ir, outer).zip(induction_variable(ir, inner)).ok_or_else(unknown)?;
        magnitude::skewed_refusal(ir, outer, variables, factor).map_or(Ok(()), Err)?;
        let mut leaves = Leaves::default();
        let bounds = LoopBounds::of(ir, inner, &mut leaves).ok_or_else(unknown)?;
        let shift = times(&leaves.dim(&i), factor);
        let moved = |results: Vec<AffineExpr>| results.iter().map(|it| plus(it, &shift)).collect();
        let bounds = LoopBounds { lower: moved(bounds.lower), upper: moved(bounds.upper) };
        let value = difference(&leaves.dim(&j), &shift);
        Ok(Self { leaves, bounds, value })
    }

    pub(super) fn edits(&self, source: &RootText<'_>, inner: OpId) -> Option<Edits> {
        let pieces = HeaderPieces {
            lower: Some(self.leaves.bound(Side::Lower, &self.bounds.lower)),
            upper: Some(self.leaves.bound(Side::Upper, &self.bounds.upper)),
            ..HeaderPieces::default()
        };
        let (body, text) = body_with(source, inner, &self.leaves, &self.value)?;
        Some(vec![
            (source.pointer(source.header(inner)?), pieces.text(source, inner)?),
            (source.pointer(body), text),
        ])
    }
}

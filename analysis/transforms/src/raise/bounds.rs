//! Bounds and steps of loops that become affine.

use super::expressions::{Expressions, Over};
use super::names::LoopNames;
use super::progression::Progression;
use crate::reason::Reason;
use crate::rewrite::Side;
use ir::affine::AffineExpr;
use ir::loops::{LoopBounds, Step};
use ir::{AppliedMap, OpId, value_name};
use polyhedral::loops::uncounted::why_trips_are_unknown;

pub(super) struct RaisedBounds {
    pub(super) lower: Over<Vec<AffineExpr>>,
    pub(super) upper: Over<Vec<AffineExpr>>,
    pub(super) step: i64,
    /// The variable's value if the loop counts its iterations instead, since the step is a symbol.
    pub(super) progression: Option<Progression>,
}

impl RaisedBounds {
    pub(super) fn of(
        expressions: &Expressions<'_>,
        op: OpId,
        bounds: &LoopBounds<'_>,
    ) -> Result<Self, Reason> {
        let ir = expressions.ir;
        let (step, symbol) = match bounds.step {
            Step::Constant(step) if step > 0 => (step, None),
            Step::Constant(_) => return Err(Reason::new("its step is not positive")),
            Step::Value(step) if expressions.is_symbol(step) => (1, Some(step)),
            Step::Value(step) => {
                let reason =
                    format!("the step `{}` is neither a constant nor a symbol", value_name(ir, step));
                let reason = Reason::new(reason);
                return Err(ir.values[step].pointer.map_or(reason.clone(), |it| reason.line(it)));
            }
            Step::Unknown => return Err(Reason::new("its step is not known")),
        };
        if bounds.is_unsigned
            && let Some(reason) = why_trips_are_unknown(ir, op)
        {
            return Err(Reason::new(reason));
        }
        let bound = |applied: &AppliedMap, least: bool| {
            if let Some(constant) = applied.map.as_ref().and_then(|it| it.single_constant()) {
                return Ok(Over { leaves: Vec::new(), form: vec![AffineExpr::Constant(constant)] });
            }
            match ir.operand_values(op, &applied.operands).next().flatten() {
                Some(value) => expressions.bound(value, least),
                None => Err(Reason::new("a bound is not known")),
            }
        };
        let (lower, upper) = (bound(bounds.lower, false)?, bound(bounds.upper, true)?);
        let Some(symbol) = symbol else { return Ok(Self { lower, upper, step, progression: None }) };
        let Some((progression, upper)) = Progression::of(&lower, &upper, symbol) else {
            return Err(Reason::new(
                "it starts at the greatest of several values, and its step is not a constant",
            ));
        };
        let lower = Over { leaves: Vec::new(), form: vec![AffineExpr::Constant(0)] };
        Ok(Self { lower, upper, step, progression: Some(progression) })
    }

    /// A bound as `affine.parallel` has it.
    pub(super) fn parallel_bound(&self, names: &LoopNames<'_>, side: Side) -> String {
        let bound = if side == Side::Lower { &self.lower } else { &self.upper };
        names.leaves(&bound.leaves).parallel_bound(side, &bound.form)
    }
}

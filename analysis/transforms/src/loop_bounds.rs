//! Bounds of loops as expressions over names, and how they change when another loop goes around or inside.

use super::for_loop::{for_loop, step};
use crate::rewrite::{Leaves, Side};
use ir::affine::{AffineExpr, BinaryOp};
use ir::value_name;
use ir::{AppliedMap, Ir, OpId, OpKind, ValueId};
use polyhedral::loops::bounds::{constant_lower, constant_upper};
use polyhedral::value_expression::{Sum, difference, simplified};

/// `max(lower) <= iteration < min(upper)`
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct LoopBounds {
    pub(super) lower: Vec<AffineExpr>,
    pub(super) upper: Vec<AffineExpr>,
}

impl LoopBounds {
    /// Of an `affine.for`, over the names of values; `None` where a map is not known.
    pub(super) fn of(ir: &Ir, op: OpId, leaves: &mut Leaves) -> Option<Self> {
        let header = for_loop(ir, op)?;
        let mut results = |applied: &AppliedMap| {
            leaves.results(ir, op, applied, &mut |leaves, it, symbol| named(ir, leaves, it, symbol))
        };
        Some(Self { lower: results(&header.lower)?, upper: results(&header.upper)? })
    }

    /// One of the bounds of the loop as one expression; `None` where it is the greatest or the least of several that
    /// not constant.
    pub(super) fn single(&self, ir: &Ir, op: OpId, side: Side) -> Option<AffineExpr> {
        let header = for_loop(ir, op)?;
        let (constant, results) = match side {
            Side::Lower => (constant_lower(ir, op, header), &self.lower),
            Side::Upper => (constant_upper(ir, op, header), &self.upper),
        };
        match (constant, results.as_slice()) {
            (Some(constant), _) => Some(AffineExpr::Constant(constant)),
            (None, [single]) => Some(single.clone()),
            _ => None,
        }
    }

    /// The value of the variable in the last iteration of the loop, if there is one; less than the first value where
    /// there is none. `None` if it is not a single expression.
    pub(super) fn last(&self, ir: &Ir, op: OpId) -> Option<AffineExpr> {
        let (upper, step) = (self.single(ir, op, Side::Upper)?, step(ir, op));
        if step == 1 {
            return Some(plus_constant(&upper, -1));
        }
        let lower = self.single(ir, op, Side::Lower)?;
        let span = plus_constant(&difference(&upper, &lower), -1);
        Some(plus(&times(&divided(BinaryOp::FloorDiv, span, step), step), &lower))
    }

    pub(super) fn mention(&self, variable: &AffineExpr) -> bool {
        self.lower.iter().chain(&self.upper).any(|it| mentions(it, variable))
    }

    /// A bound of the expression from below (`Side::Lower`) or above (`Side::Upper`) in all iterations of a loop with
    /// these bounds: the greatest of the results, or the least. The loop's variable is in none of them. `None` where
    /// the expression is not linear in it.
    pub(super) fn extreme(
        &self,
        expr: &AffineExpr,
        variable: &AffineExpr,
        side: Side,
    ) -> Option<Vec<AffineExpr>> {
        let (factor, rest) = multiple_of(expr, variable)?;
        if factor == 0 {
            return Some(vec![rest]);
        }
        let at_lower = (factor > 0) == (side == Side::Lower);
        let ends = if at_lower { &self.lower } else { &self.upper };
        let last = if at_lower { 0 } else { -1 };
        let at = |end: &AffineExpr| plus(&times(&plus_constant(end, last), factor), &rest);
        Some(ends.iter().map(at).collect())
    }

    /// Leaves out results that never decide, where that is seen over the iterations of a loop around.
    pub(super) fn prune(&mut self, variable: &AffineExpr, around: &LoopBounds) {
        prune(&mut self.lower, Side::Lower, variable, around);
        prune(&mut self.upper, Side::Upper, variable, around);
    }
}

fn prune(results: &mut Vec<AffineExpr>, side: Side, variable: &AffineExpr, around: &LoopBounds) {
    let is_beyond = |one: &AffineExpr, other: &AffineExpr| {
        let apart = difference(one, other);
        let extreme = around.extreme(&apart, variable, side).unwrap_or_default();
        extreme.iter().filter_map(AffineExpr::as_constant).any(|it| match side {
            // `one` is never greater than `other`.
            Side::Upper => it <= 0,
            Side::Lower => it >= 0,
        })
    };
    let mut index = 0;
    while index < results.len() {
        let one = &results[index];
        let decides = !results.iter().enumerate().any(|(other, it)| other != index && is_beyond(it, one));
        if decides {
            index += 1;
        } else {
            results.remove(index);
        }
    }
}

/// A value by its name, or the constant that it is.
pub(super) fn named(ir: &Ir, leaves: &mut Leaves, value: ValueId, is_symbol: bool) -> AffineExpr {
    if let Some(OpKind::ConstantInteger(constant)) = ir.defining_op(value).map(|it| &ir.ops[it].kind) {
        return AffineExpr::Constant(*constant);
    }
    let name = value_name(ir, value);
    if is_symbol { leaves.symbol(&name) } else { leaves.dim(&name) }
}

pub(super) fn mentions(expr: &AffineExpr, variable: &AffineExpr) -> bool {
    let mut found = false;
    expr.walk(&mut |it| found |= it == variable);
    found
}

/// The factor of a variable in an expression that is linear in it, and the rest without it.
pub(super) fn multiple_of(expr: &AffineExpr, variable: &AffineExpr) -> Option<(i64, AffineExpr)> {
    let sum = Sum::of(expr)?;
    let factor = sum.terms.iter().find(|it| it.0 == *variable).map_or(0, |it| it.1);
    let rest = difference(expr, &times(variable, factor));
    (!mentions(&rest, variable)).then_some((factor, rest))
}

pub(super) fn plus(left: &AffineExpr, right: &AffineExpr) -> AffineExpr {
    simplified(&AffineExpr::binary(BinaryOp::Add, left.clone(), right.clone()))
}

pub(super) fn plus_constant(expr: &AffineExpr, constant: i64) -> AffineExpr {
    plus(expr, &AffineExpr::Constant(constant))
}

pub(super) fn times(expr: &AffineExpr, factor: i64) -> AffineExpr {
    simplified(&AffineExpr::binary(BinaryOp::Mul, expr.clone(), AffineExpr::Constant(factor)))
}

/// `expr floordiv divisor` or `expr ceildiv divisor`.
pub(super) fn divided(op: BinaryOp, expr: AffineExpr, divisor: i64) -> AffineExpr {
    AffineExpr::binary(op, expr, AffineExpr::Constant(divisor))
}

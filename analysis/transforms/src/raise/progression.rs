//! Loops whose step is a symbol: they count their iterations, and compute the variable from the number.

use super::expressions::Over;
use super::names::LoopNames;
use crate::rewrite::substitute;
use ir::ValueId;
use ir::affine::{AffineExpr, BinaryOp};
use polyhedral::dependence::affine_form::Leaf;
use polyhedral::value_expression::difference;

/// `start + number * step`
pub(super) struct Progression(Over<(AffineExpr, AffineExpr)>);

impl Progression {
    /// With the number of iterations, `(upper - lower) ceildiv step`; `None` where it starts at the greatest of several
    /// values. A step is positive: another one is undefined.
    pub(super) fn of(
        lower: &Over<Vec<AffineExpr>>,
        upper: &Over<Vec<AffineExpr>>,
        step: ValueId,
    ) -> Option<(Self, Over<Vec<AffineExpr>>)> {
        let [start] = lower.form.as_slice() else { return None };
        let mut leaves = upper.leaves.clone();
        let mut take_in = |leaf: &Leaf| {
            AffineExpr::Dim(leaves.iter().position(|it| it == leaf).unwrap_or_else(|| {
                leaves.push(*leaf);
                leaves.len() - 1
            }))
        };
        let step = take_in(&Leaf::Value(step));
        let inputs: Vec<_> = lower.leaves.iter().map(take_in).collect();
        let start = substitute(start, inputs.len(), &inputs);
        let count =
            |end: &AffineExpr| AffineExpr::binary(BinaryOp::CeilDiv, difference(end, &start), step.clone());
        let counts = upper.form.iter().map(count).collect();
        Some((Self(Over { leaves: leaves.clone(), form: (start, step) }), Over { leaves, form: counts }))
    }

    pub(super) fn leaves(&self) -> &Vec<Leaf> {
        &self.0.leaves
    }

    pub(super) fn values<'a>(&'a self, ir: &'a ir::Ir) -> impl Iterator<Item = ValueId> + 'a {
        self.0.values(ir)
    }

    /// The operation that computes the variable.
    pub(super) fn definition(&self, names: &LoopNames<'_>, number: &str) -> String {
        let (start, step) = &self.0.form;
        let mut leaves = names.leaves(&self.0.leaves);
        let passed = AffineExpr::binary(BinaryOp::Mul, leaves.dim(number), step.clone());
        leaves.definition(&AffineExpr::binary(BinaryOp::Add, start.clone(), passed))
    }
}

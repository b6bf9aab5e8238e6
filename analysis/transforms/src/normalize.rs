//! `refactor.rewrite.affine.normalize`: a loop counts its iterations from 0 in steps of 1, and the earlier value of its
//! variable is computed where it is used. The iterations and their order stay, so this is always legal.

#[cfg(test)]
mod tests;

use super::for_loop::{for_loop, step, variable_name};
use super::loop_bounds::{LoopBounds, divided, plus, times};
use super::loop_header::HeaderPieces;
use super::loop_offers::LoopOffers;
use super::magnitude;
use super::variable_value::body_with;
use crate::offer::{ActionContext, Candidate};
use crate::parameter::Parameters;
use crate::reason::Reason;
use crate::rewrite::Edits;
use crate::rewrite::{FreshNames, Leaves, RootText, Side};
use ir::affine::{AffineExpr, BinaryOp};
use ir::{Ir, OpId};
use polyhedral::loops::bounds::constant_upper;
use polyhedral::value_expression::difference;

pub(super) const KIND: &str = "refactor.rewrite.affine.normalize";

/// One offer for each loop of the selection.
pub(super) fn offers<'a>(context: &'a ActionContext<'a>) -> Vec<Candidate<'a>> {
    let offers = LoopOffers::new(context, KIND);
    let ir = context.ir;
    let of_loop = |op| {
        let title = format!("Count the iterations of {} from 0 in steps of 1", variable_name(ir, op));
        offers.offer(op, Parameters::default(), title, Normalized::of(ir, op), move |source, it| {
            it.edits(source, op)
        })
    };
    offers.loops().into_iter().map(of_loop).collect()
}

/// The new form of a loop.
struct Normalized {
    leaves: Leaves,
    /// The expressions whose minimum is the number of iterations.
    count: Vec<AffineExpr>,
    /// The earlier value of the variable, in terms of the one that counts.
    value: AffineExpr,
    /// The greatest of several bounds, computed under this name in front of the loop.
    start: Option<(String, Vec<AffineExpr>)>,
}

impl Normalized {
    fn of(ir: &Ir, op: OpId) -> Result<Self, Reason> {
        let name = variable_name(ir, op);
        let refused = |text: String| Err(Reason::new(text).related(ir.ops[op].name_pointer, "this loop"));
        magnitude::refusal(ir, op).map_or(Ok(()), Err)?;
        let mut leaves = Leaves::default();
        let Some((bounds, header)) = LoopBounds::of(ir, op, &mut leaves).zip(for_loop(ir, op)) else {
            return refused(format!("the bounds of {name} are not known"));
        };
        let mut start = None;
        let lower = match bounds.single(ir, op, Side::Lower) {
            Some(lower) => lower,
            // Further inside, such a value can be no operand of bounds and subscripts.
            None if ir.parent_op(op).is_some_and(|it| ir.ops[it].has_trait("AffineScope")) => {
                let start_name = FreshNames::of(ir).named(&format!("{name}_start"));
                let leaf = leaves.symbol(&start_name);
                start = Some((start_name, bounds.lower.clone()));
                leaf
            }
            None => return refused(format!("{name} starts at the greatest of several bounds")),
        };
        let step = step(ir, op);
        if step == 1 && lower == AffineExpr::Constant(0) {
            return refused(format!("{name} counts from 0 in steps of 1 already"));
        }
        let upper = match constant_upper(ir, op, header) {
            Some(upper) => vec![AffineExpr::Constant(upper)],
            None => bounds.upper,
        };
        let count = |upper: &AffineExpr| divided(BinaryOp::CeilDiv, difference(upper, &lower), step);
        let count = upper.iter().map(count).collect();
        let value = plus(&lower, &times(&leaves.dim(&name), step));
        Ok(Self { leaves, count, value, start })
    }

    fn edits(&self, source: &RootText<'_>, op: OpId) -> Option<Edits> {
        let ir = source.ir;
        let pieces = HeaderPieces {
            lower: Some("0".to_owned()),
            upper: Some(self.leaves.bound(Side::Upper, &self.count)),
            step: Some(1),
            ..HeaderPieces::default()
        };
        let (body, text) = body_with(source, op, &self.leaves, &self.value)?;
        let before = self.start.iter().map(|(name, results)| {
            let greatest = self.leaves.map_use(results);
            let blanks = source.indentation(ir.ops[op].pointer.range);
            format!("{name} = affine.max {greatest}{}{blanks}", source.line_break())
        });
        let before: String = before.collect();
        Some(vec![
            (source.pointer(source.header(op)?), format!("{before}{}", pieces.text(source, op)?)),
            (source.pointer(body), text),
        ])
    }
}

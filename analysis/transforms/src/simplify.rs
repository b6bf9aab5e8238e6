//! `refactor.rewrite.affine.simplify`: bounds, subscripts, maps and conditions of a nest in their smallest form, by the
//! facts that the loops, conditions and sizes around imply; loops that run once and conditions with a known outcome go.
//!
//! Each new form is equal wherever its operation runs, so this is always legal.

mod division;
mod expression;
mod plan;
mod rewrite;
#[cfg(test)]
mod tests;

pub use division::{HINT, NeedlessDivisions};
pub use plan::{Simpler, simpler_forms};

use crate::for_loop::parallel;
use crate::nest_offers::{candidate, described, holds, roots};
use crate::offer::{ActionContext, Candidate, Offer};
use crate::rewrite::RootText;
use ir::{Ir, OpId, OpKind};
use plan::Plan;

pub const KIND: &str = "refactor.rewrite.affine.simplify";

/// One offer for each nest and function with a simpler form whose first line, or that of a loop inside, the selection
/// touches, and the fixes of the hint.
pub(super) fn offers<'a>(context: &'a ActionContext<'a>) -> Vec<Candidate<'a>> {
    let nests = roots(context, is_nest).into_iter().filter_map(|it| offer(context, it));
    nests.chain(division::quick_fixes(context)).collect()
}

fn is_nest(ir: &Ir, op: OpId) -> bool {
    matches!(ir.ops[op].kind, OpKind::For(_) | OpKind::If(_) | OpKind::Parallel(_))
}

fn offer<'a>(context: &'a ActionContext<'a>, root: OpId) -> Option<Candidate<'a>> {
    let ActionContext { db, op, ir, budget, .. } = *context;
    // More of it is simpler when its dimensions are loops; see `ahead`.
    if ir.is_counted_loop(root) && holds(ir, root, |ir, it| parallel(ir, it).is_some()) {
        return None;
    }
    let plan = Plan::of(db, op, root, budget);
    let title = format!("Simplify {}: {}", described(ir, root), plan.counts()?);
    let edit = Box::new(move || rewrite::edits(&RootText::around(db, op, ir, root)?, &plan));
    Some(candidate(context, KIND, root, Offer::Offered { title, edit }))
}

//! `refactor.rewrite.affine.raise`: loops, conditions and accesses of other dialects become those of the affine dialect,
//! with their index arithmetic inside their maps. As much of a nest as can be; each of the rest has its reason.
//!
//! Iterations, their order and the elements that are touched stay, so every nest that can be written is legal.

mod access;
mod all;
mod bounds;
mod condition;
mod counted;
mod dead;
mod end;
mod expressions;
mod names;
mod parallel;
mod plan;
mod progression;
#[cfg(test)]
mod tests;

pub use all::{KIND as ALL, edits as all_edits, is_possible};
pub(crate) use all::{edits_at, is_possible_in, roots};
pub(crate) use plan::is_nest;

use crate::nest_offers::{self, candidate, described};
use crate::offer::{ActionContext, Candidate, Offer};
use crate::rewrite::RootText;
use ir::OpId;
use plan::Plan;

pub const KIND: &str = "refactor.rewrite.affine.raise";

/// One offer for each nest whose first line, or the first line of a loop inside, the selection touches, and one for a
/// function whose first line it touches.
pub(super) fn offers<'a>(context: &'a ActionContext<'a>) -> Vec<Candidate<'a>> {
    nest_offers::roots(context, is_nest).into_iter().filter_map(|it| offer(context, it)).collect()
}

/// The offer of one nest; `None` where all of it is affine.
fn offer<'a>(context: &'a ActionContext<'a>, root: OpId) -> Option<Candidate<'a>> {
    let ActionContext { ir, starts, text, .. } = context;
    let plan = Plan::of(ir, &[root]);
    if plan.is_empty() {
        return None;
    }
    let what = described(ir, root);
    let first = plan.left.first().map(|it| it.reason.render(starts, text).reason);
    let title = match &first {
        Some(reason) if plan.is_any() => {
            format!("Raise {what} to affine: {}; else {reason}", plan.counts())
        }
        _ => format!("Raise {what} to affine"),
    };
    let left = plan.left.iter().map(|it| (ir.ops[it.op].name_pointer, it.reason.render(starts, text).reason));
    let left = left.collect();
    let offer = match (plan.is_any(), first) {
        (false, Some(reason)) => Offer::Refused { title, reason: reason.into() },
        _ => Offer::Offered {
            title,
            edit: Box::new(move || plan.edits(&RootText::around(context.db, context.op, ir, root)?)),
        },
    };
    Some(Candidate { left, ..candidate(context, KIND, root, offer) })
}

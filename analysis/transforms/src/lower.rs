//! `refactor.rewrite.affine.lower`: loops, conditions and accesses of the affine dialect become those of `scf`, `memref`
//! and `vector`, with the values of maps as index arithmetic before them.
//!
//! Iterations, their order and the elements that are touched stay, so every nest that can be written is legal.

mod again;
mod arithmetic;
mod nest;
mod refusal;
#[cfg(test)]
mod tests;

pub use again::edits as again;

use crate::nest_offers::{candidate, described, roots};
use crate::offer::{ActionContext, Candidate, Offer};
use crate::rewrite::RootText;
use ir::OpId;
use nest::Lowered;
pub(crate) use refusal::has_known_reductions;
use refusal::{is_nest, refusal};

pub const KIND: &str = "refactor.rewrite.affine.lower";

/// One offer for each nest and function whose first line, or that of a loop inside, the selection touches.
pub(super) fn offers<'a>(context: &'a ActionContext<'a>) -> Vec<Candidate<'a>> {
    roots(context, is_nest).into_iter().map(|it| offer(context, it)).collect()
}

fn offer<'a>(context: &'a ActionContext<'a>, root: OpId) -> Candidate<'a> {
    let ActionContext { ir, starts, text, .. } = context;
    let title = format!("Lower {} to scf", described(ir, root));
    let offer = match refusal(ir, root) {
        Some(reason) => Offer::Refused { title, reason: reason.render(starts, text) },
        None => Offer::Offered {
            title,
            edit: Box::new(move || {
                Lowered::of(&RootText::around(context.db, context.op, ir, root)?, &[root])?.edits()
            }),
        },
    };
    candidate(context, KIND, root, offer)
}

//! `refactor.rewrite.affine.licm`: operations that give and do the same in each iteration move in front of the loop.

mod in_bounds;
mod invariants;
mod rewrite;
#[cfg(test)]
mod tests;

use super::for_loop::variable_name;
use super::loop_offers::LoopOffers;
use crate::offer::{ActionContext, Candidate};
use crate::parameter::Parameters;
use invariants::invariants;

pub const KIND: &str = "refactor.rewrite.affine.licm";

/// One offer for each loop of the selection.
pub(super) fn offers<'a>(context: &'a ActionContext<'a>) -> Vec<Candidate<'a>> {
    let offers = LoopOffers::new(context, KIND);
    let ir = context.ir;
    let of_loop = |op| {
        let name = variable_name(ir, op);
        let facts = offers.facts();
        let least = facts.loops.of(op).and_then(|it| it.trip_range.as_ref()).map(|it| &it.0);
        let runs = least.is_some_and(|it| it.is_positive());
        let moved = invariants(facts, op, runs, context.budget);
        let what = match moved.as_ref().map(Vec::len) {
            Err(_) => "invariant operations".to_owned(),
            Ok(1) => "1 invariant operation".to_owned(),
            Ok(count) => format!("{count} invariant operations"),
        };
        let title = format!("Move {what} out of the loop over {name}");
        offers.offer(op, Parameters::default(), title, moved, move |source, moved| {
            rewrite::edits(source, op, moved)
        })
    };
    offers.loops().into_iter().map(of_loop).collect()
}

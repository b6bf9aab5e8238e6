//! `refactor.rewrite.affine.licm`: operations that give and do the same in each iteration move in front of the loop.

mod in_bounds;
mod invariants;
mod rewrite;
#[cfg(test)]
mod tests;

use super::facts::Facts;
use super::for_loop::variable_name;
use super::loop_offers::LoopOffers;
use crate::offer::{ActionContext, Candidate};
use invariants::invariants;

pub const KIND: &str = "refactor.rewrite.affine.licm";

/// One offer for each loop of the selection.
pub(super) fn offers<'a>(context: &'a ActionContext<'a>) -> Vec<Candidate<'a>> {
    let offers = LoopOffers::new(context, KIND);
    let loops = offers.loops();
    if loops.is_empty() {
        return Vec::new();
    }
    let (ir, facts) = (context.ir, Facts::of(context));
    let known = polyhedral::loops::loops(context.db, context.op);
    let mut found = Vec::new();
    for op in loops {
        let name = variable_name(ir, op);
        let least = known.of(op).and_then(|it| it.trip_range.as_ref()).map(|it| &it.0);
        let candidate = match invariants(&facts, op, least.is_some_and(|it| it.is_positive()), context.budget)
        {
            Err(reason) => {
                let title = format!("Move invariant operations out of the loop over {name}");
                offers.offer(op, "", title, Err(reason))
            }
            Ok(moved) => {
                let title = match moved.len() {
                    1 => format!("Move 1 invariant operation out of the loop over {name}"),
                    count => format!("Move {count} invariant operations out of the loop over {name}"),
                };
                let source = offers.text(op);
                let edit = move || rewrite::edits(&source()?, op, &moved);
                offers.offer(op, "", title, Ok(Box::new(edit)))
            }
        };
        found.push(candidate);
    }
    found
}

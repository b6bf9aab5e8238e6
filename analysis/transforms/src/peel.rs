//! `refactor.rewrite.affine.peel`: the first or the last iteration of a loop stands in front of it or behind it, and the
//! loop runs all others. Their order stays, so this is always legal.

mod peeled;
mod rewrite;
#[cfg(test)]
mod tests;

use super::facts::Facts;
use super::for_loop::variable_name;
use super::loop_offers::LoopOffers;
use crate::offer::{ActionContext, Candidate};
use peeled::{End, Peeled};

pub(super) const KIND: &str = "refactor.rewrite.affine.peel";

/// Two offers for each loop of the selection: one for each end.
pub(super) fn offers<'a>(context: &'a ActionContext<'a>) -> Vec<Candidate<'a>> {
    let offers = LoopOffers::new(context, KIND);
    let loops = offers.loops();
    if loops.is_empty() {
        return Vec::new();
    }
    let (ir, facts) = (context.ir, Facts::of(context));
    let mut found = Vec::new();
    for op in loops {
        for (end, which) in [(End::First, "first"), (End::Last, "last")] {
            let title = format!("Peel the {which} iteration of {}", variable_name(ir, op));
            let choice = format!("iteration={which}");
            let candidate = match Peeled::of(&facts, op, end) {
                Err(reason) => offers.offer(op, &choice, title, Err(reason)),
                Ok(peeled) => {
                    let title = match peeled.condition.is_empty() {
                        true => title,
                        false => format!("{title}, in a condition that there is one"),
                    };
                    let source = offers.text(op);
                    let edit = move || rewrite::edits(&source()?, op, &peeled);
                    offers.offer(op, &choice, title, Ok(Box::new(edit)))
                }
            };
            found.push(candidate);
        }
    }
    found
}

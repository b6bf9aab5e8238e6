//! `refactor.rewrite.affine.reverse`: a loop runs from its last iteration to its first. Its bounds stay, and the
//! earlier value of its variable is computed where it is used.

mod legality;
mod reversed;
#[cfg(test)]
mod tests;

use super::for_loop::variable_name;
use super::loop_offers::LoopOffers;
use super::rounding::Rounding;
use super::variable_value::body_with;
use crate::offer::{ActionContext, Candidate};
use crate::parameter::Parameters;
use reversed::Reversed;

pub const KIND: &str = "refactor.rewrite.affine.reverse";

/// One offer for each loop of the selection.
pub(super) fn offers<'a>(context: &'a ActionContext<'a>) -> Vec<Candidate<'a>> {
    let offers = LoopOffers::new(context, KIND);
    let of_loop = |op| {
        let rounding = legality::rounding(offers.facts(), op);
        let title = format!("Reverse {}", variable_name(context.ir, op));
        let (title, allowed) = offers.reassociating(title, *rounding.as_ref().unwrap_or(&Rounding::Same));
        let reversed = rounding.and(allowed).and_then(|()| Reversed::of(context.ir, op));
        offers.offer(op, Parameters::default(), title, reversed, move |source, Reversed { leaves, value }| {
            let (body, text) = body_with(source, op, leaves, value)?;
            Some(vec![(source.pointer(body), text)])
        })
    };
    offers.loops().into_iter().map(of_loop).collect()
}

//! `refactor.rewrite.affine.reverse`: a loop runs from its last iteration to its first. Its bounds stay, and what its
//! variable was is computed where it is used.

mod legality;
mod reversed;
#[cfg(test)]
mod tests;

use super::facts::Facts;
use super::for_loop::variable_name;
use super::loop_offers::LoopOffers;
use super::rounding::Rounding;
use super::variable_value::body_with;
use crate::offer::{ActionContext, Candidate};
use reversed::Reversed;

pub(super) const KIND: &str = "refactor.rewrite.affine.reverse";

/// One offer for each loop of the selection.
pub(super) fn offers<'a>(context: &'a ActionContext<'a>) -> Vec<Candidate<'a>> {
    let offers = LoopOffers::new(context, KIND);
    let loops = offers.loops();
    if loops.is_empty() {
        return Vec::new();
    }
    let (ir, facts) = (context.ir, Facts::of(context));
    let mut found = Vec::new();
    for op in loops {
        let rounding = legality::rounding(&facts, op);
        let title = format!("Reverse {}", variable_name(ir, op));
        let (title, allowed) = offers.reassociating(title, *rounding.as_ref().unwrap_or(&Rounding::Same));
        let candidate = match rounding.and(allowed).and_then(|()| Reversed::of(ir, op)) {
            Err(reason) => offers.offer(op, "", title, Err(reason)),
            Ok(Reversed { leaves, value }) => {
                let text = offers.text(op);
                let edit = move || {
                    let source = text()?;
                    let (body, text) = body_with(&source, op, &leaves, &value)?;
                    Some(vec![(source.pointer(body), text)])
                };
                offers.offer(op, "", title, Ok(Box::new(edit)))
            }
        };
        found.push(candidate);
    }
    found
}

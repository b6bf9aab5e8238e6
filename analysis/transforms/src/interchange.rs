//! `refactor.rewrite.affine.interchange`: of two loops of which the second is all that the first holds, the inner one
//! goes outside.

mod bounds;
mod legality;
mod rewrite;
#[cfg(test)]
mod tests;

use super::facts::Facts;
use super::for_loop::{for_loop, statements, variable_name};
use super::loop_offers::LoopOffers;
use super::rounding::Rounding;
use crate::offer::{ActionContext, Candidate};
use ir::{Ir, OpId};

pub const KIND: &str = "refactor.rewrite.affine.interchange";

/// One offer for each loop of the selection that holds nothing but a loop.
pub(super) fn offers<'a>(context: &'a ActionContext<'a>) -> Vec<Candidate<'a>> {
    let offers = LoopOffers::new(context, KIND);
    let ir = context.ir;
    let pairs: Vec<(OpId, OpId)> =
        offers.loops().into_iter().filter_map(|it| Some((it, only_loop(ir, it)?))).collect();
    if pairs.is_empty() {
        return Vec::new();
    }
    let facts = Facts::of(context);
    let mut found = Vec::new();
    for (outer, inner) in pairs {
        let title = format!("Interchange {} and {}", variable_name(ir, outer), variable_name(ir, inner));
        let rounding = legality::rounding(&facts, outer, inner);
        let (title, allowed) = offers.reassociating(title, *rounding.as_ref().unwrap_or(&Rounding::Same));
        let decided = rounding.and(allowed).and_then(|()| bounds::interchanged(ir, outer, inner));
        let candidate = match decided {
            Err(reason) => offers.offer(outer, "", title, Err(reason)),
            Ok(bounds) => {
                let source = offers.text(outer);
                let edit = move || rewrite::edits(&source()?, (outer, inner), bounds.as_ref());
                offers.offer(outer, "", title, Ok(Box::new(edit)))
            }
        };
        found.push(candidate);
    }
    found
}

/// The loop that is all that a loop holds.
pub(super) fn only_loop(ir: &Ir, outer: OpId) -> Option<OpId> {
    match *statements(ir, outer) {
        [inner] => for_loop(ir, inner).map(|_| inner),
        _ => None,
    }
}

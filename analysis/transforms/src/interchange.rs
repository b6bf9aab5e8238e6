//! `refactor.rewrite.affine.interchange`: of two perfectly nested loops, the inner one
//! goes outside.

mod bounds;
mod legality;
mod rewrite;
#[cfg(test)]
mod tests;

pub(super) use legality::carried_values;
pub(super) use rewrite::iterations;

use super::band::only_loop;
use super::for_loop::variable_name;
use super::loop_offers::LoopOffers;
use super::rounding::Rounding;
use crate::offer::{ActionContext, Candidate};
use crate::parameter::Parameters;

pub const KIND: &str = "refactor.rewrite.affine.interchange";

/// One offer for each loop of the selection that holds nothing but a loop.
pub(super) fn offers<'a>(context: &'a ActionContext<'a>) -> Vec<Candidate<'a>> {
    let offers = LoopOffers::new(context, KIND);
    let ir = context.ir;
    let of_loop = |outer| {
        let inner = only_loop(ir, outer)?;
        let title = format!("Interchange {} and {}", variable_name(ir, outer), variable_name(ir, inner));
        let rounding = legality::rounding(offers.facts(), outer, inner);
        let (title, allowed) = offers.reassociating(title, *rounding.as_ref().unwrap_or(&Rounding::Same));
        let bounds = rounding.and(allowed).and_then(|()| bounds::interchanged(ir, outer, inner));
        let edits =
            move |source: &_, bounds: &Option<_>| rewrite::edits(source, (outer, inner), bounds.as_ref());
        Some(offers.offer(outer, Parameters::default(), title, bounds, edits))
    };
    offers.loops().into_iter().filter_map(of_loop).collect()
}

//! `refactor.rewrite.affine.peel`: the first or the last iteration of a loop moves before it or after it, and the
//! loop runs all others. Their order stays, so this is always legal.

mod peeled;
mod rewrite;
#[cfg(test)]
mod tests;

use super::for_loop::variable_name;
use super::loop_offers::LoopOffers;
use crate::offer::{ActionContext, Candidate};
use crate::parameter::{Parameter, Parameters};
use peeled::{End, Peeled};

pub const KIND: &str = "refactor.rewrite.affine.peel";

const ITERATION: Parameter = Parameter::word("iteration", &["first", "last"], "which end is peeled");

pub(super) static PARAMETERS: &[Parameter] = &[ITERATION];

/// Two offers for each loop of the selection: one for each end.
pub(super) fn offers<'a>(context: &'a ActionContext<'a>) -> Vec<Candidate<'a>> {
    let offers = LoopOffers::new(context, KIND);
    let of_end = |op, (end, which)| {
        let peeled = Peeled::of(offers.facts(), op, end);
        let condition = match &peeled {
            Ok(peeled) if !peeled.condition.is_empty() => ", in a condition that there is one",
            _ => "",
        };
        let name = variable_name(context.ir, op);
        let title = format!("Peel the {which} iteration of {name}{condition}");
        let edits = move |source: &_, peeled: &_| rewrite::edits(source, op, peeled);
        let parameters = Parameters::default().with_word(&ITERATION, which);
        offers.offer(op, parameters, title, peeled, edits)
    };
    let of_loop = |op| [(End::First, "first"), (End::Last, "last")].map(|it| of_end(op, it));
    offers.loops().into_iter().flat_map(of_loop).collect()
}

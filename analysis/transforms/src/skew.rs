//! `refactor.rewrite.affine.skew`: the inner of two loops starts later with each iteration of the outer one, by a multiple
//! of the outer variable, so that dependences which pointed backwards in it no longer do. The order of the iterations
//! stays, so this is always legal; it is offered where the loops may be interchanged and tiled afterwards.

mod factor;
mod rewrite;
#[cfg(test)]
mod tests;

use super::band::{band, carries_nothing};
use super::for_loop::variable_name;
use super::loop_offers::LoopOffers;
use super::nest_legality::Nest;
use crate::offer::{ActionContext, Candidate};
use crate::parameter::{Parameter, Parameters};
use factor::Factor;
use rewrite::Skewed;

pub const KIND: &str = "refactor.rewrite.affine.skew";

const INNER: Parameter =
    Parameter::number("inner", 1, "which loop of the band is skewed, counted from the outer one");

pub(super) static PARAMETERS: &[Parameter] = &[INNER];

/// For each loop of the selection one offer for each loop of the band inside it that dependences of the outer one
/// prevent from being permuted.
pub(super) fn offers<'a>(context: &'a ActionContext<'a>) -> Vec<Candidate<'a>> {
    let offers = LoopOffers::new(context, KIND);
    let ir = context.ir;
    let mut found = Vec::new();
    for outer in offers.loops() {
        let band = band(ir, outer, |_, inner| carries_nothing(ir, inner));
        if band.len() < 2 {
            continue;
        }
        let nest = Nest::of(offers.facts(), outer);
        for (depth, inner) in band.into_iter().enumerate().skip(1) {
            let (i, j) = (variable_name(ir, outer), variable_name(ir, inner));
            let (skewed, by) = match factor::least(&nest, outer, inner, context.budget) {
                // Of loops further inside only those are mentioned that a dependence keeps in place.
                Factor::Permutable(_) if depth > 1 => continue,
                Factor::Permutable(reason) | Factor::None(reason) => (Err(reason), i),
                Factor::Least(factor) => {
                    let by = if factor == 1 { i } else { format!("{factor} × {i}") };
                    (Skewed::of(ir, (outer, inner), factor), by)
                }
            };
            let parameters =
                Parameters::default().with_number(&INNER, i64::try_from(depth).unwrap_or(i64::MAX));
            let title = format!("Skew {j} by {by}");
            let edits = move |source: &_, skewed: &Skewed| skewed.edits(source, inner);
            found.push(offers.offer(outer, parameters, title, skewed, edits));
        }
    }
    found
}

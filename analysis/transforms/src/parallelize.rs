//! `refactor.rewrite.affine.parallelize`: an `affine.for` whose iterations are independent becomes an
//! `affine.parallel`; values and elements of memory that it folds become reductions.

pub(crate) mod legality;
mod rewrite;
#[cfg(test)]
mod tests;

use super::for_loop::variable_name;
use super::loop_offers::LoopOffers;
use crate::offer::{ActionContext, Candidate};
use crate::parameter::Parameters;
use legality::{Fold, folds, refusal};

pub const KIND: &str = "refactor.rewrite.affine.parallelize";

/// One offer for each loop of the selection.
pub(super) fn offers<'a>(context: &'a ActionContext<'a>) -> Vec<Candidate<'a>> {
    let offers = LoopOffers::new(context, KIND);
    let ir = context.ir;
    let of_loop = |op| {
        let loop_ = offers.facts().loops.of(op)?;
        let folds = refusal(offers.facts(), loop_).map_or_else(|| folds(offers.facts(), loop_), Err);
        let reduced = folds.as_ref().map_or_else(|_| String::new(), |it| reduced(it));
        let title = format!("Run the iterations of {} in parallel{reduced}", variable_name(ir, op));
        Some(offers.offer(op, Parameters::default(), title, folds, move |source, folds| {
            rewrite::edits(source, op, folds)
        }))
    };
    offers.loops().into_iter().filter_map(of_loop).collect()
}

/// `, reducing by addf and maximumf (floating-point terms in any order)`
fn reduced(folds: &[Fold]) -> String {
    let mut kinds: Vec<&str> = folds.iter().map(|it| it.combining.atomic_kind).collect();
    kinds.dedup();
    let order = match kinds.iter().any(|it| matches!(*it, "addf" | "mulf")) {
        true => " (floating-point terms in any order)",
        false => "",
    };
    if kinds.is_empty() { String::new() } else { format!(", reducing by {}{order}", kinds.join(" and ")) }
}

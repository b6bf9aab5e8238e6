//! `refactor.rewrite.affine.parallelize`: an `affine.for` whose iterations are independent becomes an
//! `affine.parallel`; values that it folds become reductions.

mod legality;
mod rewrite;
#[cfg(test)]
mod tests;

use super::facts::Facts;
use super::for_loop::variable_name;
use super::loop_offers::LoopOffers;
use crate::offer::{ActionContext, Candidate};
use legality::{Fold, folds, refusal};

pub const KIND: &str = "refactor.rewrite.affine.parallelize";

/// One offer for each loop of the selection.
pub(super) fn offers<'a>(context: &'a ActionContext<'a>) -> Vec<Candidate<'a>> {
    let offers = LoopOffers::new(context, KIND);
    let loops = offers.loops();
    if loops.is_empty() {
        return Vec::new();
    }
    let facts = Facts::of(context);
    let known = polyhedral::loops::loops(context.db, context.op);
    let mut found = Vec::new();
    for op in loops {
        let Some(loop_) = known.of(op) else { continue };
        let title = format!("Run the iterations of {} in parallel", variable_name(context.ir, op));
        let decided = match refusal(&facts, loop_) {
            Some(reason) => Err(reason),
            None => folds(context.ir, loop_),
        };
        let candidate = match decided {
            Err(reason) => offers.offer(op, "", title, Err(reason)),
            Ok(folds) => {
                let title = format!("{title}{}", reduced(&folds));
                let source = offers.text(op);
                let edit = move || rewrite::edits(&source()?, op, &folds);
                offers.offer(op, "", title, Ok(Box::new(edit)))
            }
        };
        found.push(candidate);
    }
    found
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

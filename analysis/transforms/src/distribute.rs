//! `refactor.rewrite.affine.distribute`: a loop becomes several, one after the other, each with a part of its
//! statements.

mod legality;
mod rewrite;
#[cfg(test)]
mod tests;

use super::facts::Facts;
use super::for_loop::variable_name;
use super::loop_offers::LoopOffers;
use crate::offer::{ActionContext, Candidate};
use ir::OpId;
use legality::{Verdict, splits};

pub const KIND: &str = "refactor.rewrite.affine.distribute";

/// So many places of one loop are offered, and so many refused: nobody looks at thousands. Each can be asked for by its id.
const MOST_PLACES: usize = 50;

/// For each loop of the selection that holds several parts: one offer for all places at which it may be split, and
/// one for each of them.
pub(super) fn offers<'a>(context: &'a ActionContext<'a>) -> Vec<Candidate<'a>> {
    let offers = LoopOffers::new(context, KIND);
    let loops = offers.loops();
    if loops.is_empty() {
        return Vec::new();
    }
    let (ir, facts) = (context.ir, Facts::of(context));
    let mut found = Vec::new();
    for op in loops {
        let name = variable_name(ir, op);
        let line = |after: OpId| context.text.line(context.starts.range(ir.ops[after].pointer).start());
        let (mut legal, mut crossed, mut refused) = (Vec::new(), Vec::new(), Vec::new());
        for (after, verdict) in splits(&facts, op) {
            match verdict {
                Verdict::Legal => legal.push(after),
                Verdict::Crossed(reason) => crossed.push((after, reason)),
                Verdict::Forbidden(reason) => refused.push((after, reason)),
            }
        }
        // Nearly every place is crossed by a value: one is said where there is nothing else to say.
        if legal.is_empty() && refused.is_empty() {
            refused.extend(crossed.into_iter().next());
        }
        let offered = |choice: &str, title: String, places: Vec<OpId>| {
            let source = offers.text(op);
            let edit = move || rewrite::edits(&source()?, op, &places);
            offers.offer(op, choice, title, Ok(Box::new(edit)))
        };
        if legal.len() > 1 {
            let title = format!("Distribute {name} over {} loops", legal.len() + 1);
            found.push(offered("after=all", title, legal.clone()));
        }
        let is_wanted = |after: &OpId| context.wants(&format!(":after={}", line(*after)));
        let most = if context.wanted.is_some() { usize::MAX } else { MOST_PLACES };
        for after in legal.iter().take(most).filter(|it| is_wanted(it)) {
            let title = format!("Distribute {name} over two loops, split after line {}", line(*after));
            found.push(offered(&format!("after={}", line(*after)), title, vec![*after]));
        }
        for (after, reason) in refused.into_iter().take(MOST_PLACES) {
            let title = format!("Distribute {name} over two loops, split after line {}", line(after));
            found.push(offers.offer(op, &format!("after={}", line(after)), title, Err(reason)));
        }
    }
    found
}

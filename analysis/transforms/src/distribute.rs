//! `refactor.rewrite.affine.distribute`: a loop becomes several, one after the other, each with a part of its
//! statements.

mod legality;
mod rewrite;
#[cfg(test)]
mod tests;

use super::for_loop::variable_name;
use super::loop_offers::LoopOffers;
use crate::offer::{ActionContext, Candidate};
use crate::parameter::{Parameter, Parameters};
use crate::reason::Reason;
use ir::OpId;
use legality::{SplitVerdict, splits};

pub const KIND: &str = "refactor.rewrite.affine.distribute";

const AFTER: Parameter = Parameter::number("after", 1, "the line after which the loop is split").or(ALL);

/// At every place at which that is legal.
const ALL: &str = "all";

pub(super) static PARAMETERS: &[Parameter] = &[AFTER];

/// At most this many places of one loop are offered, and as many refused: a list of thousands helps nobody. Each can be
/// asked for by its id.
const MOST_PLACES: usize = 50;

/// For each loop of the selection that holds several parts: one offer for all places at which it may be split, and
/// one for each of them.
pub(super) fn offers<'a>(context: &'a ActionContext<'a>) -> Vec<Candidate<'a>> {
    let offers = LoopOffers::new(context, KIND);
    let ir = context.ir;
    let mut found = Vec::new();
    for op in offers.loops() {
        let name = variable_name(ir, op);
        let line = |after: OpId| {
            let line = context.text.line(context.starts.range(ir.ops[after].pointer).start());
            i64::try_from(line).unwrap_or(i64::MAX)
        };
        let (mut legal, mut crossed, mut refused) = (Vec::new(), Vec::new(), Vec::new());
        for (after, verdict) in splits(offers.facts(), op) {
            match verdict {
                SplitVerdict::Legal => legal.push(after),
                SplitVerdict::Crossed(reason) => crossed.push((after, reason)),
                SplitVerdict::Forbidden(reason) => refused.push((after, reason)),
            }
        }
        // Nearly every place is crossed by a value: one is said where there is nothing else to say.
        if legal.is_empty() && refused.is_empty() {
            refused.extend(crossed.into_iter().next());
        }
        let offer = |parameters: Parameters, title: String, decided: Result<Vec<OpId>, Reason>| {
            let edits = move |source: &_, places: &Vec<OpId>| rewrite::edits(source, op, places);
            offers.offer(op, parameters, title, decided, edits)
        };
        let split = |after: OpId, decided: Result<Vec<OpId>, Reason>| {
            let line = line(after);
            let title = format!("Distribute {name} over two loops, split after line {line}");
            offer(Parameters::default().with_number(&AFTER, line), title, decided)
        };
        if legal.len() > 1 {
            let title = format!("Distribute {name} over {} loops", legal.len() + 1);
            let parameters = Parameters::default().with_word(&AFTER, ALL);
            found.push(offer(parameters, title, Ok(legal.clone())));
        }
        let is_wanted = |after: &OpId| context.wants(AFTER.name, line(*after));
        let most = if context.wanted.is_some() { usize::MAX } else { MOST_PLACES };
        let legal = legal.into_iter().take(most).filter(is_wanted);
        found.extend(legal.map(|after| split(after, Ok(vec![after]))));
        found.extend(refused.into_iter().take(MOST_PLACES).map(|(after, reason)| split(after, Err(reason))));
    }
    found
}

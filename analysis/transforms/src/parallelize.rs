//! `refactor.rewrite.affine.parallelize`: an `affine.for` whose iterations are independent becomes an
//! `affine.parallel`, alone or with loops that are its body; values and elements of memory that it folds become reductions.

mod again;
mod band;
pub(crate) mod legality;
mod rewrite;
#[cfg(test)]
mod tests;

pub use again::{LoopNames, edits as again};

use super::for_loop::variable_name;
use super::loop_offers::LoopOffers;
use crate::offer::{ActionContext, Candidate};
use crate::parameter::{Parameter, Parameters};
use crate::request::Request;
use band::Band;
use legality::Fold;

pub const KIND: &str = "refactor.rewrite.affine.parallelize";

/// Without it one loop.
const LOOPS: Parameter = Parameter::number("loops", 2, "perfectly nested loops that become one");

pub const PARAMETERS: &[Parameter] = &[LOOPS];

/// Offers for each loop of the selection: alone, and with as many inside it as can be, or as are asked for.
pub(super) fn offers<'a>(context: &'a ActionContext<'a>) -> Vec<Candidate<'a>> {
    let offers = LoopOffers::new(context, KIND);
    let ir = context.ir;
    let offer = |op, parameters, band: Result<Band, _>| {
        let loops = band.as_ref().map_or_else(|_| vec![op], |it| it.loops.clone());
        let names = loops.iter().map(|it| variable_name(ir, *it)).collect::<Vec<_>>().join(", ");
        let reduced = band.as_ref().map_or_else(|_| String::new(), |it| reduced(&it.folds));
        let title = format!("Run the iterations of {names} in parallel{reduced}");
        offers.offer(op, parameters, title, band, rewrite::edits)
    };
    let mut found = Vec::new();
    for op in offers.loops() {
        let asked = context.parameters.number(LOOPS.name).and_then(|it| usize::try_from(it).ok());
        if asked.is_none() {
            let single = Band::single(offers.facts(), op);
            found.extend(single.map(|it| offer(op, Parameters::default(), it)));
        }
        if asked.is_none() && context.wanted.is_some() {
            continue;
        }
        let most = asked.unwrap_or(usize::MAX);
        let band = Band::from(offers.facts(), op, most).filter(|it| it.loops.len() > 1);
        if let Some(band) = band.filter(|it| asked.is_none_or(|asked| it.loops.len() == asked)) {
            let count = i64::try_from(band.loops.len()).unwrap_or(i64::MAX);
            found.push(offer(op, Parameters::default().with_number(&LOOPS, count), Ok(band)));
        }
    }
    found
}

/// How many loops a request is about.
pub fn loops_of(request: &Request) -> usize {
    request.parameters().number(LOOPS.name).and_then(|it| usize::try_from(it).ok()).unwrap_or(1)
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

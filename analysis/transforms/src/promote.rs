//! `refactor.rewrite.affine.promote`: an element that a loop loads and stores in each iteration becomes a value that its
//! iterations hand on; it is loaded once before the loop and stored once after it.
//!
//! Legal where nothing else in the loop touches the element, and where the loop has an iteration, or the element is stored
//! beside it in any case.

mod elements;
mod rewrite;
#[cfg(test)]
mod tests;

use super::for_loop::variable_name;
use super::loop_offers::LoopOffers;
use crate::offer::{ActionContext, Candidate};
use crate::parameter::Parameters;
use elements::{Element, elements};
use ir::{Ir, value_name};

pub const KIND: &str = "refactor.rewrite.affine.promote";

/// One offer for each loop of the selection that loads and stores an element again and again.
pub(super) fn offers<'a>(context: &'a ActionContext<'a>) -> Vec<Candidate<'a>> {
    let offers = LoopOffers::new(context, KIND);
    let ActionContext { ir, starts, text, .. } = *context;
    let mut found = Vec::new();
    for op in offers.loops() {
        let (mut legal, mut left) = (Vec::new(), Vec::new());
        for element in elements(offers.facts(), op) {
            match element {
                Ok(element) => legal.push(element),
                Err((place, reason)) => left.push((place, reason)),
            }
        }
        let place = format!("through the loop over {}", variable_name(ir, op));
        let (title, decided) = match (legal.is_empty(), left.is_empty()) {
            (true, true) => continue,
            (true, false) => (format!("Carry the element as a value {place}"), Err(left.swap_remove(0).1)),
            (false, _) => (format!("Carry {} {place}", described(ir, &legal)), Ok(legal)),
        };
        let left = left
            .into_iter()
            .map(|(at, reason)| (ir.ops[at].name_pointer, reason.render(starts, text).reason));
        let left = left.collect();
        let offer = offers.offer(op, Parameters::default(), title, decided, move |source, elements| {
            rewrite::edits(source, op, elements)
        });
        found.push(Candidate { left, ..offer });
    }
    found
}

/// `the element of %c as a value`, `elements of %c and %d as values`
fn described(ir: &Ir, elements: &[Element]) -> String {
    let mut names: Vec<String> = elements.iter().map(|it| value_name(ir, it.memref)).collect();
    names.dedup();
    let names = names.join(" and ");
    match elements {
        [_] => format!("the element of {names} as a value"),
        _ => format!("elements of {names} as values"),
    }
}

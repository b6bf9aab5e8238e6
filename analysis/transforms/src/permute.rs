//! `refactor.rewrite.affine.permute`: the loops of a band of perfectly nested loops take any
//! other order in one step.

mod legality;
mod order;
mod rewrite;
#[cfg(test)]
mod tests;

use super::band::band;
use super::for_loop::variable_name;
use super::loop_offers::LoopOffers;
use super::rounding::Rounding;
use crate::offer::{ActionContext, Candidate};
use crate::parameter::{Domain, Parameter, Parameters, Value};
use crate::reason::Reason;
use ir::OpId;
use legality::Legality;
use order::{Strides, preferred};

pub const KIND: &str = "refactor.rewrite.affine.permute";

/// Without it the order is the one that is best for memory.
const ORDER: Parameter = Parameter {
    name: "order",
    domain: Domain::Numbers { first: 0, others: 0 },
    is_free: true,
    about: "the loops in their new order, outermost first, by where they stand now, counted from 0",
};

pub const PARAMETERS: &[Parameter] = &[ORDER];

/// Two loops are interchanged.
const LEAST_LOOPS: usize = 3;

/// One offer for each loop of the selection that is the outermost of a band: in the requested order, or else in
/// the legal one that moves through memory in the least steps.
pub(super) fn offers<'a>(context: &'a ActionContext<'a>) -> Vec<Candidate<'a>> {
    let offers = LoopOffers::new(context, KIND);
    let ir = context.ir;
    let asked = context.parameters.numbers(ORDER.name);
    let of_loop = |outermost: OpId| {
        let band = band(ir, outermost, |_, _| true);
        if band.len() < if asked.is_some() { 2 } else { LEAST_LOOPS } {
            return None;
        }
        let legality = Legality::of(offers.facts(), &band);
        let strides = Strides::of(context, &band);
        let order = match asked {
            Some(asked) => {
                let order = permutation(asked)?;
                (order.len() <= band.len()).then_some(order)?
            }
            None => preferred(&strides, &|order| legality.allows(order))?,
        };
        let names = |order: &mut dyn Iterator<Item = usize>| {
            order.map(|it| variable_name(ir, band[it])).collect::<Vec<_>>().join(", ")
        };
        let (before, after) = (names(&mut (0..order.len())), names(&mut order.iter().copied()));
        let change = if order.len() == band.len() { strides.change(&order) } else { String::new() };
        let title = format!("Permute {before} to {after}{change}");
        let rounding = legality.rounding(&order);
        let (title, allowed) = offers.reassociating(title, *rounding.as_ref().unwrap_or(&Rounding::Same));
        let numbers = order.iter().filter_map(|it| i64::try_from(*it).ok()).collect();
        let parameters = Parameters::default().with(&ORDER, Value::Numbers(numbers));
        let decided = rounding.and(allowed).and_then(|()| match order.is_sorted() {
            true => Err(Reason::new("this is the order that the loops have")),
            false => Ok(order.iter().map(|it| band[*it]).collect::<Vec<_>>()),
        });
        let before: Vec<OpId> = band.iter().take(order.len()).copied().collect();
        Some(offers.offer(outermost, parameters, title, decided, move |source, after| {
            rewrite::edits(source, &before, after)
        }))
    };
    offers.loops().into_iter().filter_map(of_loop).collect()
}

/// Numbers that are those from 0 on, each once.
fn permutation(numbers: &[i64]) -> Option<Vec<usize>> {
    let order: Vec<usize> = numbers.iter().map(|it| usize::try_from(*it).ok()).collect::<Option<_>>()?;
    let mut sorted = order.clone();
    sorted.sort_unstable();
    (order.len() > 1 && sorted.into_iter().eq(0..order.len())).then_some(order)
}

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
use order::{Strides, by_worth, preferred};

pub const KIND: &str = "refactor.rewrite.affine.permute";

/// Without it the order is the one that is best for memory.
const ORDER: Parameter = Parameter {
    name: "order",
    domain: Domain::Numbers { first: 0, others: 0 },
    is_free: true,
    about: "the loops in their new order, outermost first, by where they stand now, counted from 0",
};

const ORDERS: Parameter =
    Parameter::word("orders", &["all"], "every order of a band of at most five loops, the legal ones first")
        .free();

pub const PARAMETERS: &[Parameter] = &[ORDER, ORDERS];

/// Two loops are interchanged.
const LEAST_LOOPS: usize = 3;

/// One offer for each loop of the selection that is the outermost of a band: in the requested order, or else in
/// the legal one that moves through memory in the least steps. Or, where that is requested, one for each order.
pub(super) fn offers<'a>(context: &'a ActionContext<'a>) -> Vec<Candidate<'a>> {
    let offers = LoopOffers::new(context, KIND);
    let ir = context.ir;
    let asked = context.parameters.numbers(ORDER.name);
    let all = asked.is_none() && context.parameters.word(ORDERS.name).is_some();
    let of_loop = |outermost: OpId| {
        let band = band(ir, outermost, |_, _| true);
        if band.len() < if asked.is_some() || all { 2 } else { LEAST_LOOPS } {
            return Vec::new();
        }
        let legality = Legality::of(offers.facts(), &band);
        let strides = Strides::of(context, &band);
        let orders: Vec<Vec<usize>> = match asked {
            Some(asked) => permutation(asked).filter(|it| it.len() <= band.len()).into_iter().collect(),
            None if all => by_worth(&strides, &|order| legality.allows(order)),
            None => preferred(&strides, &|order| legality.allows(order)).into_iter().collect(),
        };
        orders.into_iter().map(|order| offer(&offers, &band, (&legality, &strides), &order)).collect()
    };
    offers.loops().into_iter().flat_map(of_loop).collect()
}

fn offer<'a>(
    offers: &LoopOffers<'a>,
    band: &[OpId],
    (legality, strides): (&Legality<'_>, &Strides),
    order: &[usize],
) -> Candidate<'a> {
    let names = |order: &mut dyn Iterator<Item = usize>| {
        order.map(|it| variable_name(offers.context.ir, band[it])).collect::<Vec<_>>().join(", ")
    };
    let (before, after) = (names(&mut (0..order.len())), names(&mut order.iter().copied()));
    let change = if order.len() == band.len() { strides.change(order) } else { String::new() };
    let title = format!("Permute {before} to {after}{change}");
    let rounding = legality.rounding(order);
    let (title, allowed) = offers.reassociating(title, *rounding.as_ref().unwrap_or(&Rounding::Same));
    let numbers = order.iter().filter_map(|it| i64::try_from(*it).ok()).collect();
    let parameters = Parameters::default().with(&ORDER, Value::Numbers(numbers));
    let decided = rounding.and(allowed).and_then(|()| match order.is_sorted() {
        true => Err(Reason::new("this is the order that the loops have")),
        false => Ok(order.iter().map(|it| band[*it]).collect::<Vec<_>>()),
    });
    let before: Vec<OpId> = band.iter().take(order.len()).copied().collect();
    offers.offer(band[0], parameters, title, decided, move |source, after| {
        rewrite::edits(source, &before, after)
    })
}

/// Numbers that are those from 0 on, each once.
fn permutation(numbers: &[i64]) -> Option<Vec<usize>> {
    let order: Vec<usize> = numbers.iter().map(|it| usize::try_from(*it).ok()).collect::<Option<_>>()?;
    let mut sorted = order.clone();
    sorted.sort_unstable();
    (order.len() > 1 && sorted.into_iter().eq(0..order.len())).then_some(order)
}

//! `refactor.rewrite.affine.serialize`: dimensions of an `affine.parallel` become `affine.for` loops, whose iterations run
//! one after the other; they carry the values that the loop reduces.
//!
//! Iterations of an `affine.parallel` may run in any order, so this one is legal.

mod rewrite;
#[cfg(test)]
mod tests;

pub(crate) use rewrite::write_all;

use crate::for_loop::parallel;
use crate::loop_offers::LoopOffers;
use crate::lower::has_known_reductions;
use crate::offer::{ActionContext, Candidate};
use crate::parameter::{Domain, Parameter, Parameters, Value};
use crate::reason::Reason;
use ir::{Form, Ir, OpId, value_name};

pub const KIND: &str = "refactor.rewrite.affine.serialize";

/// Without it all dimensions become loops.
const DIMENSIONS: Parameter = Parameter {
    name: "dimensions",
    domain: Domain::Numbers { first: 0, others: 0 },
    is_free: false,
    about: "the dimensions that become loops inside, counted from 0, where not all do",
};

pub const PARAMETERS: &[Parameter] = &[DIMENSIONS];

/// Offers for each parallel loop of the selection: all dimensions, and each alone or those that are asked for.
pub(super) fn offers<'a>(context: &'a ActionContext<'a>) -> Vec<Candidate<'a>> {
    let offers = LoopOffers::new(context, KIND);
    let ir = context.ir;
    let mut found = Vec::new();
    for op in offers.ops(|op| parallel(ir, op).is_some()) {
        let variables = ir.body(op).map(|it| ir.blocks[it].arguments.as_slice()).unwrap_or_default();
        let all: Vec<usize> = (0..variables.len()).collect();
        let asked = context.parameters.numbers(DIMENSIONS.name).map(<[i64]>::to_vec);
        let alone = || (0i64..).take(all.len()).map(|it| vec![it]).filter(|_| all.len() > 1);
        let some = match (&asked, context.wanted) {
            (Some(asked), _) => vec![asked.clone()],
            (None, Some(_)) => Vec::new(),
            (None, None) => alone().collect(),
        };
        if asked.is_none() {
            found.push(offer(&offers, op, all, Parameters::default()));
        }
        for dimensions in some {
            let parameters = Parameters::default().with(&DIMENSIONS, Value::Numbers(dimensions.clone()));
            let mut chosen: Vec<usize> =
                dimensions.iter().filter_map(|it| usize::try_from(*it).ok()).collect();
            chosen.sort_unstable();
            chosen.dedup();
            if chosen.iter().all(|it| *it < variables.len()) {
                found.push(offer(&offers, op, chosen, parameters));
            }
        }
    }
    found
}

fn offer<'a>(
    offers: &LoopOffers<'a>,
    op: OpId,
    dimensions: Vec<usize>,
    parameters: Parameters,
) -> Candidate<'a> {
    let ir = offers.context.ir;
    let arguments = ir.body(op).map(|it| ir.blocks[it].arguments.as_slice()).unwrap_or_default();
    let names = dimensions.iter().filter_map(|it| arguments.get(*it)).map(|it| value_name(ir, *it));
    let names = names.collect::<Vec<_>>().join(", ");
    let title = format!("Run the iterations of {names} one after the other");
    let decided = refusal(ir, op).map_or(Ok(dimensions), Err);
    offers.offer(op, parameters, title, decided, move |source, dimensions| {
        rewrite::edits(source, op, dimensions)
    })
}

/// Why a parallel loop cannot be written as other loops.
pub(crate) fn refusal(ir: &Ir, op: OpId) -> Option<Reason> {
    let data = &ir.ops[op];
    let header = parallel(ir, op)?;
    let refused = |text: &str| Some(Reason::new(text).related(data.name_pointer, "this loop"));
    if data.form != Form::Custom {
        return refused("the loop is written in the generic form");
    }
    if !has_known_reductions(ir, op, header) {
        return refused("the loop reduces by something whose neutral element is not known");
    }
    None
}

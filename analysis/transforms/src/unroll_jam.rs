//! `refactor.rewrite.affine.unrollJam`: a loop runs several iterations at once, side by side in each iteration of the
//! loops inside it.

mod legality;
mod rewrite;
mod shared_bounds;
mod structure;
#[cfg(test)]
mod tests;

use super::facts::Facts;
use super::for_loop::{for_loop, statements, variable_name};
use super::loop_offers::LoopOffers;
use super::magnitude;
use super::rounding::Rounding;
use super::strips::{NoStrips, Strips};
use crate::offer::{ActionContext, Candidate};
use crate::parameter::{Parameter, Parameters};
use crate::reason::Reason;
use ir::OpId;
use structure::Structure;

pub const KIND: &str = "refactor.rewrite.affine.unrollJam";

pub const FACTOR: Parameter = Parameter::number("factor", 2, "iterations that run at once").free();

pub(super) static PARAMETERS: &[Parameter] = &[FACTOR];

/// One offer for each loop of the selection that holds loops.
pub(super) fn offers<'a>(context: &'a ActionContext<'a>) -> Vec<Candidate<'a>> {
    let offers = LoopOffers::new(context, KIND);
    let ir = context.ir;
    let factor = context.parameters.number(FACTOR.name).unwrap_or(context.settings.unroll_factor);
    let holds_loop = |it: &OpId| statements(ir, *it).into_iter().any(|it| for_loop(ir, it).is_some());
    let of_loop = |op| {
        let name = variable_name(ir, op);
        let title = format!("Unroll {name} by {factor} and jam its iterations into the loops inside");
        let decided = decided(context, offers.facts(), op, factor);
        let rounding = decided.as_ref().map_or(Rounding::Same, |it| it.2);
        let (title, allowed) = offers.reassociating(title, rounding);
        let edits = |source: &_, (strips, structure, _): &_| rewrite::edits(source, structure, strips);
        let parameters = Parameters::default().with_number(&FACTOR, factor);
        offers.offer(op, parameters, title, allowed.and(decided), edits)
    };
    offers.loops().into_iter().filter(holds_loop).map(of_loop).collect()
}

fn decided(
    context: &ActionContext<'_>,
    facts: &Facts<'_>,
    op: OpId,
    factor: i64,
) -> Result<(Strips, Structure, Rounding), Reason> {
    let (ir, place) = (context.ir, context.ir.ops[op].name_pointer);
    let refused = |text: String| Reason::new(text).related(place, "this loop");
    if !super::copies::fits(ir, op, u64::try_from(factor).unwrap_or(u64::MAX)) {
        return Err(refused("the unrolled loop would be too large".to_owned()));
    }
    if for_loop(ir, op).is_none_or(|it| !it.inits.is_empty()) {
        let name = variable_name(ir, op);
        return Err(refused(format!("{name} carries values from one iteration to the next")));
    }
    magnitude::stride(ir, op, factor)?;
    let structure = Structure::of(ir, op)?;
    let rounding = legality::rounding(facts, &structure, factor, context.budget)?;
    match Strips::of(ir, op, factor, context.budget) {
        Ok(strips) => Ok((strips, structure, rounding)),
        Err(NoStrips::Refused(reason)) => Err(reason),
        Err(NoStrips::SeveralBounds) => {
            Err(refused("where its iterations end is the greatest or the least of several bounds".to_owned()))
        }
    }
}

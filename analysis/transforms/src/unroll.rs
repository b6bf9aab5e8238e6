//! `refactor.rewrite.affine.unroll`: a loop runs several iterations one after the other in each of its own, or is
//! replaced by all of its iterations. Their order stays, so this is always legal.

mod rewrite;
#[cfg(test)]
mod tests;

use super::copies::{self, fits};
use super::for_loop::{for_loop, variable_name};
use super::loop_offers::LoopOffers;
use super::magnitude;
use super::strips::{NoStrips, Strips};
use crate::offer::{ActionContext, Candidate};
use crate::parameter::{Parameter, Parameters};
use crate::reason::Reason;
use ir::{Ir, OpId};
use polyhedral::loops::trip_count::constant_trip_count;

pub(super) const KIND: &str = "refactor.rewrite.affine.unroll";

pub const FACTOR: Parameter = Parameter::number("factor", 2, "iterations that run at once").or(FULL).free();

/// All iterations, one after the other.
const FULL: &str = "full";

pub(super) static PARAMETERS: &[Parameter] = &[FACTOR];

/// Loops with more iterations are not unrolled fully.
const MAX_ITERATIONS: u64 = 64;

/// For each loop of the selection one offer with the factor that is set, and one for all of its iterations where these
/// are few.
pub(super) fn offers<'a>(context: &'a ActionContext<'a>) -> Vec<Candidate<'a>> {
    let offers = LoopOffers::new(context, KIND);
    let ir = context.ir;
    let factor = context.parameters.number(FACTOR.name).unwrap_or(context.settings.unroll_factor);
    let mut found = Vec::new();
    for op in offers.loops() {
        let name = variable_name(ir, op);
        let partly = partly(context, op, factor);
        let guarded = match partly {
            Ok(Partly::Guarded) => ", with a condition around each further iteration",
            _ => "",
        };
        let title = format!("Unroll {name} by {factor}{guarded}");
        found.push(offers.offer(
            op,
            Parameters::default().with_number(&FACTOR, factor),
            title,
            partly,
            move |source, it| match it {
                Partly::Strips(strips) => rewrite::in_strips(source, op, strips),
                Partly::Guarded => rewrite::guarded(source, op, factor),
            },
        ));
        if let Some(count) = whole(ir, op) {
            let counted =
                if count == 1 { "its only iteration".to_owned() } else { format!("{count} iterations") };
            let title = format!("Unroll {name} fully ({counted})");
            let decided = magnitude::refusal(ir, op).map_or(Ok(count), Err);
            let edits = move |source: &_, count: &u64| rewrite::fully(source, op, *count);
            let parameters = Parameters::default().with_word(&FACTOR, FULL);
            found.push(offers.offer(op, parameters, title, decided, edits));
        }
    }
    found
}

/// How a loop is unrolled by a factor.
enum Partly {
    Strips(Strips),
    /// A bound is the greatest or the least of several: each further iteration asks whether it is there.
    Guarded,
}

fn partly(context: &ActionContext<'_>, op: OpId, factor: i64) -> Result<Partly, Reason> {
    let ir = context.ir;
    let place = ir.ops[op].name_pointer;
    if !fits(ir, op, u64::try_from(factor).unwrap_or(u64::MAX)) {
        return Err(Reason::new("the unrolled loop would be too large").related(place, "this loop"));
    }
    match Strips::of(ir, op, factor, context.budget) {
        Ok(strips) => Ok(Partly::Strips(strips)),
        Err(NoStrips::Refused(reason)) => Err(reason),
        Err(NoStrips::SeveralBounds) if for_loop(ir, op).is_some_and(|it| it.inits.is_empty()) => {
            Ok(Partly::Guarded)
        }
        Err(NoStrips::SeveralBounds) => {
            let name = variable_name(ir, op);
            Err(Reason::new(format!(
                "{name} carries values, and where its iterations end is the greatest or the least of several bounds"
            ))
            .related(place, "this loop"))
        }
    }
}

/// The number of iterations of a loop that may be unrolled fully.
fn whole(ir: &Ir, op: OpId) -> Option<u64> {
    let count = constant_trip_count(ir, op, for_loop(ir, op)?)?;
    let has_start = copies::start(ir, op).is_some();
    ((1..=MAX_ITERATIONS).contains(&count) && has_start && fits(ir, op, count)).then_some(count)
}

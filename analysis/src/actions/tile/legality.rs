//! A band may be tiled, whatever the sizes, if it is fully permutable: no dependence that one of its loops carries
//! points backwards along another one.

use crate::actions::Reason;
use crate::actions::loop_offers::{Facts, for_loop, variable_name};
use crate::actions::nest_legality::Nest;
use crate::ir::OpId;

/// Shortens the band to the longest part from the outside, of at least two loops, that may be tiled. One loop alone
/// keeps the order of its iterations.
pub(super) fn tileable(facts: &Facts<'_>, outermost: OpId, band: &mut Vec<OpId>) -> Result<(), Reason> {
    let ir = facts.ir;
    if for_loop(ir, outermost).is_none_or(|it| !it.inits.is_empty()) {
        let text = format!("{} carries values from one iteration to the next", variable_name(ir, outermost));
        let place = ir.ops[outermost].name_pointer;
        return Err(Reason::new(text).related(place, "this loop has `iter_args`"));
    }
    let [_, _, ..] = band.as_slice() else { return Ok(()) };
    let nest = Nest::of(facts, outermost);
    let innermost = band.last().copied().unwrap_or(outermost);
    if let Some(reason) = nest.unknown_order(innermost) {
        return Err(reason);
    }
    let mut longest = band.len();
    let mut reason = None;
    for (index, carrier) in band.iter().enumerate() {
        for dependence in nest.carried(*carrier) {
            let backwards = |it: &OpId| {
                let along = nest.component(dependence, *it).and_then(|it| it.lower.as_ref());
                along.is_none_or(|it| it.is_negative())
            };
            let first = band.iter().skip(index + 1).position(backwards).map(|it| index + 1 + it);
            if let Some(first) = first.filter(|it| *it < longest) {
                longest = first;
                let text = "tiles would run the two ends of a dependence in the opposite order";
                reason = Some(nest.reason(text, dependence));
            }
        }
    }
    match reason.filter(|_| longest < 2) {
        Some(reason) => Err(reason),
        None => {
            band.truncate(longest);
            Ok(())
        }
    }
}

//! A dependence that the outer loop carries must not point backwards in the inner one: `(1, -1)` would become
//! `(-1, 1)`.

use crate::actions::Reason;
use crate::actions::loop_offers::{Facts, for_loop, variable_name};
use crate::actions::nest_legality::Nest;
use crate::ir::{Form, OpId};

pub(super) fn refusal(facts: &Facts<'_>, outer: OpId, inner: OpId) -> Option<Reason> {
    let ir = facts.ir;
    for op in [outer, inner] {
        let place = ir.ops[op].name_pointer;
        if for_loop(ir, op).is_none_or(|it| !it.inits.is_empty()) {
            let text = format!("{} carries values from one iteration to the next", variable_name(ir, op));
            return Some(Reason::new(text).related(place, "this loop has `iter_args`"));
        }
        if ir.ops[op].form != Form::Custom {
            return Some(
                Reason::new("the inner loop is written in generic form").related(place, "this loop"),
            );
        }
    }
    let nest = Nest::of(facts, outer);
    nest.unknown_order(inner).or_else(|| {
        let mut carried = nest.carried(outer);
        let broken = carried.find(|it| {
            let along = nest.component(it, inner).and_then(|it| it.lower.as_ref());
            along.is_none_or(|it| it.is_negative())
        });
        broken.map(|it| nest.reason("the two ends of a dependence would run in the opposite order", it))
    })
}

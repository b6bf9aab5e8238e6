//! A dependence that the outer loop carries must not point backwards in the inner one: `(1, -1)` would become
//! `(-1, 1)`. One that only orders the terms of a reduction may, and so may values that both loops only fold.

use crate::facts::Facts;
use crate::folded_values;
use crate::for_loop::for_loop;
use crate::nest_legality::Nest;
use crate::reason::Reason;
use crate::rounding::Rounding;
use ir::{Form, OpId, OpKind, ValueId};

/// The effect of the other order on the values that are folded.
pub(super) fn rounding(facts: &Facts<'_>, outer: OpId, inner: OpId) -> Result<Rounding, Reason> {
    let ir = facts.ir;
    if ir.ops[inner].form != Form::Custom {
        let place = ir.ops[inner].name_pointer;
        return Err(Reason::new("the inner loop is written in generic form").related(place, "this loop"));
    }
    let mut rounding = carried_values(facts, outer, inner)?;
    let nest = Nest::of(facts, outer);
    if let Some(reason) = nest.unknown_order(inner) {
        return Err(reason);
    }
    for dependence in nest.carried(outer) {
        let along = nest.component(dependence, inner).and_then(|it| it.lower.as_ref());
        if along.is_some_and(|it| !it.is_negative()) {
            continue;
        }
        match nest.folded(dependence, outer) {
            Some(folded) => rounding = rounding.max(folded),
            None => {
                let text = "the two ends of a dependence would run in the opposite order";
                return Err(nest.reason(text, dependence));
            }
        }
    }
    Ok(rounding)
}

/// The effect of the interchange on values that both loops carry: the inner loop must take over all of them, and each
/// must be folded.
pub(crate) fn carried_values(facts: &Facts<'_>, outer: OpId, inner: OpId) -> Result<Rounding, Reason> {
    let mut rounding = Rounding::Same;
    for op in [outer, inner] {
        if for_loop(facts.ir, op).is_some_and(|it| !it.inits.is_empty())
            && !passes_through(facts, outer, inner)
        {
            return Err(folded_values::carries(facts, op));
        }
        rounding = rounding.max(folded_values::rounding(facts, op)?);
    }
    Ok(rounding)
}

/// Whether the inner loop takes over all that the outer one carries, and the outer one hands on all of its results, in
/// the same order.
fn passes_through(facts: &Facts<'_>, outer: OpId, inner: OpId) -> bool {
    let ir = facts.ir;
    let (OpKind::For(around), OpKind::For(within)) = (&ir.ops[outer].kind, &ir.ops[inner].kind) else {
        return false;
    };
    let Some(body) = ir.body(outer).map(|it| &ir.blocks[it]) else { return false };
    let values = |op: OpId, range: std::ops::Range<usize>| -> Option<Vec<ValueId>> {
        ir.ops[op].operands.get(range)?.iter().map(|it| it.value).collect()
    };
    let taken = values(inner, within.inits.clone());
    let handed_on = body.ops.last().filter(|it| matches!(ir.ops[**it].kind, OpKind::Yield));
    let handed_on = handed_on.and_then(|it| values(*it, 0..ir.ops[*it].operands.len()));
    around.inits.len() == within.inits.len()
        && taken.as_deref() == body.arguments.get(1..)
        && handed_on.as_deref() == Some(&*ir.ops[inner].results)
}

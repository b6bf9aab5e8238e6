//! Values that a loop carries from one iteration to the next and only folds, so that its iterations may run in another
//! order.

use super::assumptions::forbid_reordering;
use super::facts::Facts;
use super::for_loop::{for_loop, variable_name};
use super::rounding::Rounding;
use crate::reason::Reason;
use ir::OpId;
use polyhedral::loops::reduction::{Via, links};

/// The effect of another order on the values that a loop carries; refused if they are more than folded.
pub(super) fn rounding(facts: &Facts<'_>, op: OpId) -> Result<Rounding, Reason> {
    let ir = facts.ir;
    let count = for_loop(ir, op).map_or(0, |it| it.inits.len());
    let reductions = facts.loops.of(op).map(|it| it.reductions.as_slice()).unwrap_or_default();
    let folded = |index: usize| reductions.iter().find(|it| it.via == Via::IterationArgument(index));
    let mut rounding = Rounding::Same;
    for index in 0..count {
        let Some(reduction) = folded(index) else { return Err(carries(facts, op)) };
        let argument = ir.body(op).and_then(|it| ir.blocks[it].arguments.get(index + 1));
        let mut links = argument.into_iter().flat_map(|it| links(ir, op, *it, &reduction.operation));
        if let Some(link) = links.find(|it| forbid_reordering(facts, *it)) {
            let data = &ir.ops[link];
            let reason = Reason::new(format!("`{}`", data.name)).line(data.name_pointer);
            let reason =
                reason.text(" promises something of partial results, which another order would change");
            return Err(reason.related(data.name_pointer, "its flags promise it"));
        }
        rounding = rounding.max(Rounding::of(reduction));
    }
    Ok(rounding)
}

/// The refusal of a loop whose iterations need values of earlier ones.
pub(super) fn carries(facts: &Facts<'_>, op: OpId) -> Reason {
    let text = format!("{} carries values from one iteration to the next", variable_name(facts.ir, op));
    Reason::new(text).related(facts.ir.ops[op].name_pointer, "this loop has `iter_args`")
}

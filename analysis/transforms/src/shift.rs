//! `refactor.rewrite.affine.shift`: retiming. Some statements of a loop run a number of iterations later than the
//! others, so that values that others needed of an earlier iteration are computed in the same one, and the iterations
//! no longer depend on each other. Iterations without a partner at either end are peeled into loops of their own.

mod legality;
mod rewrite;
#[cfg(test)]
mod tests;

use super::delay::{Ranges, Shift};
use super::for_loop::{statements, step, variable_name};
use super::loop_offers::LoopOffers;
use super::magnitude;
use crate::offer::{ActionContext, Candidate};
use crate::parameter::Parameters;
use crate::reason::Reason;
use ir::{Ir, OpId};
use legality::{Retiming, retiming};

pub const KIND: &str = "refactor.rewrite.affine.shift";

/// One offer for each loop of the selection whose iterations depend on each other through several statements.
pub(super) fn offers<'a>(context: &'a ActionContext<'a>) -> Vec<Candidate<'a>> {
    let offers = LoopOffers::new(context, KIND);
    let ir = context.ir;
    let of_loop = |op| {
        let decided = retiming(offers.facts(), op)?.and_then(|it| Ok((bounds(ir, op, it.delay)?, it)));
        let title = match &decided {
            Ok((_, retiming)) => title(context, op, retiming),
            Err(_) => format!("Shift statements of {} against each other", variable_name(ir, op)),
        };
        let edits = move |source: &_, (shift, retiming): &_| rewrite::edits(source, op, retiming, shift);
        Some(offers.offer(op, Parameters::default(), title, decided, edits))
    };
    offers.loops().into_iter().filter_map(of_loop).collect()
}

/// `Delay lines 3 to 5 by 2 iterations of %i`
fn title(context: &ActionContext<'_>, op: OpId, retiming: &Retiming) -> String {
    let ir = context.ir;
    let line = |it: &OpId| context.text.line(context.starts.range(ir.ops[*it].name_pointer).start());
    let statements = statements(ir, op);
    let runs = statements.chunk_by(|a, b| retiming.late.contains(a) == retiming.late.contains(b));
    let late = runs.filter(|run| run.iter().all(|it| retiming.late.contains(it)));
    let named = late.map(|run| match run.iter().map(line).collect::<Vec<_>>().as_slice() {
        [first, .., last] if first != last => (true, format!("{first} to {last}")),
        lines => (false, lines.first().map(usize::to_string).unwrap_or_default()),
    });
    let named: Vec<(bool, String)> = named.collect();
    let word = if matches!(named.as_slice(), [(false, _)]) { "line" } else { "lines" };
    let lines = named.into_iter().map(|it| it.1).collect::<Vec<_>>().join(", ");
    let count = retiming.delay / step(ir, op);
    let counted = if count == 1 { "1 iteration".to_owned() } else { format!("{count} iterations") };
    format!("Delay {word} {lines} by {counted} of {}", variable_name(ir, op))
}

fn bounds(ir: &Ir, op: OpId, delay: i64) -> Result<Shift, Reason> {
    let name = variable_name(ir, op);
    let refused = |text: String| Reason::new(text).related(ir.ops[op].name_pointer, "this loop");
    magnitude::stride(ir, op, delay / step(ir, op))?;
    let ranges = Ranges::of(ir, op, op)
        .ok_or_else(|| refused(format!("{name} carries values, or its bounds are not known well enough")))?;
    ranges.delayed(delay).ok_or_else(|| {
        refused(format!("{name} has too few iterations, or where the last ones start cannot be written"))
    })
}

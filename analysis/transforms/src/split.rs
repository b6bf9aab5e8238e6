//! `refactor.rewrite.affine.split`: index-set splitting. A loop becomes two or three loops over consecutive iterations,
//! in each of which the outcome of a condition, or the deciding bound of a loop inside, is known. The order of the
//! iterations stays, so this is always legal.

mod parts;
mod rewrite;
#[cfg(test)]
mod tests;
mod turns;

use super::for_loop::variable_name;
use super::loop_offers::LoopOffers;
use crate::offer::{ActionContext, Candidate};
use crate::parameter::{Parameter, Parameters};
use ir::{OpId, OpKind};
use parts::Parts;
use turns::Turns;

pub(super) const KIND: &str = "refactor.rewrite.affine.split";

const AT: Parameter =
    Parameter::number("at", 1, "the line of the condition, or of the loop whose bounds decide");

pub(super) static PARAMETERS: &[Parameter] = &[AT];

/// At most this many places of one loop are offered.
const MOST_PLACES: usize = 50;

/// For each loop of the selection one offer for each condition and each choice of bounds that turns in its iterations.
pub(super) fn offers<'a>(context: &'a ActionContext<'a>) -> Vec<Candidate<'a>> {
    let offers = LoopOffers::new(context, KIND);
    let ir = context.ir;
    let mut found = Vec::new();
    for op in offers.loops() {
        let Some(turns) = Turns::of(ir, op) else { continue };
        let mut seen = Vec::new();
        let mut lines = Vec::new();
        for (at, span) in turns.spans() {
            let line = context.text.line(context.starts.range(ir.ops[at].name_pointer).start());
            if seen.contains(&span) || lines.contains(&line) || lines.len() >= MOST_PLACES {
                continue;
            }
            lines.push(line);
            seen.push(span.clone());
            let number = i64::try_from(line).unwrap_or(i64::MAX);
            if !context.wants(AT.name, number) {
                continue;
            }
            let parameters = Parameters::default().with_number(&AT, number);
            let title = title(context, op, at, line);
            let parts = Parts::of(ir, op, &turns, &span);
            let edits = move |source: &_, parts: &_| rewrite::edits(source, op, parts);
            found.push(offers.offer(op, parameters, title, parts, edits));
        }
    }
    found
}

fn title(context: &ActionContext<'_>, op: OpId, at: OpId, line: usize) -> String {
    let ir = context.ir;
    let name = variable_name(ir, op);
    match ir.ops[at].kind {
        OpKind::For(_) => format!("Split {name} by the bounds of {} in line {line}", variable_name(ir, at)),
        _ => format!("Split {name} by the condition in line {line}"),
    }
}

//! `optimize`: what is proposed for the nests of each function, with the steps that lead there.

use analysis::{Cost, Evidence, FunctionProposals, Proposal, Step};
use serde_json::{Map, Value, json};

use super::super::Source;
use super::VERSION;

pub(crate) fn proposals(source: &Source, functions: &[FunctionProposals]) -> Value {
    let functions: Vec<_> = functions.iter().map(|it| function(source, it)).collect();
    json!({ "version": VERSION, "functions": functions })
}

fn function(source: &Source, function: &FunctionProposals) -> Value {
    let first = source.range(function.range).start.line;
    let proposals: Vec<_> = function.proposals.iter().map(|it| proposal(first, it)).collect();
    let nest = |it| json!({ "line": source.range(it).start.line, "proposals": proposals });
    json!({
        "name": function.name,
        "nests": function.nest.map(nest).into_iter().collect::<Vec<_>>(),
        "cutShort": function.is_cut_short,
    })
}

fn proposal(first_line: u32, proposal: &Proposal) -> Value {
    let (least, greatest) = proposal.predicted().into_inner();
    json!({
        "steps": proposal.steps.iter().map(|it| step(first_line, it)).collect::<Vec<_>>(),
        "predicted": {
            "least": rounded(least, 100.0),
            "greatest": rounded(greatest, 100.0),
            "factor": rounded(proposal.speedup(), STEP_DIGITS),
            "bound": proposal.bound.words(),
            "before": cost(proposal, &proposal.before),
            "after": cost(proposal, &proposal.after),
        },
        "proven": proposal.evidence == Some(Evidence::Proven),
        "evidence": proposal.evidence.map(Evidence::words),
    })
}

fn cost(proposal: &Proposal, cost: &Cost) -> Value {
    let lines =
        proposal.caches.iter().zip(&cost.lines).map(|(cache, lines)| ((*cache).to_owned(), count(*lines)));
    json!({
        "cycles": count(cost.cycles()),
        "lanes": count(cost.lanes),
        "arithmetic": count(cost.work.arithmetic),
        "loads": count(cost.work.loads),
        "stores": count(cost.work.stores),
        "lines": lines.collect::<Map<_, _>>(),
    })
}

fn count(number: f64) -> Value {
    number.round().into()
}

/// Readers multiply the factors of steps.
const STEP_DIGITS: f64 = 1e6;

fn rounded(number: f64, digits: f64) -> f64 {
    (number * digits).round() / digits
}

/// Places count from 1, as `apply --at` takes them.
fn step(first_line: u32, step: &Step) -> Value {
    let parameters = step.action.parameters().iter();
    let settings: Map<String, Value> =
        parameters.map(|(name, value)| (name.to_owned(), value.to_string().into())).collect();
    let line = u64::from(first_line) + step.line_in_function as u64 + 1;
    json!({
        "action": step.action.kind(),
        "title": step.title,
        "factor": rounded(step.factor, STEP_DIGITS),
        "why": step.effect(),
        "at": format!("{line}:{}", step.column),
        "settings": settings,
    })
}

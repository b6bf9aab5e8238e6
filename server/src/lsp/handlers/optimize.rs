//! `affine/optimize`: the best sequences of transformations for the nest or function at a position, with the text after
//! each step, and what the model says of their costs.

use analysis::{OptimizationScope, Proposal, Target, TextRange};
use serde::{Deserialize, Serialize};
use tower_lsp::jsonrpc::Result;
use tower_lsp::ls_types::{Position, Range, TextDocumentIdentifier};

use crate::lsp::snapshot::Snapshot;
use crate::report::human;

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(in crate::lsp) struct OptimizeParams {
    text_document: TextDocumentIdentifier,
    position: Position,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(in crate::lsp) struct Optimization {
    /// Without `@`.
    name: String,
    /// Of the function.
    range: Range,
    proposals: Vec<Sequence>,
    /// The steps of all proposals, and a table of each one's costs before and after.
    costs: String,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Sequence {
    title: String,
    steps: Vec<Step>,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Step {
    title: String,
    /// How much it gains, and what it is for.
    why: String,
    /// The whole function after the step.
    text: String,
}

pub(in crate::lsp) fn optimize(snapshot: &Snapshot, params: &OptimizeParams) -> Result<Option<Optimization>> {
    let Some(document) = snapshot.document(&params.text_document.uri) else { return Ok(None) };
    let encoding = snapshot.client.encoding;
    let range = TextRange::empty(document.analysed_offset(params.position, encoding));
    let (target, wanted) = (Target::of(&snapshot.config.settings.machine), OptimizationScope::at(range));
    let found = snapshot.analysis.optimized(document.file, &target, wanted).into_iter().next();
    Ok(found.map(|it| Optimization {
        range: document.range(it.range, encoding),
        proposals: it.proposals.iter().map(sequence).collect(),
        costs: human::costs(&it),
        name: it.name,
    }))
}

fn sequence(proposal: &Proposal) -> Sequence {
    let step =
        |it: &analysis::Step| Step { title: it.title.clone(), why: it.effect(), text: it.after.to_string() };
    let title = human::summary(proposal);
    Sequence { title, steps: proposal.steps.iter().map(step).collect() }
}

//! The best sequences of transformations for the nest or function at the cursor. To find them takes a second or two, so only who
//! asks for this kind gets them.

use analysis::{FunctionProposals, OPTIMIZE, OptimizationScope, Proposal, Target, TextEdit, TextRange};
use tower_lsp::ls_types::*;

use crate::lsp::convert;
use crate::lsp::document::Document;
use crate::lsp::snapshot::Snapshot;
use crate::report::human;

/// The steps that a title names.
const MOST_TOLD: usize = 3;

/// The proposals for the nest that the range lies in, or for the functions that it touches, the best of each preferred.
pub(super) fn offers(
    snapshot: &Snapshot,
    uri: &Uri,
    document: &Document,
    range: TextRange,
) -> Vec<CodeAction> {
    let (target, wanted) = (Target::of(&snapshot.config.settings.machine), OptimizationScope::at(range));
    let functions = snapshot.analysis.optimized(document.file, &target, wanted);
    let mut offers = Vec::new();
    for function in &functions {
        for (number, proposal) in function.proposals.iter().enumerate() {
            let edit = TextEdit { range: function.range, insert: proposal.text.to_string() };
            offers.push(CodeAction {
                title: title(function, proposal),
                kind: Some(CodeActionKind::new(OPTIMIZE)),
                is_preferred: (snapshot.client.preferred_actions && number == 0).then_some(true),
                edit: Some(convert::workspace_edit(snapshot, uri, document, &[edit])),
                ..CodeAction::default()
            });
        }
    }
    offers
}

/// `Optimize @f, predicted 2.4 to 8.1 times as fast, bound by loads (proven): vectorize …`
fn title(function: &FunctionProposals, proposal: &Proposal) -> String {
    let mut steps: Vec<_> = proposal.steps.iter().take(MOST_TOLD).map(|it| it.title.clone()).collect();
    if let Some(more) = proposal.steps.len().checked_sub(MOST_TOLD).filter(|it| *it > 0) {
        steps.push(format!("{more} more"));
    }
    let evidence = proposal.evidence.map(|it| format!(" ({})", it.words())).unwrap_or_default();
    format!("Optimize @{}, {}{evidence}: {}", function.name, human::predicted(proposal), steps.join("; "))
}

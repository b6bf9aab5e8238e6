//! The semantic tokens of a document, merged from those of each isolated op, which are kept while they hold.

use std::sync::{Arc, Mutex, PoisonError};

use analysis::{Scope, SemanticKind, SemanticModifiers, TextRange, TextSize, TriviaChange, VersionedOp};

use super::document::{Document, Places};
use super::kept_ops::KeptOps;
use super::position::{from_start, placed};
use super::semantic_legend::relative;
use super::shift::Shift;
use super::snapshot::Snapshot;
use super::token_runs::{Run, TokenRuns};

/// The parts of the last answer.
#[derive(Default)]
pub(super) struct KeptTokens(Mutex<KeptOps<Arc<Run>>>);

impl KeptTokens {
    /// All tokens of the document.
    pub(super) fn all(&self, snapshot: &Snapshot, document: &Document) -> TokenRuns {
        let (analysis, file) = (&snapshot.analysis, document.file);
        let encoding = snapshot.client.encoding;
        let mut places = document.places(encoding);
        let ops = analysis.isolated_ops(file, Scope::Names);
        let mut runs = outside(&analysis.semantic_tokens_outside(file), &ops, &mut places);
        // Where the computation of an answer was ended, what is there holds.
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        for op in &ops {
            let compute = || {
                let mut places = document.places(encoding);
                let found = analysis.semantic_tokens_in(file, op).into_iter().zip(&op.starts);
                found.map(|(tokens, start)| run(&tokens, *start, &mut places)).collect()
            };
            let mut move_ = |of_root: &mut Arc<Run>, start: TextSize, change: &TriviaChange| {
                let shift = Shift::of(change, places.seen(start, change.range), encoding);
                let at = placed(shift.start, places.position(start));
                let comments: Vec<_> = change.comments.iter().map(|it| comment(*it)).collect();
                let comments = relative(&mut places, &comments, start, at).0;
                *of_root = Arc::new(of_root.with_trivia(&shift, &comments));
                true
            };
            let known = kept.of(snapshot, file, op, compute, &mut move_);
            runs.extend(known.iter().zip(&op.starts).map(|(run, start)| (*start, run.clone())));
        }
        kept.keep(&ops);
        runs.sort_by_key(|it| it.0);
        let mut all = TokenRuns::default();
        for (start, run) in runs {
            all.push(places.position(start), run);
        }
        all
    }
}

fn comment(range: TextRange) -> analysis::SemanticToken {
    analysis::SemanticToken { range, kind: SemanticKind::Comment, modifiers: SemanticModifiers::default() }
}

/// Those of tokens with places that count from a start.
fn run(tokens: &[analysis::SemanticToken], start: TextSize, places: &mut Places<'_>) -> Arc<Run> {
    let at = places.position(start);
    let (tokens, last) = relative(places, tokens, start, at);
    Arc::new(Run { tokens: tokens.into(), last: from_start(last, at) })
}

/// The tokens outside of isolated ops, in a run wherever they are between the same roots, with the start of the first.
fn outside(
    tokens: &[analysis::SemanticToken],
    ops: &[VersionedOp],
    places: &mut Places<'_>,
) -> Vec<(TextSize, Arc<Run>)> {
    let mut starts: Vec<TextSize> = ops.iter().flat_map(|it| it.starts.iter().copied()).collect();
    starts.sort_unstable();
    let before = |it: &analysis::SemanticToken| starts.partition_point(|start| *start <= it.range.start());
    let runs = tokens.chunk_by(|a, b| before(a) == before(b));
    let with_start = |tokens: &[analysis::SemanticToken]| {
        let start = tokens.first()?.range.start();
        let at = places.position(start);
        let (tokens, last) = relative(places, tokens, TextSize::default(), at);
        Some((start, Arc::new(Run { tokens: tokens.into(), last: from_start(last, at) })))
    };
    runs.filter_map(with_start).collect()
}

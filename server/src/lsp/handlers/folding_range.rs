//! `textDocument/foldingRange`.

use analysis::{FoldingKind, Scope, TriviaChange};
use tower_lsp::jsonrpc::Result;
use tower_lsp::ls_types::*;

use crate::lsp::answers::{written, written_list};
use crate::lsp::kept_list::Entries;
use crate::lsp::snapshot::Snapshot;

/// The answer as it is sent.
pub(in crate::lsp) fn folding_range(snapshot: &Snapshot, params: &FoldingRangeParams) -> Result<String> {
    let Some(document) = snapshot.whole_document(&params.text_document.uri) else { return written(&()) };
    let folds_lines = snapshot.client.folds_lines;
    let folds = Entries {
        scope: Scope::Syntax,
        moves: only_moves,
        inside: &|op| snapshot.analysis.folding_ranges_in(document.file, op),
        outside: snapshot.analysis.folding_ranges_outside(document.file),
        range: |it| it.range,
        sent: &|it, range| fold(it.kind, range, folds_lines),
    };
    let texts = document.answers.folds.texts(snapshot, document, folds);
    Ok(written_list(texts.iter().map(|it| &**it)))
}

/// Whether blanks and comments are folded as they were: there are no rows of comments, and a line ends in both.
fn only_moves(change: &TriviaChange) -> bool {
    [&change.before, &change.now].iter().all(|it| it.matches("//").count() < 2 && it.contains('\n'))
}

/// `None` where nothing would be hidden.
fn fold(kind: FoldingKind, range: Range, folds_lines: bool) -> Option<FoldingRange> {
    // Whole lines only hide the last one too, where a closing bracket is that should be seen.
    let hides_bracket = folds_lines && kind == FoldingKind::Code;
    let end_line = if hides_bracket { range.end.line.saturating_sub(1) } else { range.end.line };
    (range.start.line < end_line).then(|| FoldingRange {
        start_line: range.start.line,
        start_character: (kind == FoldingKind::Code).then(|| range.start.character + 1),
        end_line,
        end_character: (!hides_bracket).then_some(range.end.character),
        kind: match kind {
            FoldingKind::Code => None,
            FoldingKind::Comment => Some(FoldingRangeKind::Comment),
            FoldingKind::Part => Some(FoldingRangeKind::Region),
        },
        collapsed_text: None,
    })
}

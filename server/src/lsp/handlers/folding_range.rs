//! `textDocument/foldingRange`.

use analysis::FoldingKind;
use tower_lsp::jsonrpc::Result;
use tower_lsp::ls_types::*;

use crate::lsp::snapshot::Snapshot;

pub(in crate::lsp) fn folding_range(
    snapshot: &Snapshot,
    params: &FoldingRangeParams,
) -> Result<Option<Vec<FoldingRange>>> {
    let Some(document) = snapshot.whole_document(&params.text_document.uri) else { return Ok(None) };
    let encoding = snapshot.client.encoding;
    let folds = snapshot.analysis.folding_ranges(document.file).into_iter().filter_map(|it| {
        let range = document.range(it.range, encoding);
        // Whole lines only hide the last one too, where a closing bracket stands that should be seen.
        let hides_bracket = snapshot.client.folds_lines && it.kind == FoldingKind::Code;
        let end_line = if hides_bracket { range.end.line.saturating_sub(1) } else { range.end.line };
        (range.start.line < end_line).then(|| FoldingRange {
            start_line: range.start.line,
            start_character: (it.kind == FoldingKind::Code).then(|| range.start.character + 1),
            end_line,
            end_character: (!hides_bracket).then_some(range.end.character),
            kind: match it.kind {
                FoldingKind::Code => None,
                FoldingKind::Comment => Some(FoldingRangeKind::Comment),
                FoldingKind::Part => Some(FoldingRangeKind::Region),
            },
            collapsed_text: None,
        })
    });
    Ok(Some(folds.collect()))
}

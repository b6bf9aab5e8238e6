//! `textDocument/selectionRange`.

use tower_lsp::jsonrpc::Result;
use tower_lsp::ls_types::{SelectionRange, SelectionRangeParams};

use crate::lsp::convert;
use crate::lsp::snapshot::Snapshot;

pub(in crate::lsp) fn selection_range(
    snapshot: &Snapshot,
    params: &SelectionRangeParams,
) -> Result<Option<Vec<SelectionRange>>> {
    let Some(document) = snapshot.document(&params.text_document.uri) else { return Ok(None) };
    let encoding = snapshot.client.encoding;
    let of_position = |position| {
        let offset = document.analysed_offset(position, encoding);
        let ranges = snapshot.analysis.selection_ranges(document.file, offset);
        let innermost = ranges.into_iter().take(convert::MOST_LEVELS).collect::<Vec<_>>();
        let outermost_first = innermost.into_iter().rev();
        let nested = outermost_first.fold(None, |parent: Option<Box<SelectionRange>>, it| {
            Some(Box::new(SelectionRange { range: document.range(it, encoding), parent }))
        });
        nested.map(|it| *it)
    };
    // One answer per position, in their order.
    Ok(params.positions.iter().map(|it| of_position(*it)).collect())
}

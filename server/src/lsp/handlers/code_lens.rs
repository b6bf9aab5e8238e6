//! `textDocument/codeLens`: above each loop, whether it is parallel, what it carries, what it reduces.

use tower_lsp::jsonrpc::Result;
use tower_lsp::ls_types::*;

use crate::lsp::snapshot::Snapshot;

pub(in crate::lsp) fn code_lens(
    snapshot: &Snapshot,
    params: &CodeLensParams,
) -> Result<Option<Vec<CodeLens>>> {
    let document = snapshot.document(&params.text_document.uri)?;
    if !snapshot.config.loop_lenses {
        return Ok(None);
    }
    let lenses = snapshot.analysis.code_lenses(document.file).into_iter().map(|it| CodeLens {
        range: document.range(it.range, snapshot.client.encoding),
        // Without the name of a command it is a text and no button.
        command: Some(Command { title: it.title, command: String::new(), arguments: None }),
        data: None,
    });
    Ok(Some(lenses.collect()))
}

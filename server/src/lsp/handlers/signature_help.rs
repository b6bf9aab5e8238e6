//! `textDocument/signatureHelp`.

use tower_lsp::jsonrpc::Result;
use tower_lsp::ls_types::*;

use crate::lsp::snapshot::Snapshot;

pub(in crate::lsp) fn signature_help(
    snapshot: &Snapshot,
    params: &SignatureHelpParams,
) -> Result<Option<SignatureHelp>> {
    let at = &params.text_document_position_params;
    let Some(document) = snapshot.document(&at.text_document.uri) else { return Ok(None) };
    let offset = document.analysed_offset(at.position, snapshot.client.encoding);
    let Some(found) = snapshot.analysis.signature_help(document.file, offset) else { return Ok(None) };
    let parameters = found
        .parameters
        .into_iter()
        .map(|label| ParameterInformation { label: ParameterLabel::Simple(label), documentation: None });
    let parameters: Vec<_> = parameters.collect();
    // The protocol's first parameter is active where none is named; one after the last is none.
    let active = found.active.unwrap_or(parameters.len());
    Ok(Some(SignatureHelp {
        signatures: vec![SignatureInformation {
            label: found.label,
            documentation: found.documentation.map(Documentation::String),
            parameters: Some(parameters),
            active_parameter: None,
        }],
        active_signature: Some(0),
        active_parameter: u32::try_from(active).ok(),
    }))
}

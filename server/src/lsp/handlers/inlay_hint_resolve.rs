//! `inlayHint/resolve`: what a hover says about the thing that a hint is about.

use analysis::TextSize;
use tower_lsp::jsonrpc::{Error, ErrorCode, Result};
use tower_lsp::ls_types::{InlayHint, InlayHintTooltip};

use super::hover_text;
use super::inlay_hint::HintData;
use crate::lsp::snapshot::Snapshot;

pub(in crate::lsp) fn inlay_hint_resolve(snapshot: &Snapshot, hint: &InlayHint) -> Result<InlayHint> {
    let Some(data) = &hint.data else { return Ok(hint.clone()) };
    let data = serde_json::from_value::<HintData>(data.clone())
        .map_err(|error| Error::invalid_params(format!("`data` is not that of a hint: {error}")))?;
    let Some(document) = snapshot.document(&data.uri) else { return Ok(hint.clone()) };
    if document.version != data.version {
        return Err(Error::new(ErrorCode::ContentModified));
    }
    let hover = snapshot.analysis.hover(document.file, TextSize::new(data.about));
    let contents = hover.map(|it| hover_text::contents(snapshot, &data.uri, it));
    let tooltip = contents.map(InlayHintTooltip::MarkupContent);
    Ok(InlayHint { tooltip, ..hint.clone() })
}

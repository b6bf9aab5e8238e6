//! `textDocument/inlayHint`: those that the settings ask for.

use analysis::InlayHintKind as Kind;
use serde::{Deserialize, Serialize};
use tower_lsp::jsonrpc::Result;
use tower_lsp::ls_types::*;

use crate::lsp::snapshot::Snapshot;

/// The subject of `inlayHint/resolve`.
#[derive(Serialize, Deserialize)]
pub(super) struct HintData {
    pub(super) uri: Uri,
    pub(super) version: i32,
    /// An offset in the analysed text of that version.
    pub(super) about: u32,
}

pub(in crate::lsp) fn inlay_hint(
    snapshot: &Snapshot,
    params: &InlayHintParams,
) -> Result<Option<Vec<InlayHint>>> {
    let Some(document) = snapshot.document(&params.text_document.uri) else { return Ok(None) };
    let encoding = snapshot.client.encoding;
    let range = document.text_range(params.range, encoding);
    let config = &snapshot.config;
    let is_wanted = |kind: Kind| match kind {
        Kind::Loop => config.loop_hints,
        Kind::TripCount => config.trip_count_hints,
        Kind::Distance => config.distance_hints,
        Kind::ResultType => config.result_type_hints,
        Kind::InductionRange => config.induction_range_hints,
        Kind::Bound => config.bound_hints,
        Kind::RegionEnd => config.region_end_hints,
    };
    let wanted = snapshot.analysis.inlay_hints(document.file, range, &is_wanted).into_iter();
    let resolves = snapshot.client.resolves_tooltips;
    let data = |about: u32| {
        let uri = params.text_document.uri.clone();
        serde_json::to_value(HintData { uri, version: document.version, about }).ok()
    };
    let mut last = None;
    let hints = wanted.map(|it| {
        // Several at one place are read as a list.
        let goes_on = last.replace(it.offset) == Some(it.offset);
        let label = if goes_on { format!(", {}", it.label) } else { it.label };
        InlayHint {
            position: document.position(it.offset, encoding),
            label: InlayHintLabel::String(label),
            kind: (it.kind == Kind::ResultType).then_some(InlayHintKind::TYPE),
            text_edits: None,
            tooltip: None,
            padding_left: Some(!goes_on && it.kind != Kind::ResultType),
            padding_right: Some(false),
            data: resolves.then(|| data(it.about.into())).flatten(),
        }
    });
    Ok(Some(hints.collect()))
}

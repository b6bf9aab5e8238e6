//! `affine/offers`: the offers of one transformation at a position, with parameters that the light bulb does not ask with.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use tower_lsp::jsonrpc::{Error, Result};
use tower_lsp::ls_types::{Position, Range, TextDocumentIdentifier};

use crate::choice::{Setting, is_kind, parameters};
use crate::lsp::snapshot::Snapshot;

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(in crate::lsp) struct OffersParams {
    text_document: TextDocumentIdentifier,
    position: Position,
    /// A kind, as for `apply`.
    action: String,
    /// As `--set` of `apply`.
    #[serde(default)]
    set: BTreeMap<String, String>,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(in crate::lsp) struct OfferAnswer {
    /// For `affine.transform`.
    id: String,
    title: String,
    /// Why it is not legal; `None` where it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
}

/// `null` for a document that is not open.
pub(in crate::lsp) fn offers(snapshot: &Snapshot, params: &OffersParams) -> Result<Option<Vec<OfferAnswer>>> {
    let Some(document) = snapshot.document(&params.text_document.uri) else { return Ok(None) };
    let parameters = parameters(&params.action, &Setting::all(&params.set))
        .map_err(|error| Error::invalid_params(error.to_string()))?;
    let place = Range { start: params.position, end: params.position };
    let range = document.text_range(place, snapshot.client.encoding);
    let offers = snapshot.analysis.actions_with(document.file, range, &parameters).into_iter();
    let offers = offers.filter(|it| is_kind(it.kind, &params.action));
    let answers =
        offers.map(|it| OfferAnswer { id: it.request.to_string(), title: it.title, reason: it.disabled });
    Ok(Some(answers.collect()))
}

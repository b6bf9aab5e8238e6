//! `affine.transform`: the edits of a transformation with the sizes, factor or width that its user has chosen.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::{Value, json};
use tower_lsp::jsonrpc::{Error, Result};
use tower_lsp::ls_types::{Position, Range, TextEdit, Uri};

use super::applied;
use crate::choice::{Setting, choose, parameters};
use crate::lsp::errors::request_failed;
use crate::lsp::snapshot::Snapshot;

#[derive(Deserialize)]
pub(super) struct Asked {
    uri: Uri,
    position: Position,
    /// A kind, as for `apply`.
    action: String,
    /// As `--set` of `apply`.
    #[serde(default)]
    set: BTreeMap<String, String>,
}

pub(super) fn transform(snapshot: &Snapshot, asked: &Asked) -> Result<Value> {
    let document = snapshot.document(&asked.uri);
    let document = document.ok_or_else(|| request_failed(format!("`{}` is not open", asked.uri.as_str())))?;
    let encoding = snapshot.client.encoding;
    let set = Setting::all(&asked.set);
    let parameters =
        parameters(&asked.action, &set).map_err(|error| Error::invalid_params(error.to_string()))?;
    let range = document.text_range(Range { start: asked.position, end: asked.position }, encoding);
    let actions = snapshot.analysis.actions_with(document.file, range, &parameters);
    let action = choose(&actions, &asked.action, &set).map_err(request_failed)?;
    let edits = snapshot.analysis.resolve_action(document.file, &action.request);
    let edits = edits.map_err(|why| request_failed(format!("\"{}\": {why}", action.title)))?;
    let known = applied(snapshot, document.file, (&action.request, &action.title), &edits)?;
    let edits: Vec<_> = edits
        .into_iter()
        .map(|it| TextEdit { range: document.range(it.range, encoding), new_text: it.insert })
        .collect();
    Ok(json!({ "title": action.title, "version": document.version, "edits": edits,
        "applied": known.map(|it| it.json()) }))
}

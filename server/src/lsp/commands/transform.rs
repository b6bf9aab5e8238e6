//! `affine.transform`: the edits of a transformation with the sizes, factor or width that its user has chosen.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::{Value, json};
use tower_lsp::jsonrpc::{Error, Result};
use tower_lsp::ls_types::{Position, Range, TextEdit, Uri};

use super::{Task, argument};
use crate::choice::{Setting, choose, with_set};
use crate::lsp::errors::request_failed;

#[derive(Deserialize)]
struct Wanted {
    uri: Uri,
    position: Position,
    /// A kind, as for `apply`.
    action: String,
    /// As `--set` of `apply`.
    #[serde(default)]
    set: BTreeMap<String, String>,
}

pub(super) fn transform(task: &Task, arguments: Option<Value>) -> Result<Value> {
    let Wanted { uri, position, action, set } = argument(arguments)?;
    let document = task.document(&uri);
    let document = document.ok_or_else(|| request_failed(format!("`{}` is not open", uri.as_str())))?;
    let encoding = task.client.encoding;
    let set: Vec<_> = set.into_iter().map(|(key, value)| Setting { key, value }).collect();
    let settings = with_set(task.config.settings.clone(), &set)
        .map_err(|error| Error::invalid_params(error.to_string()))?;
    let mut host = task.host();
    host.set_settings(settings);
    let file = host.add_file(&document.analysed_text());
    let range = document.text_range(Range { start: position, end: position }, encoding);
    let analysis = host.analysis();
    let actions = analysis.actions(file, range);
    let action = choose(&actions, &action, &set).map_err(request_failed)?;
    let edits = analysis.resolve_action(file, &action.id);
    let edits = edits.map_err(|why| request_failed(format!("\"{}\": {why}", action.title)))?;
    let edits: Vec<_> = edits
        .into_iter()
        .map(|it| TextEdit { range: document.range(it.range, encoding), new_text: it.insert })
        .collect();
    Ok(json!({ "title": action.title, "version": document.version, "edits": edits }))
}

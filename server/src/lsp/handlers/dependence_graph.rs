//! `affine/dependenceGraph`: the accesses of each function as nodes, their dependences as edges.

use serde::Deserialize;
use serde_json::{Value, json};
use tower_lsp::jsonrpc::Result;
use tower_lsp::ls_types::{Range, TextDocumentIdentifier};

use crate::lsp::snapshot::Snapshot;
use crate::report::json::{AccessJson, DependenceJson, NotComputedJson, UnanalysedJson};

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(in crate::lsp) struct DependenceGraphParams {
    text_document: TextDocumentIdentifier,
    /// The functions that the range touches; all without it.
    range: Option<Range>,
}

pub(in crate::lsp) fn dependence_graph(snapshot: &Snapshot, params: &DependenceGraphParams) -> Result<Value> {
    let document = snapshot.document(&params.text_document.uri)?;
    let encoding = snapshot.client.encoding;
    let functions = match params.range {
        Some(range) => {
            snapshot.analysis.dependences_touching(document.file, document.text_range(range, encoding))
        }
        None => snapshot.analysis.dependences(document.file),
    };
    let functions = functions.iter().map(|function| {
        let nodes = function.accesses.iter().enumerate();
        let nodes = nodes.map(|(id, access)| {
            let range = document.range(access.range, encoding);
            AccessJson { id, access, range }
        });
        let unanalysed = function.unanalysed.iter().map(|it| {
            let range = document.range(it.range, encoding);
            UnanalysedJson { it, range }
        });
        json!({
            "name": function.name,
            "unanalysed": unanalysed.collect::<Vec<_>>(),
            "nodes": nodes.collect::<Vec<_>>(),
            "notComputed": function.not_computed.iter().map(NotComputedJson).collect::<Vec<_>>(),
            "edges": function.dependences.iter().map(DependenceJson).collect::<Vec<_>>(),
        })
    });
    Ok(json!({ "functions": functions.collect::<Vec<_>>() }))
}

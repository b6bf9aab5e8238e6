//! Conversations with the language server over the real transport; one file each.
#![expect(clippy::unwrap_used, reason = "a test ends at the first surprise")]

mod actions;
mod changes;
mod commands;
mod completion;
mod config;
mod definitions;
mod diagnostics;
mod dialect_search;
mod documents;
mod edits;
mod encoded_answers;
mod encodings;
mod excess;
mod features;
mod folder;
mod formatting;
mod hostile;
mod known_answers;
mod lifecycle;
mod loop_settings;
mod loops;
mod main_job;
mod memory;
mod menu;
mod names;
mod navigation;
mod pages;
#[cfg(unix)]
mod passes;
mod polyhedra;
mod progress;
mod pull;
mod random_session;
#[cfg(unix)]
mod restraint;
mod saturation;
mod structure;
mod trivia;
mod unopened;

use affine_analyzer_tests::client::Client;
use serde_json::{Value, json};

const URI: &str = "file:///kernel.mlir";
const PUBLISH: &str = "textDocument/publishDiagnostics";

/// Codes of errors.
const INVALID_PARAMS: i64 = -32602;
const CONTENT_MODIFIED: i64 = -32801;

/// A dependence, a loop that is not closed properly when cut, and names to go to.
const KERNEL: &str = "\
func.func @kernel(%m: memref<10xf32>) {
  affine.for %i = 1 to 10 {
    %v = affine.load %m[%i - 1] : memref<10xf32>
    affine.store %v, %m[%i] : memref<10xf32>
  }
  return
}
";

/// The capabilities of an editor that can do all that the server asks about.
fn able() -> Value {
    json!({
        "general": { "positionEncodings": ["utf-16"] },
        "workspace": { "workspaceEdit": { "documentChanges": true } },
        "textDocument": {
            "publishDiagnostics": {
                "relatedInformation": true,
                "versionSupport": true,
                "codeDescriptionSupport": true,
            },
            "hover": { "contentFormat": ["markdown", "plaintext"] },
            "documentSymbol": { "hierarchicalDocumentSymbolSupport": true },
            "definition": { "linkSupport": true },
            "codeAction": {
                "codeActionLiteralSupport": { "codeActionKind": { "valueSet": ["quickfix", "refactor"] } },
                "isPreferredSupport": true,
                "disabledSupport": true,
                "dataSupport": true,
                "resolveSupport": { "properties": ["edit"] },
            },
        },
    })
}

/// Parameters of a request about a place.
fn at(uri: &str, line: usize, character: usize) -> Value {
    json!({ "textDocument": { "uri": uri }, "position": { "line": line, "character": character } })
}

fn range(start: (usize, usize), end: (usize, usize)) -> Value {
    json!({
        "start": { "line": start.0, "character": start.1 },
        "end": { "line": end.0, "character": end.1 },
    })
}

/// What a hover at a place says.
fn hover(client: &mut Client, uri: &str, place: (usize, usize)) -> String {
    let hover = client.request("textDocument/hover", &at(uri, place.0, place.1));
    hover["contents"]["value"].as_str().unwrap_or_default().to_owned()
}

/// Ends a session in which not every report was read.
fn finish(mut client: Client) {
    client.request("shutdown", &Value::Null);
    client.ignore(PUBLISH);
    assert_eq!(client.exit().code(), Some(0));
}

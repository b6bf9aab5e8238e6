//! Requests about places and documents answer in the protocol's shapes, and never fail on broken text.

use affine_analyzer_tests::client::Client;
use serde_json::{Value, json};

use crate::{KERNEL, PUBLISH, URI, able, at, range};

const ABOUT_A_PLACE: &[&str] = &[
    "completion",
    "documentHighlight",
    "linkedEditingRange",
    "prepareCallHierarchy",
    "signatureHelp",
    "typeDefinition",
];

const ABOUT_A_DOCUMENT: &[&str] = &["documentLink", "documentSymbol", "foldingRange", "semanticTokens/full"];

#[test]
fn every_place_of_every_prefix() {
    let (mut client, _) = Client::initialize(&able());
    for (version, (end, _)) in KERNEL.char_indices().step_by(9).enumerate() {
        let text = &KERNEL[..end];
        match version {
            0 => client.open(URI, 0, text),
            version => client.change(URI, version as i32, &[json!({ "text": text })]),
        }
        for (line, text) in text.lines().enumerate() {
            for character in (0..=text.len()).step_by(4) {
                let mut with_context = at(URI, line, character);
                with_context["context"] = json!({ "includeDeclaration": true });
                client.request("textDocument/hover", &at(URI, line, character));
                client.request("textDocument/definition", &at(URI, line, character));
                assert!(client.request("textDocument/references", &with_context).is_array());
                for method in ABOUT_A_PLACE {
                    client.request(&format!("textDocument/{method}"), &at(URI, line, character));
                }
                // There may be no name to change.
                let _ = client.try_request("textDocument/prepareRename", &at(URI, line, character));
            }
        }
        let document = json!({ "textDocument": { "uri": URI } });
        for method in ABOUT_A_DOCUMENT {
            assert!(!client.request(&format!("textDocument/{method}"), &document).is_null(), "{method}");
        }
    }
    client.request("shutdown", &Value::Null);
    client.ignore(PUBLISH);
    assert_eq!(client.exit().code(), Some(0));
}

/// A function is declared in one document and has its body in another one that is open.
#[test]
fn bodies_in_other_documents() {
    let (mut client, initialized) = Client::initialize(&able());
    assert_eq!(initialized["capabilities"]["implementationProvider"], true);
    client.ignore(PUBLISH);
    let other = "file:///library.mlir";
    client.open(URI, 1, "func.func private @kernel(memref<10xf32>)\n");
    assert_eq!(client.request("textDocument/implementation", &at(URI, 0, 20)), Value::Null);
    client.open(other, 1, KERNEL);
    let found = client.request("textDocument/implementation", &at(URI, 0, 20));
    assert_eq!(found, json!([{ "uri": other, "range": range((0, 10), (0, 17)) }]));
    client.close(other);
    assert_eq!(client.request("textDocument/implementation", &at(URI, 0, 20)), Value::Null);
    client.shut_down();
}

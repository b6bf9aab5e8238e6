//! Hover, definition, references and the outline answer in the protocol's shapes, and never fail on broken text.

use affine_analyzer_tests::client::Client;
use serde_json::{Value, json};

use crate::{KERNEL, URI, able, at};

const PUBLISH: &str = "textDocument/publishDiagnostics";

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
            }
        }
        let document = json!({ "textDocument": { "uri": URI } });
        assert!(client.request("textDocument/documentSymbol", &document).is_array());
    }
    client.request("shutdown", &Value::Null);
    client.ignore(PUBLISH);
    assert_eq!(client.exit().code(), Some(0));
}

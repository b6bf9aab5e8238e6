//! Many requests at once; then an edit, cancellations and the end must still get through.

use affine_analyzer_tests::client::Client;
use serde_json::{Value, json};

use crate::{CONTENT_MODIFIED, KERNEL, PUBLISH, URI, able, at, range};

const CANCELLED: i64 = -32800;

/// A file that takes some time to analyse.
fn large() -> String {
    (0..200).map(|index| KERNEL.replace("@kernel", &format!("@kernel{index}"))).collect()
}

fn saturate(client: &mut Client) -> Vec<i64> {
    let whole = json!({
        "textDocument": { "uri": URI },
        "range": range((0, 0), (2000, 0)),
        "context": { "diagnostics": [] },
    });
    let document = json!({ "textDocument": { "uri": URI } });
    let mut ids = Vec::new();
    for line in 0..100 {
        ids.push(client.start_request("textDocument/hover", &at(URI, line * 7 + 2, 12)));
        ids.push(client.start_request("textDocument/codeAction", &whole));
        ids.push(client.start_request("textDocument/documentSymbol", &document));
    }
    ids
}

#[test]
fn an_edit_gets_through() {
    let (mut client, _) = Client::initialize(&able());
    client.open(URI, 1, &large());
    let ids = saturate(&mut client);
    client.change(URI, 2, &[json!({ "range": range((0, 0), (0, 0)), "text": "// new\n" })]);
    client.syntax_tree(URI);
    for id in ids {
        if let Err(error) = client.answer(id) {
            assert_eq!(error["code"], CONTENT_MODIFIED);
        }
    }
    client.request("shutdown", &Value::Null);
    client.ignore(PUBLISH);
    assert_eq!(client.exit().code(), Some(0));
}

#[test]
fn cancellations_get_through() {
    let (mut client, _) = Client::initialize(&able());
    client.open(URI, 1, &large());
    let ids = saturate(&mut client);
    for id in &ids {
        client.notify("$/cancelRequest", &json!({ "id": id }));
    }
    for id in ids {
        if let Err(error) = client.answer(id) {
            assert_eq!(error["code"], CANCELLED);
        }
    }
    client.notify("$/cancelRequest", &json!({ "id": 99999 }));
    client.request("shutdown", &Value::Null);
    client.ignore(PUBLISH);
    assert_eq!(client.exit().code(), Some(0));
}

#[test]
fn the_end_gets_through() {
    let (mut client, _) = Client::initialize(&able());
    client.open(URI, 1, &large());
    saturate(&mut client);
    let status = client.exit_and_ignore_answers();
    assert_eq!(status.code(), Some(1));
}

//! Code actions: filtered by kind, and resolved on the text that they were offered for.

use affine_analyzer_tests::client::Client;
use serde_json::{Value, json};

use crate::{KERNEL, URI, able, range};

const PUBLISH: &str = "textDocument/publishDiagnostics";
const INVALID_PARAMS: i64 = -32602;
const CONTENT_MODIFIED: i64 = -32801;

fn finish(mut client: Client) {
    client.request("shutdown", &Value::Null);
    client.ignore(PUBLISH);
    assert_eq!(client.exit().code(), Some(0));
}

fn resolve(client: &mut Client, data: &Value) -> Result<Value, Value> {
    client.try_request("codeAction/resolve", &json!({ "title": "x", "data": data }))
}

#[test]
fn no_kind_asked_for_is_none_given() {
    let (mut client, _) = Client::initialize(&able());
    client.open(URI, 1, KERNEL);
    let params = json!({
        "textDocument": { "uri": URI },
        "range": range((0, 0), (7, 0)),
        "context": { "diagnostics": [], "only": ["source.organizeImports"] },
    });
    assert_eq!(client.request("textDocument/codeAction", &params), json!([]));
    finish(client);
}

#[test]
fn an_action_of_an_older_text_is_not_applied() {
    let (mut client, _) = Client::initialize(&able());
    client.open(URI, 3, KERNEL);
    let error = resolve(&mut client, &json!({ "uri": URI, "version": 2, "id": "x" })).unwrap_err();
    assert_eq!(error["code"], CONTENT_MODIFIED);
    let error = resolve(&mut client, &json!({ "uri": URI, "version": 3, "id": "x" })).unwrap_err();
    assert_eq!(error["code"], -32803);
    let error = resolve(&mut client, &json!({ "version": 2 })).unwrap_err();
    assert_eq!(error["code"], INVALID_PARAMS);
    finish(client);
}

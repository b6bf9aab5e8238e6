//! Configuration is asked for at the start and after every change.

use affine_analyzer_tests::client::Client;
use serde_json::{Value, json};

fn asked_for() -> Value {
    json!({ "items": [{ "section": "affine-analyzer" }] })
}

#[test]
fn asked_at_the_start_and_on_change() {
    let (mut client, _) = Client::initialize(&json!({
        "workspace": { "configuration": true, "didChangeConfiguration": { "dynamicRegistration": true } },
    }));
    let registered = client.serve("client/registerCapability", |_| Value::Null);
    assert_eq!(registered["registrations"][0]["method"], "workspace/didChangeConfiguration");
    let params = client.serve("workspace/configuration", |_| json!([{ "hints": { "enable": false } }]));
    assert_eq!(params, asked_for());
    client.notify("workspace/didChangeConfiguration", &json!({ "settings": null }));
    let params = client.serve("workspace/configuration", |_| json!([{ "hints": { "enable": 3 } }]));
    assert_eq!(params, asked_for());
    assert_eq!(client.shut_down().code(), Some(0));
}

#[test]
fn a_client_that_cannot_be_asked_sends_it() {
    let (mut client, _) = Client::initialize(&json!({}));
    let settings = json!({ "affine-analyzer": { "fusion": { "computeTolerance": 0.5 } } });
    client.notify("workspace/didChangeConfiguration", &json!({ "settings": settings }));
    assert_eq!(client.shut_down().code(), Some(0));
}

#[test]
fn a_client_that_never_answers_does_not_stop_the_server() {
    let (mut client, _) = Client::initialize(&json!({ "workspace": { "configuration": true } }));
    client.wait("workspace/configuration", |message| message["method"] == "workspace/configuration");
    client.open("file:///a.mlir", 1, "");
    client.syntax_tree("file:///a.mlir");
    client.notification("textDocument/publishDiagnostics");
    assert_eq!(client.shut_down().code(), Some(0));
}

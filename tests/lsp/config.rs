//! Configuration is asked for at the start and after every change.

use affine_analyzer_tests::client::Client;
use serde_json::{Value, json};

use crate::{PUBLISH, URI};

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

/// The user's own dialect is unknown until the settings name it, and again when they do not any more.
#[test]
fn own_dialects_at_the_start_and_on_change() {
    let text = "func.func @f() {\n  ours.go\n  return\n}\n";
    let own = |names: Value| json!({ "dialects": { "own": names } });
    let codes = |client: &mut Client| client.notification(PUBLISH)["diagnostics"][0]["code"].clone();

    let mut client = Client::start();
    let params = json!({
        "processId": null,
        "rootUri": null,
        "capabilities": {},
        "initializationOptions": own(json!(["ours"])),
    });
    client.request("initialize", &params);
    client.notify("initialized", &json!({}));
    client.open(URI, 1, text);
    assert_eq!(codes(&mut client), Value::Null);
    client.notify("workspace/didChangeConfiguration", &json!({ "settings": own(json!([])) }));
    assert_eq!(codes(&mut client), "unknown-dialect");
    assert_eq!(client.shut_down().code(), Some(0));

    let (mut client, _) = Client::initialize(&json!({ "workspace": { "configuration": true } }));
    client.serve("workspace/configuration", |_| json!([null]));
    client.open(URI, 1, text);
    assert_eq!(codes(&mut client), "unknown-dialect");
    client.notify("workspace/didChangeConfiguration", &json!({ "settings": null }));
    client.serve("workspace/configuration", |_| json!([own(json!(["ours"]))]));
    assert_eq!(codes(&mut client), Value::Null);
    assert_eq!(client.shut_down().code(), Some(0));
}

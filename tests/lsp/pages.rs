//! The pages of diagnostics: for clients with a command of their own, for those that open links, and as a request.

use affine_analyzer_tests::client::Client;
use serde_json::{Value, json};

use crate::{INVALID_PARAMS, PUBLISH, URI, able, finish, range};

const UNDEFINED: &str = "func.func @f() {\n  \"use\"(%x) : (i32) -> ()\n  return\n}\n";

fn reported(client: &mut Client) -> Value {
    client.open(URI, 1, UNDEFINED);
    let report = client.notification(PUBLISH);
    let found = report["diagnostics"].as_array().unwrap().iter();
    found.clone().find(|it| it["code"] == "undefined-value").unwrap().clone()
}

fn explaining(client: &mut Client, diagnostic: &Value) -> Option<Value> {
    let params = json!({
        "textDocument": { "uri": URI },
        "range": range((1, 8), (1, 10)),
        "context": { "diagnostics": [diagnostic], "only": ["quickfix"] },
    });
    let actions = client.request("textDocument/codeAction", &params);
    let mut titled = actions.as_array().unwrap().iter();
    titled.find(|it| it["title"] == "Explain `undefined-value`").cloned()
}

#[test]
fn a_plain_client_gets_a_file() {
    let (mut client, _) = Client::initialize(&able());
    let diagnostic = reported(&mut client);
    let link = diagnostic["codeDescription"]["href"].as_str().unwrap();
    let path = link.strip_prefix("file://").unwrap();
    let page = std::fs::read_to_string(path).unwrap();
    for part in
        ["# `undefined-value`", "**Severity: error**", "Why: ", "To fix it: ", "https://mlir.llvm.org/"]
    {
        assert!(page.contains(part), "{part} is not in\n{page}");
    }
    // It cannot be told to open one.
    assert_eq!(explaining(&mut client, &diagnostic), None);
    finish(client);
}

#[test]
fn a_client_that_shows_documents_is_told_to() {
    let mut capabilities = able();
    capabilities["window"] = json!({ "showDocument": { "support": true } });
    let (mut client, _) = Client::initialize(&capabilities);
    let diagnostic = reported(&mut client);
    let action = explaining(&mut client, &diagnostic).unwrap();
    assert_eq!(action["command"]["command"], "affine.explain");
    let params = json!({ "command": "affine.explain", "arguments": action["command"]["arguments"].clone() });
    client.request("workspace/executeCommand", &params);
    let shown = client.serve("window/showDocument", |_| json!({ "success": true }));
    assert_eq!(shown["uri"], diagnostic["codeDescription"]["href"]);
    let unknown = json!({ "command": "affine.explain", "arguments": ["../secret"] });
    assert_eq!(client.try_request("workspace/executeCommand", &unknown).unwrap_err()["code"], INVALID_PARAMS);
    finish(client);
}

#[test]
fn a_client_with_a_command_of_its_own_gets_that() {
    let mut capabilities = able();
    capabilities["experimental"] = json!({ "explainCommand": "editor.explain" });
    let (mut client, _) = Client::initialize(&capabilities);
    let diagnostic = reported(&mut client);
    assert_eq!(diagnostic["codeDescription"]["href"], "command:editor.explain?%5B%22undefined-value%22%5D");
    let command = explaining(&mut client, &diagnostic).unwrap()["command"].clone();
    assert_eq!(
        (&command["command"], &command["arguments"]),
        (&json!("editor.explain"), &json!(["undefined-value"]))
    );
    finish(client);
}

#[test]
fn pages_and_codes_are_answered() {
    let (mut client, _) = Client::initialize(&able());
    let page = client.request("affine/explain", &json!({ "code": "race" }));
    assert!(page.as_str().unwrap().starts_with("# `race`\n\n**Severity: warning**"), "{page}");
    let unknown = client.try_request("affine/explain", &json!({ "code": "rice" }));
    assert_eq!(unknown.unwrap_err()["code"], INVALID_PARAMS);
    let codes = client.request("affine/diagnosticCodes", &json!({}));
    let codes = codes.as_array().unwrap();
    assert!(codes.len() > 270);
    assert!(codes.iter().all(|it| !it["title"].as_str().unwrap().is_empty()));
    finish(client);
}

//! From `initialize` to the exit code; and messages that come at the wrong time or are none.

use affine_analyzer_tests::client::Client;
use serde_json::{Value, json};

use crate::{INVALID_PARAMS, URI, able, at};

const NOT_INITIALIZED: i64 = -32002;
const INVALID_REQUEST: i64 = -32600;
const METHOD_NOT_FOUND: i64 = -32601;
const PARSE_ERROR: i64 = -32700;

#[test]
fn shutdown_then_exit_is_success() {
    let (client, result) = Client::initialize(&able());
    assert_eq!(result["serverInfo"]["name"], "affine-analyzer");
    assert_eq!(result["serverInfo"]["version"], env!("CARGO_PKG_VERSION"));
    assert_eq!(result["capabilities"]["textDocumentSync"]["change"], 2);
    assert_eq!(result["capabilities"]["codeActionProvider"]["resolveProvider"], true);
    assert_eq!(client.shut_down().code(), Some(0));
}

#[test]
fn shutdown_may_have_an_object_without_keys() {
    let (mut client, _) = Client::initialize(&able());
    assert_eq!(client.request("shutdown", &json!({})), Value::Null);
    assert_eq!(client.exit().code(), Some(0));
}

#[test]
fn exit_alone_is_failure() {
    let (client, _) = Client::initialize(&able());
    assert_eq!(client.exit().code(), Some(1));
    assert_eq!(Client::start().exit().code(), Some(1));
}

#[test]
fn a_closed_pipe_ends_the_server() {
    let (client, _) = Client::initialize(&able());
    assert_eq!(client.hang_up().code(), Some(1));
    assert_eq!(Client::start().hang_up().code(), Some(1));
}

#[test]
fn poor_clients_are_served() {
    let (client, result) = Client::initialize(&json!({}));
    assert_eq!(result["capabilities"]["positionEncoding"], "utf-16");
    assert_eq!(result["capabilities"]["codeActionProvider"], Value::Null);
    assert_eq!(client.shut_down().code(), Some(0));
}

#[test]
fn requests_before_initialize_are_refused() {
    let mut client = Client::start();
    let error = client.try_request("textDocument/hover", &at(URI, 0, 0)).unwrap_err();
    assert_eq!(error["code"], NOT_INITIALIZED);
    client.open(URI, 1, "");
    let params = json!({ "processId": null, "rootUri": null, "capabilities": {} });
    client.request("initialize", &params);
    let error = client.try_request("initialize", &params).unwrap_err();
    assert_eq!(error["code"], INVALID_REQUEST);
    assert_eq!(client.shut_down().code(), Some(0));
}

#[test]
fn requests_after_shutdown_are_refused() {
    let (mut client, _) = Client::initialize(&able());
    client.request("shutdown", &Value::Null);
    let error = client.try_request("textDocument/hover", &at(URI, 0, 0)).unwrap_err();
    assert_eq!(error["code"], INVALID_REQUEST);
    assert_eq!(client.exit().code(), Some(0));
}

#[test]
fn unknown_methods() {
    let (mut client, _) = Client::initialize(&able());
    let error = client.try_request("affine/doesNotExist", &json!({})).unwrap_err();
    assert_eq!(error["code"], METHOD_NOT_FOUND);
    client.notify("affine/doesNotExist", &json!({}));
    client.notify("$/doesNotExist", &json!({}));
    assert_eq!(client.shut_down().code(), Some(0));
}

#[test]
fn wrong_parameters() {
    let (mut client, _) = Client::initialize(&able());
    let error = client.try_request("textDocument/hover", &json!({ "textDocument": 1 })).unwrap_err();
    assert_eq!(error["code"], INVALID_PARAMS);
    assert_eq!(client.request("textDocument/hover", &at(URI, 0, 0)), Value::Null);
    client.change(URI, 2, &[json!({ "text": "" })]);
    client.close(URI);
    assert_eq!(client.shut_down().code(), Some(0));
}

#[test]
fn broken_messages_do_not_end_the_session() {
    let (mut client, _) = Client::initialize(&able());
    for (body, code) in [("{\"a\":", PARSE_ERROR), ("[]", INVALID_REQUEST), ("", PARSE_ERROR)] {
        client.send_raw(format!("Content-Length: {}\r\n\r\n{body}", body.len()).as_bytes());
        let answer = client.wait("the answer to nonsense", |message| message["id"].is_null());
        assert_eq!(answer["error"]["code"], code, "{body}");
    }
    client.send(&json!({ "jsonrpc": "2.0", "id": 77, "result": null }));
    assert_eq!(client.shut_down().code(), Some(0));
}

/// Files cannot be waited for as pipes and sockets can.
#[test]
fn input_and_output_may_be_files() {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR"));
    let place = |name: &str| folder.join(format!("lifecycle-{}-{name}", std::process::id()));
    let (input, output) = (place("input"), place("output"));
    let framed = |message: Value| {
        let body = message.to_string();
        format!("Content-Length: {}\r\n\r\n{body}", body.len())
    };
    let conversation = [
        json!({ "jsonrpc": "2.0", "id": 1, "method": "initialize", "params": { "capabilities": {} } }),
        json!({ "jsonrpc": "2.0", "id": 2, "method": "shutdown" }),
        json!({ "jsonrpc": "2.0", "method": "exit" }),
    ];
    std::fs::write(&input, conversation.map(framed).concat()).unwrap();
    let mut server = affine_analyzer_tests::program::command(&["server", "--stdio"]);
    server.stdin(std::fs::File::open(&input).unwrap()).stdout(std::fs::File::create(&output).unwrap());
    assert!(server.status().unwrap().success());
    let answers = std::fs::read_to_string(&output).unwrap();
    assert_eq!(answers.matches("\"result\":").count(), 2, "{answers}");
    for file in [input, output] {
        std::fs::remove_file(file).unwrap();
    }
}

//! Diagnostics that the client asks for: of a document, of all documents, and not again where nothing has changed.

use affine_analyzer_tests::client::Client;
use serde_json::{Value, json};

use crate::{KERNEL, URI, able, range};

const MATMULS: &str = include_str!("../../examples/matmuls.mlir");

const BROKEN: &str = "func.func @f() {\n  %a = arith.addi %b, %b : i32\n  return\n}\n";

fn able_to_pull() -> Value {
    let mut able = able();
    able["textDocument"]["diagnostic"] = json!({});
    able["workspace"]["diagnostics"] = json!({ "refreshSupport": true });
    able["workspace"]["inlayHint"] = json!({ "refreshSupport": true });
    able
}

fn with_previous(id: &Value) -> Value {
    json!({ "textDocument": { "uri": URI }, "previousResultId": id })
}

#[test]
fn whole_then_unchanged_then_whole() {
    let (mut client, initialized) = Client::initialize(&able_to_pull());
    assert_eq!(initialized["capabilities"]["diagnosticProvider"]["workspaceDiagnostics"], true);
    client.open(URI, 1, BROKEN);
    let first = client.request("textDocument/diagnostic", &json!({ "textDocument": { "uri": URI } }));
    assert_eq!(first["kind"], "full");
    let codes: Vec<_> =
        first["items"].as_array().unwrap().iter().map(|it| it["code"].as_str().unwrap()).collect();
    assert!(codes.contains(&"undefined-value"), "{codes:?}");
    let again = client.request("textDocument/diagnostic", &with_previous(&first["resultId"]));
    assert_eq!(again, json!({ "kind": "unchanged", "resultId": first["resultId"] }));
    // An edit that changes no diagnostic changes no id.
    client.change(URI, 2, &[json!({ "range": range((3, 1), (3, 1)), "text": "\n// Done." })]);
    let again = client.request("textDocument/diagnostic", &with_previous(&first["resultId"]));
    assert_eq!(again["kind"], "unchanged");
    client.change(URI, 3, &[json!({ "text": "func.func private @f()\n" })]);
    let now = client.request("textDocument/diagnostic", &with_previous(&first["resultId"]));
    assert_eq!((&now["kind"], &now["items"]), (&json!("full"), &json!([])));
    // Nothing is pushed to a client that asks: it would be unread here.
    client.shut_down();
}

/// An editor asks while the document is being closed, and keeps the problems that it shows where it is refused.
#[test]
fn a_closed_document_has_no_problems() {
    const UNTITLED: &str = "untitled:Untitled-1";
    let (mut client, _) = Client::initialize(&able_to_pull());
    client.open(UNTITLED, 1, BROKEN);
    let document = json!({ "uri": UNTITLED });
    let shown = client.request("textDocument/diagnostic", &json!({ "textDocument": document }));
    assert_ne!(shown["items"], json!([]));
    client.close(UNTITLED);
    let params = json!({ "textDocument": document, "previousResultId": shown["resultId"] });
    let late = client.request("textDocument/diagnostic", &params);
    assert_eq!((&late["kind"], &late["items"]), (&json!("full"), &json!([])));
    let known = json!([{ "uri": UNTITLED, "value": shown["resultId"] }]);
    let all = client.request("workspace/diagnostic", &json!({ "previousResultIds": known }));
    assert_eq!((&all["items"][0]["uri"], &all["items"][0]["items"]), (&json!(UNTITLED), &json!([])));
    client.shut_down();
}

#[test]
fn all_documents() {
    let (mut client, _) = Client::initialize(&able_to_pull());
    client.open(URI, 4, BROKEN);
    client.open("untitled:Untitled-1", 1, "");
    let report = client.request("workspace/diagnostic", &json!({ "previousResultIds": [] }));
    let items = report["items"].as_array().unwrap();
    assert_eq!(items.len(), 2);
    assert_eq!((&items[0]["uri"], &items[0]["version"]), (&json!(URI), &json!(4)));
    let known = json!([{ "uri": URI, "value": items[0]["resultId"] }]);
    let report = client.request("workspace/diagnostic", &json!({ "previousResultIds": known }));
    assert_eq!(
        (&report["items"][0]["kind"], &report["items"][1]["kind"]),
        (&json!("unchanged"), &json!("full"))
    );
    client.shut_down();
}

#[test]
fn settings_make_the_client_ask_again() {
    let (mut client, _) = Client::initialize(&able_to_pull());
    client.open(URI, 1, BROKEN);
    client
        .notify("workspace/didChangeConfiguration", &json!({ "settings": { "hints": { "enable": false } } }));
    client.serve("workspace/inlayHint/refresh", |_| Value::Null);
    client.serve("workspace/diagnostic/refresh", |_| Value::Null);
    // Equal settings change nothing.
    client
        .notify("workspace/didChangeConfiguration", &json!({ "settings": { "hints": { "enable": false } } }));
    client.shut_down();
}

#[test]
fn what_is_asked_for_is_what_others_are_sent() {
    let (mut asking, _) = Client::initialize(&able_to_pull());
    let (mut listening, _) = Client::initialize(&able());
    for text in [MATMULS, BROKEN, KERNEL] {
        asking.open(URI, 1, text);
        listening.open(URI, 1, text);
        let asked = asking.request("textDocument/diagnostic", &json!({ "textDocument": { "uri": URI } }));
        assert_eq!(asked["items"], listening.notification("textDocument/publishDiagnostics")["diagnostics"]);
    }
    asking.shut_down();
    listening.shut_down();
}

/// While somebody types the answer is quick; the rest comes when the client is told to ask again.
#[test]
fn asked_again_when_the_typing_pauses() {
    let (mut client, _) = Client::initialize(&able_to_pull());
    client.open(URI, 1, "");
    for version in 2..6 {
        client.change(URI, version, &[json!({ "text": format!("{MATMULS}// {version}\n") })]);
    }
    client.request("textDocument/diagnostic", &json!({ "textDocument": { "uri": URI } }));
    client.serve("workspace/diagnostic/refresh", |_| Value::Null);
    let report = client.request("textDocument/diagnostic", &json!({ "textDocument": { "uri": URI } }));
    assert!(
        report["items"].as_array().unwrap().iter().any(|it| it["code"] == "fusion-opportunity"),
        "{report}"
    );
    client.shut_down();
}

#[test]
fn an_edit_makes_the_client_ask_again() {
    // A client that is not told to ask again is answered in full, which takes longer than the edit.
    let mut able = able();
    able["textDocument"]["diagnostic"] = json!({});
    let (mut client, _) = Client::initialize(&able);
    let large: String = (0..300).map(|index| KERNEL.replace("@kernel", &format!("@kernel{index}"))).collect();
    client.open(URI, 1, &large);
    let overtaken =
        client.start_request("textDocument/diagnostic", &json!({ "textDocument": { "uri": URI } }));
    client.change(URI, 2, &[json!({ "text": KERNEL })]);
    let error = client.answer(overtaken).expect_err("the edit comes before the answer");
    assert_eq!((&error["code"], &error["data"]["retriggerRequest"]), (&json!(-32802), &json!(true)));
    client.shut_down();
}

/// Functions with a warning in each, and an error in the last one.
fn long_text() -> String {
    let function =
        |index| format!("func.func @f{index}() {{\n  affine.for %i = 0 to 0 {{\n  }}\n  return\n}}\n");
    (0..1_000).map(function).chain([BROKEN.to_owned()]).collect()
}

/// Errors nearby, then all errors, then what takes longer: each step is told to ask for.
#[test]
fn an_opened_document_is_answered_step_by_step() {
    let (mut client, _) = Client::initialize(&able_to_pull());
    client.open(URI, 1, &long_text());
    let pull = |client: &mut Client| {
        let params = json!({ "textDocument": { "uri": URI } });
        client.request("textDocument/diagnostic", &params)["items"].as_array().unwrap().clone()
    };
    let is_error = |it: &&Value| it["severity"] == 1;
    assert_eq!(pull(&mut client), [] as [Value; 0]);
    client.serve("workspace/diagnostic/refresh", |_| Value::Null);
    let errors = pull(&mut client);
    assert!(!errors.is_empty() && errors.iter().all(|it| is_error(&it)), "{errors:?}");
    client.serve("workspace/diagnostic/refresh", |_| Value::Null);
    let all = pull(&mut client);
    assert!(all.len() > errors.len());
    assert_eq!(all.iter().filter(is_error).collect::<Vec<_>>(), errors.iter().collect::<Vec<_>>());
    client.shut_down();
}

/// What a change makes of errors is said first, hints when they are known.
#[test]
fn a_change_of_a_large_document_is_answered_in_two_steps() {
    let functions: String =
        (0..5_000).map(|index| format!("func.func @f{index}() {{\n  return\n}}\n")).collect();
    let (mut client, _) = Client::initialize(&able_to_pull());
    client.open(URI, 1, &functions);
    let pull = |client: &mut Client| {
        let params = json!({ "textDocument": { "uri": URI } });
        client.request("textDocument/diagnostic", &params)["items"].as_array().unwrap().clone()
    };
    let pull_again = |client: &mut Client| {
        client.serve("workspace/diagnostic/refresh", |_| Value::Null);
        pull(client)
    };
    assert_eq!(pull(&mut client), [] as [Value; 0]);
    assert_eq!(pull_again(&mut client), [] as [Value; 0]);
    assert_eq!(pull_again(&mut client), [] as [Value; 0]);
    let insert = "  affine.for %i = 0 to 0 {\n  }\n  \"a.b\"(%x) : (index) -> ()\n";
    client.change(URI, 2, &[json!({ "range": range((1, 0), (1, 0)), "text": insert })]);
    let is_error = |it: &&Value| it["severity"] == 1;
    let first = pull(&mut client);
    assert!(!first.is_empty() && first.iter().all(|it| is_error(&it)), "{first:?}");
    let all = pull_again(&mut client);
    assert!(all.len() > first.len(), "{all:?}");
    assert_eq!(all.iter().filter(is_error).collect::<Vec<_>>(), first.iter().collect::<Vec<_>>());
    client.shut_down();
}

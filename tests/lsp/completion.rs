//! Completion with its resolution, and signature help.

use affine_analyzer_tests::client::Client;
use serde_json::{Value, json};

use crate::{KERNEL, PUBLISH, URI, able, at, range};

fn able_to_complete() -> Value {
    let mut able = able();
    able["textDocument"]["completion"] =
        json!({ "completionItem": { "snippetSupport": true, "documentationFormat": ["markdown"] } });
    able
}

#[test]
fn operations_with_forms_and_documentation() {
    let (mut client, initialized) = Client::initialize(&able_to_complete());
    assert_eq!(initialized["capabilities"]["completionProvider"]["resolveProvider"], true);
    client.ignore(PUBLISH);
    client.open(URI, 1, "func.func @f() {\n  affine.fo\n  return\n}\n");
    let items = client.request("textDocument/completion", &at(URI, 1, 11));
    let first = &items[0];
    assert_eq!(first["label"], "affine.for");
    assert_eq!(first["insertTextFormat"], 2);
    assert_eq!(
        first["textEdit"],
        json!({ "range": range((1, 2), (1, 11)), "newText": "affine.for ${1:%i} = ${2:0} to ${3:8} {\n  $0\n}" })
    );
    assert!(first["documentation"].is_null());
    let resolved = client.request("completionItem/resolve", first);
    let documentation = resolved["documentation"]["value"].as_str().unwrap_or_default();
    assert!(documentation.contains("affine.for %i = 0 to 8 {"), "{documentation}");
    assert_eq!(resolved["label"], "affine.for");
    client.shut_down();
}

#[test]
fn without_snippets_the_name_alone() {
    let (mut client, _) = Client::initialize(&json!({}));
    client.ignore(PUBLISH);
    client.open(URI, 1, "func.func @f() {\n  affine.fo\n  return\n}\n");
    let items = client.request("textDocument/completion", &at(URI, 1, 11));
    assert_eq!(items[0]["textEdit"]["newText"], "affine.for");
    assert_eq!(items[0]["insertTextFormat"], 1);
    client.shut_down();
}

#[test]
fn what_comes_next_is_shown_before_it_is_there() {
    let text = "func.func @f(%m: memref<8xf32>) {\n  affine.for %i = 0\n  return\n}\n";
    let mut able = able_to_complete();
    let context = json!({ "context": { "triggerKind": 2 } });
    let mut params = at(URI, 1, 19);
    params.as_object_mut().unwrap().extend(context.as_object().unwrap().clone());
    let (client, initialized) = Client::initialize(&able);
    assert!(initialized["capabilities"]["inlineCompletionProvider"].is_null());
    client.shut_down();

    able["textDocument"]["inlineCompletion"] = json!({});
    let (mut client, initialized) = Client::initialize(&able);
    assert_eq!(initialized["capabilities"]["inlineCompletionProvider"], true);
    client.ignore(PUBLISH);
    client.open(URI, 1, text);
    let items = client.request("textDocument/inlineCompletion", &params);
    let snippet = json!({ "kind": "snippet", "value": " to 8 {\n    $0\n  }" });
    assert_eq!(items, json!([{ "insertText": snippet, "range": range((1, 19), (1, 19)) }]));
    client.shut_down();
}

#[test]
fn values_in_the_order_in_which_they_fit() {
    let (mut client, _) = Client::initialize(&able_to_complete());
    client.ignore(PUBLISH);
    client.open(URI, 1, &KERNEL.replace("%m[%i - 1]", "%m[]"));
    let items = client.request("textDocument/completion", &at(URI, 2, 24));
    let items = items.as_array().unwrap();
    assert_eq!((&items[0]["label"], &items[0]["detail"]), (&json!("%i"), &json!("index")));
    let order: Vec<_> = items.iter().map(|it| it["sortText"].as_str().unwrap()).collect();
    assert!(order.is_sorted());
    client.shut_down();
}

#[test]
fn inputs_of_a_map_while_they_are_typed() {
    let (mut client, _) = Client::initialize(&able());
    client.ignore(PUBLISH);
    client.open(
        URI,
        1,
        "#m = affine_map<(d0)[s0] -> (d0 + s0)>\nfunc.func @f(%i: index) {\n  %a = affine.apply #m(%i)[\n",
    );
    let help = client.request("textDocument/signatureHelp", &at(URI, 2, 27));
    assert_eq!(help["activeParameter"], 1);
    assert_eq!(help["signatures"][0]["parameters"], json!([{ "label": "d0" }, { "label": "s0" }]));
    assert!(client.request("textDocument/signatureHelp", &at(URI, 0, 2)).is_null());
    client.shut_down();
}

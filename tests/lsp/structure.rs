//! What a document is made of: tokens, folds, selections, links, calls and symbols.

use affine_analyzer_tests::client::Client;
use serde_json::{Value, json};

use crate::{KERNEL, PUBLISH, URI, able, at, range};

fn document() -> Value {
    json!({ "textDocument": { "uri": URI } })
}

/// The numbers of an answer with tokens.
fn data(tokens: &Value) -> Vec<u64> {
    let data = tokens["data"].as_array().expect("a list of numbers");
    data.iter().map(|it| it.as_u64().expect("a number")).collect()
}

#[test]
fn tokens_whole_changed_and_of_a_range() {
    let (mut client, initialized) = Client::initialize(&able());
    let legend = &initialized["capabilities"]["semanticTokensProvider"]["legend"];
    assert_eq!(legend["tokenTypes"][2], "method");
    client.ignore(PUBLISH);
    client.open(URI, 1, KERNEL);
    let full = client.request("textDocument/semanticTokens/full", &document());
    // The dialect `func`, its operation `func`, which holds others, and `@kernel`, which defines a function.
    assert_eq!(data(&full)[..15], [0, 0, 4, 14, 0, 0, 5, 4, 2, 32, 0, 5, 7, 4, 1]);
    client.change(URI, 2, &[json!({ "range": range((1, 18), (1, 19)), "text": "%n" })]);
    let mut params = document();
    params["previousResultId"] = full["resultId"].clone();
    let delta = client.request("textDocument/semanticTokens/full/delta", &params);
    let edits = delta["edits"].as_array().unwrap();
    let mut edited = data(&full);
    for edit in edits {
        let start = edit["start"].as_u64().unwrap() as usize;
        let end = start + edit["deleteCount"].as_u64().unwrap() as usize;
        edited.splice(start..end, data(edit));
    }
    let again = client.request("textDocument/semanticTokens/full", &document());
    assert_eq!(edited, data(&again));
    // The base is gone: everything is sent.
    let delta = client.request("textDocument/semanticTokens/full/delta", &params);
    assert_eq!(data(&delta), data(&again));
    let mut params = document();
    params["range"] = range((5, 0), (5, 8));
    let line = client.request("textDocument/semanticTokens/range", &params);
    assert_eq!(data(&line), [5, 2, 6, 2, 32]);
    client.shut_down();
}

#[test]
fn folds_with_and_without_columns() {
    let text = format!("// One.\n// Two.\n{KERNEL}");
    let fold = |start: u64, end: u64| json!([start, end]);
    let lines = |folds: &Value| -> Value {
        folds.as_array().unwrap().iter().map(|it| json!([it["startLine"], it["endLine"]])).collect()
    };
    for (line_only, expected) in
        [(false, [fold(0, 1), fold(2, 8), fold(3, 6)]), (true, [fold(0, 1), fold(2, 7), fold(3, 5)])]
    {
        let mut able = able();
        able["textDocument"]["foldingRange"] = json!({ "lineFoldingOnly": line_only });
        let (mut client, _) = Client::initialize(&able);
        client.ignore(PUBLISH);
        client.open(URI, 1, &text);
        let folds = client.request("textDocument/foldingRange", &document());
        assert_eq!(lines(&folds), json!(expected));
        client.shut_down();
    }
}

#[test]
fn selections_grow_by_syntax() {
    let (mut client, _) = Client::initialize(&able());
    client.ignore(PUBLISH);
    client.open(URI, 1, KERNEL);
    let mut params = document();
    params["positions"] = json!([{ "line": 2, "character": 26 }, { "line": 0, "character": 0 }]);
    let found = client.request("textDocument/selectionRange", &params);
    assert_eq!(found.as_array().map(Vec::len), Some(2));
    assert_eq!(found[0]["range"], range((2, 24), (2, 26)));
    assert_eq!(found[0]["parent"]["range"], range((2, 24), (2, 30)));
    assert_eq!(found[0]["parent"]["parent"]["range"], range((2, 23), (2, 31)));
    client.shut_down();
}

#[test]
fn links_of_locations() {
    let (mut client, _) = Client::initialize(&able());
    client.ignore(PUBLISH);
    client.open(URI, 1, "func.func private @f() loc(\"model.py\":4:2)\n");
    let found = client.request("textDocument/documentLink", &document());
    assert_eq!(found, json!([{ "range": range((0, 27), (0, 37)), "target": "file:///model.py#L4,2" }]));
    client.shut_down();
}

#[test]
fn callers_and_callees() {
    let (mut client, _) = Client::initialize(&able());
    client.ignore(PUBLISH);
    client.open(
        URI,
        1,
        "func.func private @leaf()\nfunc.func @top() {\n  func.call @leaf() : () -> ()\n  return\n}\n",
    );
    let items = client.request("textDocument/prepareCallHierarchy", &at(URI, 2, 14));
    assert_eq!(items[0]["name"], "@leaf");
    let calls = client.request("callHierarchy/incomingCalls", &json!({ "item": items[0] }));
    assert_eq!(calls[0]["from"]["name"], "@top");
    assert_eq!(calls[0]["fromRanges"], json!([range((2, 12), (2, 17))]));
    let calls = client.request("callHierarchy/outgoingCalls", &json!({ "item": calls[0]["from"] }));
    assert_eq!(calls[0]["to"]["name"], "@leaf");
    client.shut_down();
}

#[test]
fn symbols_of_all_open_documents() {
    let (mut client, _) = Client::initialize(&able());
    client.ignore(PUBLISH);
    client.open(URI, 1, KERNEL);
    client.open("untitled:Untitled-1", 1, "#map = affine_map<(d0) -> (d0)>\nfunc.func @other_kernel( {\n");
    let names = |found: &Value| -> Vec<String> {
        found.as_array().unwrap().iter().map(|it| it["name"].as_str().unwrap().to_owned()).collect()
    };
    let found = client.request("workspace/symbol", &json!({ "query": "kern" }));
    assert_eq!(names(&found), ["@kernel", "@other_kernel"]);
    assert_eq!(found[1]["location"]["uri"], "untitled:Untitled-1");
    let found = client.request("workspace/symbol", &json!({ "query": "" }));
    assert_eq!(names(&found), ["@kernel", "#map", "@other_kernel"]);
    client.shut_down();
}

//! What no sound client sends: places that do not exist, texts that are no programs, messages that are none. Each is
//! answered, nothing is edited wrongly, and the session goes on.

use affine_analyzer_tests::client::Client;
use serde_json::{Value, json};

use crate::{INVALID_PARAMS, KERNEL, URI, able, at, finish, range};

const FRESH: &str = "file:///fresh.mlir";
const PARSE_ERROR: i64 = -32700;
const REQUEST_FAILED: i64 = -32803;
const MOST: u64 = u32::MAX as u64;

/// Requests about a place, with what they need beside it.
fn about_a_place() -> Vec<(&'static str, Value)> {
    let options = json!({ "tabSize": 2, "insertSpaces": true });
    vec![
        ("textDocument/completion", json!({})),
        ("textDocument/declaration", json!({})),
        ("textDocument/definition", json!({})),
        ("textDocument/documentHighlight", json!({})),
        ("textDocument/hover", json!({})),
        ("textDocument/linkedEditingRange", json!({})),
        ("textDocument/onTypeFormatting", json!({ "ch": "\n", "options": options })),
        ("textDocument/prepareCallHierarchy", json!({})),
        ("textDocument/prepareRename", json!({})),
        ("textDocument/references", json!({ "context": { "includeDeclaration": true } })),
        ("textDocument/rename", json!({ "newName": "other" })),
        ("textDocument/signatureHelp", json!({})),
        ("textDocument/typeDefinition", json!({})),
        ("affine/iterationSpace", json!({})),
        ("affine/offers", json!({ "action": "permute", "set": { "orders": "all" } })),
        ("affine/polyhedron", json!({})),
    ]
}

/// Requests about a range, with what they need beside it.
fn about_a_range() -> Vec<(&'static str, Value)> {
    vec![
        ("textDocument/codeAction", json!({ "context": { "diagnostics": [] } })),
        ("textDocument/inlayHint", json!({})),
        ("textDocument/rangeFormatting", json!({ "options": { "tabSize": 2, "insertSpaces": true } })),
        ("textDocument/semanticTokens/range", json!({})),
        ("affine/remedies", json!({})),
    ]
}

/// Requests about a document, with what they need beside it.
fn about_a_document() -> Vec<(&'static str, Value)> {
    vec![
        ("textDocument/codeLens", json!({})),
        ("textDocument/diagnostic", json!({})),
        ("textDocument/documentLink", json!({})),
        ("textDocument/documentSymbol", json!({})),
        ("textDocument/foldingRange", json!({})),
        ("textDocument/formatting", json!({ "options": { "tabSize": 2, "insertSpaces": true } })),
        ("textDocument/selectionRange", json!({ "positions": [{ "line": 100, "character": 3 }] })),
        ("textDocument/semanticTokens/full", json!({})),
        ("textDocument/semanticTokens/full/delta", json!({ "previousResultId": "none" })),
        ("affine/dependenceGraph", json!({})),
        ("affine/syntaxTree", json!({})),
    ]
}

fn with(mut params: Value, more: &Value) -> Value {
    for (key, value) in more.as_object().into_iter().flatten() {
        params[key] = value.clone();
    }
    params
}

fn document(uri: &str) -> Value {
    json!({ "textDocument": { "uri": uri } })
}

/// Asks everything about some places and ranges of a document; a request may be refused, but not fail.
pub(crate) fn ask_everything(client: &mut Client, uri: &str, places: &[(u64, u64)]) {
    let mut requests = Vec::new();
    for (method, more) in about_a_document() {
        requests.push((method, with(document(uri), &more)));
    }
    for (line, character) in places {
        let position = json!({ "line": line, "character": character });
        for (method, more) in about_a_place() {
            let place = json!({ "textDocument": { "uri": uri }, "position": position });
            requests.push((method, with(place, &more)));
        }
        for (method, more) in about_a_range() {
            let start = json!({ "line": 0, "character": 0 });
            for range in
                [json!({ "start": start, "end": position }), json!({ "start": position, "end": start })]
            {
                requests.push((method, with(with(document(uri), &more), &json!({ "range": range }))));
            }
        }
    }
    for (method, params) in requests {
        if let Err(error) = client.try_request(method, &params) {
            assert_eq!(error["code"], REQUEST_FAILED, "{method}: {error}");
        }
    }
}

/// The server has the text that a fresh document has.
pub(crate) fn assert_text(client: &mut Client, text: &str) {
    client.open(FRESH, 1, text);
    assert_eq!(client.syntax_tree(URI), client.syntax_tree(FRESH), "{text}");
    client.close(FRESH);
}

#[test]
fn places_outside_and_ranges_reversed() {
    let (mut client, _) = Client::initialize(&able());
    client.open(URI, 1, KERNEL);
    let places = [(0, MOST), (2, 9999), (8, 0), (MOST, 0), (MOST, MOST)];
    ask_everything(&mut client, URI, &places);
    client.open("file:///empty.mlir", 1, "");
    ask_everything(&mut client, "file:///empty.mlir", &[(0, 0), (1, 1), (MOST, MOST)]);
    assert_text(&mut client, KERNEL);
    finish(client);
}

#[test]
fn numbers_that_are_no_places() {
    let (mut client, _) = Client::initialize(&able());
    client.open(URI, 1, KERNEL);
    for number in [json!(-1), json!(0.5), json!(MOST + 1), json!(1e300), json!("0"), Value::Null] {
        let position = json!({ "line": number, "character": 0 });
        for (method, more) in about_a_place() {
            let params = with(json!({ "textDocument": { "uri": URI }, "position": position }), &more);
            let error = client.try_request(method, &params).expect_err("no place");
            assert_eq!(error["code"], INVALID_PARAMS, "{method} {params}");
        }
    }
    finish(client);
}

/// What is said about a document that is not open; an error only where the request itself is none.
fn is_nothing(answer: &Result<Value, Value>) -> bool {
    match answer {
        Ok(answer) => {
            let nothing = [json!(null), json!(""), json!({ "functions": [] })];
            nothing.contains(answer) || answer["items"] == json!([])
        }
        Err(error) => error["code"] == INVALID_PARAMS,
    }
}

#[test]
fn unknown_documents_and_uris_that_are_none() {
    let (mut client, _) = Client::initialize(&able());
    for uri in ["file:///never.mlir", "untitled:", "x", "", "%", "file:///a b"] {
        let place = json!({ "textDocument": { "uri": uri }, "position": { "line": 0, "character": 0 } });
        let whole = with(document(uri), &json!({ "range": range((0, 0), (1, 0)) }));
        let requests =
            [(about_a_place(), place), (about_a_range(), whole), (about_a_document(), document(uri))];
        for (methods, params) in requests {
            for (method, more) in methods {
                let params = with(params.clone(), &more);
                let answer = client.try_request(method, &params);
                assert!(is_nothing(&answer), "{method} {params}: {answer:?}");
            }
        }
        client.change(uri, 1, &[json!({ "text": "x" })]);
        client.close(uri);
    }
    let item = json!({
        "name": "@f", "kind": 12, "uri": "file:///never.mlir",
        "range": range((9, 9), (0, 0)), "selectionRange": range((9, 9), (0, 0)),
    });
    for method in ["callHierarchy/incomingCalls", "callHierarchy/outgoingCalls"] {
        assert_eq!(client.request(method, &json!({ "item": item })), Value::Null, "{method}");
    }
    assert_eq!(client.request("workspace/symbol", &json!({ "query": "\u{0}%(" })), json!([]));
    finish(client);
}

/// The order of messages counts, not what a client calls them.
#[test]
fn wrong_versions() {
    let (mut client, _) = Client::initialize(&able());
    client.open(URI, 7, KERNEL);
    let mut text = KERNEL.to_owned();
    for version in [7, 3, i32::MIN, i32::MAX, 0, -1] {
        client.change(URI, version, &[json!({ "range": range((0, 0), (0, 0)), "text": "// x\n" })]);
        text.insert_str(0, "// x\n");
        assert_text(&mut client, &text);
    }
    client.open(URI, 1, KERNEL);
    assert_text(&mut client, KERNEL);
    client.close(URI);
    client.close(URI);
    finish(client);
}

#[test]
fn changes_outside_the_text_and_backwards() {
    let (mut client, _) = Client::initialize(&able());
    client.open(URI, 1, "// abc\n");
    let place = |line: u64, character: u64| json!({ "line": line, "character": character });
    let change = |start: Value, end: Value, text: &str| json!({ "range": { "start": start, "end": end }, "text": text });
    let changes = [
        change(place(0, 6), place(0, 3), "x"),
        change(place(MOST, MOST), place(5, 0), "// end"),
        change(place(0, MOST), place(0, MOST), "y"),
    ];
    client.change(URI, 2, &changes);
    assert_text(&mut client, "// xy\n// end");
    let whole = json!({ "range": range((0, 0), (1, 99)), "rangeLength": MOST, "text": "// z" });
    client.change(URI, 3, &[whole]);
    assert_text(&mut client, "// z");
    finish(client);
}

/// JSON-RPC answers what has no number with the number `null`.
fn is_answer_to_none(message: &Value) -> bool {
    message.get("id").is_some_and(Value::is_null)
}

#[test]
fn messages_that_are_none() {
    let (mut client, _) = Client::initialize(&able());
    client.open(URI, 1, KERNEL);
    let framed = |body: &[u8]| [format!("Content-Length: {}\r\n\r\n", body.len()).as_bytes(), body].concat();
    let deep = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
    let bodies: [&[u8]; 6] = [
        b"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":",
        b"\xff\xfe\x00",
        b"{\"jsonrpc\":\"2.0\",\"method\":\"textDocument/didClose\",\"params\":\"\xc3\x28\"}",
        b"\x00\x00\x00\x00",
        b"{\"a\":1}{\"b\":2}",
        deep.as_bytes().split_last().unwrap().1,
    ];
    for body in bodies {
        client.send_raw(&framed(body));
        let answer = client.wait("the answer to nonsense", is_answer_to_none);
        assert_eq!(answer["error"]["code"], PARSE_ERROR, "{body:?}");
    }
    // Headers: none at all, a length that is none, one that is too short.
    for raw in [
        "Content-Type: x\r\n\r\n",
        "Content-Length: many\r\n\r\n",
        "Content-Length: 99999999999999999999\r\n\r\n",
    ] {
        client.send_raw(raw.as_bytes());
        let answer = client.wait("the answer to nonsense", is_answer_to_none);
        assert_eq!(answer["error"]["code"], PARSE_ERROR, "{raw}");
    }
    client.send_raw(b"Content-Length: 4\r\n\r\nnull and what is left over");
    let answer = client.wait("the answer to nonsense", is_answer_to_none);
    assert!(answer["error"]["code"].is_i64());
    assert_text(&mut client, KERNEL);
    finish(client);
}

/// Editors that count in UTF-16 can send half a character: it has one unit in their text, and in ours.
#[test]
fn halves_of_characters() {
    let (mut client, _) = Client::initialize(&able());
    client.open(URI, 1, "// ab\n");
    let change = r#"{"jsonrpc":"2.0","method":"textDocument/didChange","params":{"textDocument":{"uri":"file:///kernel.mlir","version":2},"contentChanges":[{"range":{"start":{"line":0,"character":4},"end":{"line":0,"character":4}},"text":"\ud83d"}]}}"#;
    client.send_raw(format!("Content-Length: {}\r\n\r\n{change}", change.len()).as_bytes());
    client.change(URI, 3, &[json!({ "range": range((0, 5), (0, 6)), "text": "c" })]);
    assert_text(&mut client, "// a\u{fffd}c\n");
    finish(client);
}

/// The requests that editors send by themselves, and those that go down every level.
fn ask_about_nests(client: &mut Client, line: u64) {
    let place = at(URI, usize::try_from(line).unwrap(), 5);
    let with_range =
        with(document(URI), &json!({ "range": range((0, 0), (1, 9)), "context": { "diagnostics": [] } }));
    let positions = with(document(URI), &json!({ "positions": [place["position"]] }));
    for (method, params) in [
        ("hover", &place),
        ("definition", &place),
        ("documentSymbol", &document(URI)),
        ("foldingRange", &document(URI)),
        ("formatting", &with(document(URI), &json!({ "options": { "tabSize": 2, "insertSpaces": true } }))),
        ("selectionRange", &positions),
        ("diagnostic", &document(URI)),
        ("codeAction", &with_range),
    ] {
        client.request(&format!("textDocument/{method}"), params);
    }
}

#[test]
fn nests_deeper_than_any_stack() {
    let loops = 20_000;
    let nest = format!(
        "func.func @f() {{\n{}{}return\n}}\n",
        (0..loops).map(|it| format!("affine.for %i{it} = 0 to 8 {{\n")).collect::<String>(),
        "}\n".repeat(loops)
    );
    let brackets = |open: &str, close: &str| {
        format!("func.func @f() {{\n  {}{}\n  return\n}}\n", open.repeat(100_000), close.repeat(100_000))
    };
    let texts = [
        nest.clone(),
        nest[..nest.len() / 2].to_owned(),
        brackets("[", "]"),
        brackets("{", "}"),
        brackets("(", ")"),
        brackets("%x = \"a.b\"() ({", "})"),
        format!("#a = {}{}", "[".repeat(100_000), "]".repeat(100_000)),
        format!("#m = affine_map<(d0) -> ({}d0{})>", "(".repeat(100_000), ")".repeat(100_000)),
        format!("func.func private @f({}i1{})", "tuple<".repeat(100_000), ">".repeat(100_000)),
        format!("#m = affine_map<(d0) -> ({}d0)>", "-".repeat(100_000)),
    ];
    let (mut client, _) = Client::initialize(&able());
    for (index, text) in texts.iter().enumerate() {
        client.open(URI, 1, text);
        let middle = text.matches('\n').count() as u64 / 2;
        ask_about_nests(&mut client, middle);
        client.change(URI, 2, &[json!({ "range": range((1, 0), (1, 0)), "text": "// x\n" })]);
        client.request("textDocument/hover", &at(URI, 0, 3));
        client.close(URI);
        client.open(FRESH, 1, "// Alive.");
        assert!(client.syntax_tree(FRESH).contains("COMMENT"), "text {index}");
        client.close(FRESH);
    }
    finish(client);
}

#[test]
fn a_document_of_100_megabytes() {
    let comment = format!("// {}\n", "x".repeat(1020));
    let mut text = comment.repeat(100 << 10);
    text.push_str(KERNEL);
    let line = text.matches('\n').count() - 7;
    let (mut client, _) = Client::initialize(&able());
    client.open(URI, 1, &text);
    let hover = client.request("textDocument/hover", &at(URI, line + 2, 12));
    assert!(hover["contents"]["value"].as_str().unwrap().contains("affine.load"), "{hover}");
    client.change(URI, 2, &[json!({ "range": range((line + 2, 24), (line + 2, 26)), "text": "%q" })]);
    let report = client.request("textDocument/diagnostic", &document(URI));
    let codes: Vec<_> = report["items"].as_array().unwrap().iter().map(|it| it["code"].clone()).collect();
    assert!(codes.contains(&json!("undefined-value")), "{report}");
    client.close(URI);
    finish(client);
}

//! Formatting of documents, of ranges and while typing.

use affine_analyzer_tests::client::Client;
use serde_json::{Value, json};

use crate::{PUBLISH, URI, able, at, range};

const UNTIDY: &str = "func.func @f( ) {\r\nreturn\r\n}\r\nfunc.func @g() {\r\nreturn\r\n}\r\n";

fn document() -> Value {
    json!({ "textDocument": { "uri": URI }, "options": { "tabSize": 8, "insertSpaces": false } })
}

fn edit(start: (usize, usize), end: (usize, usize), text: &str) -> Value {
    json!({ "range": range(start, end), "newText": text })
}

#[test]
fn documents_and_ranges() {
    let (mut client, _) = Client::initialize(&able());
    client.ignore(PUBLISH);
    client.open(URI, 1, UNTIDY);
    let edits = client.request("textDocument/formatting", &document());
    assert_eq!(
        edits,
        json!(
            [edit((0, 13), (0, 14), ""), edit((0, 17), (1, 0), "\r\n  "), edit((3, 16), (4, 0), "\r\n  "),]
        )
    );
    let mut params = document();
    params["range"] = range((4, 0), (4, 6));
    let edits = client.request("textDocument/rangeFormatting", &params);
    assert_eq!(edits, json!([edit((3, 16), (4, 0), "\r\n  ")]));
    client.shut_down();
}

/// Version 3.18 of the protocol.
#[test]
fn several_ranges_at_once() {
    let (mut client, result) = Client::initialize(&able());
    assert_eq!(result["capabilities"]["documentRangeFormattingProvider"]["rangesSupport"], true);
    client.ignore(PUBLISH);
    client.open(URI, 1, UNTIDY);
    let mut params = document();
    params["ranges"] = json!([range((4, 0), (4, 6)), range((3, 0), (5, 0)), range((1, 0), (1, 6))]);
    let edits = client.request("textDocument/rangesFormatting", &params);
    assert_eq!(edits, json!([edit((0, 17), (1, 0), "\r\n  "), edit((3, 16), (4, 0), "\r\n  ")]));
    client.shut_down();
}

#[test]
fn lines_while_they_are_typed() {
    let (mut client, _) = Client::initialize(&able());
    client.ignore(PUBLISH);
    client.open(URI, 1, "func.func @f() {\n  affine.for %i = 0 to 8 {\n\n");
    let mut params = at(URI, 2, 0);
    params["ch"] = json!("\n");
    params["options"] = document()["options"].clone();
    let edits = client.request("textDocument/onTypeFormatting", &params);
    assert_eq!(edits, json!([edit((2, 0), (2, 0), "    ")]));
    client.shut_down();
}

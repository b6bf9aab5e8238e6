//! Documents that are no files, that files leave, and that two servers have open.

use affine_analyzer_tests::client::Client;
use serde_json::{Value, json};

use crate::{KERNEL, PUBLISH, URI, able, at, hover, range};

const UNTITLED: &str = "untitled:Untitled-1";
const BROKEN: &str = "func.func @f() {\n  %a = arith.addi %b, %b : i32\n  return\n}\n";

#[test]
fn a_document_without_a_file() {
    let (mut client, _) = Client::initialize(&able());
    client.ignore(PUBLISH);
    client.open(UNTITLED, 1, KERNEL);
    assert!(hover(&mut client, UNTITLED, (2, 12)).contains("affine.load"));
    let found = client.request("textDocument/definition", &at(UNTITLED, 2, 24));
    assert_eq!(found[0]["targetUri"], UNTITLED);
    let links = client.request("textDocument/documentLink", &json!({ "textDocument": { "uri": UNTITLED } }));
    assert_eq!(links, json!([]));
    client.shut_down();
}

/// Editors close the old name and open the new one; the text may have changed on the way.
#[test]
fn a_file_that_is_renamed_or_deleted() {
    let (mut client, _) = Client::initialize(&able());
    client.open(URI, 1, BROKEN);
    assert_ne!(client.notification(PUBLISH)["diagnostics"], json!([]));
    let deleted = json!({ "changes": [{ "uri": URI, "type": 3 }] });
    client.notify("workspace/didChangeWatchedFiles", &deleted);
    client.close(URI);
    assert_eq!(client.notification(PUBLISH)["diagnostics"], json!([]));
    let moved = "file:///moved.mlir";
    client.open(moved, 1, BROKEN);
    let published = client.notification(PUBLISH);
    assert_eq!(published["uri"], moved);
    assert_ne!(published["diagnostics"], json!([]));
    assert_eq!(client.request("textDocument/hover", &at(URI, 1, 3)), Value::Null);
    client.shut_down();
}

/// What is on the disk does not matter: a document lives until it is closed, and clients tell in any order.
#[test]
fn files_that_change_under_an_open_document() {
    let (mut client, _) = Client::initialize(&able());
    let moved = "file:///moved.mlir";
    client.ignore(PUBLISH);
    client.open(URI, 1, KERNEL);
    client.notify("workspace/didDeleteFiles", &json!({ "files": [{ "uri": URI }] }));
    client.notify("workspace/didDeleteFiles", &json!({ "files": [{ "uri": "file:///never.mlir" }] }));
    client.notify("workspace/didChangeWatchedFiles", &json!({ "changes": [{ "uri": URI, "type": 3 }] }));
    assert!(hover(&mut client, URI, (2, 12)).contains("affine.load"));
    client.notify("workspace/didRenameFiles", &json!({ "files": [{ "oldUri": URI, "newUri": moved }] }));
    client.open(moved, 1, KERNEL);
    client.change(URI, 2, &[json!({ "text": "" })]);
    assert!(hover(&mut client, moved, (2, 12)).contains("affine.load"));
    client.close(URI);
    client.notify("workspace/didCreateFiles", &json!({ "files": [{ "uri": URI }] }));
    client.notify("workspace/didChangeWatchedFiles", &json!({ "changes": [{ "uri": moved, "type": 2 }] }));
    assert!(hover(&mut client, moved, (2, 12)).contains("affine.load"));
    assert_eq!(client.request("textDocument/hover", &at(URI, 2, 12)), Value::Null);
    client.shut_down();
}

/// Each part has names of its own; a banner of dashes ends none, nor does a marker that lacks its blank or has text behind.
#[test]
fn split_files() {
    let banner = "//------------- values -------------//\n";
    let text =
        format!("{banner}{KERNEL}// -----\n{BROKEN}  // ----- no marker\n//-----\n  // -----\n{KERNEL}");
    let (mut client, _) = Client::initialize(&able());
    client.open(URI, 1, &text);
    let published = client.notification(PUBLISH);
    let errors: Vec<_> =
        published["diagnostics"].as_array().unwrap().iter().filter(|it| it["severity"] == 1).collect();
    assert!(!errors.is_empty() && errors.iter().all(|it| it["code"] == "undefined-value"), "{published}");
    let found = client.request("textDocument/definition", &at(URI, 18, 24));
    assert_eq!(found[0]["targetSelectionRange"]["start"]["line"], 17, "{found}");
    client.shut_down();
}

#[test]
fn carriage_returns_and_a_byte_order_mark() {
    let (mut client, _) = Client::initialize(&able());
    client.ignore(PUBLISH);
    client.open(URI, 1, &format!("\u{feff}{}", KERNEL.replace('\n', "\r\n")));
    let found = client.request("textDocument/references", &{
        let mut params = at(URI, 1, 14);
        params["context"] = json!({ "includeDeclaration": true });
        params
    });
    let ranges: Vec<_> = found.as_array().unwrap().iter().map(|it| it["range"].clone()).collect();
    assert_eq!(ranges, [range((1, 13), (1, 15)), range((2, 24), (2, 26)), range((3, 24), (3, 26))]);
    // The mark is a character of the first line.
    let symbols = client.request("textDocument/documentSymbol", &json!({ "textDocument": { "uri": URI } }));
    assert_eq!(symbols[0]["selectionRange"], range((0, 11), (0, 18)));
    let edits = client.request(
        "textDocument/formatting",
        &json!({ "textDocument": { "uri": URI }, "options": { "tabSize": 2, "insertSpaces": true } }),
    );
    assert_eq!(edits, json!([]));
    client.shut_down();
}

#[test]
fn two_servers_at_once() {
    let (mut first, _) = Client::initialize(&able());
    let (mut second, _) = Client::initialize(&able());
    for client in [&mut first, &mut second] {
        client.ignore(PUBLISH);
        client.open(URI, 1, KERNEL);
    }
    first.change(URI, 2, &[json!({ "text": "" })]);
    assert!(hover(&mut second, URI, (2, 12)).contains("affine.load"));
    assert_eq!(first.request("textDocument/hover", &at(URI, 2, 12)), Value::Null);
    first.shut_down();
    assert!(hover(&mut second, URI, (2, 12)).contains("affine.load"));
    second.shut_down();
}

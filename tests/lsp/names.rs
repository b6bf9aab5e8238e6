//! Rename, highlights, type definitions and linked editing: the requests about one name.

use affine_analyzer_tests::client::Client;
use serde_json::{Value, json};

use crate::{KERNEL, PUBLISH, URI, able, at, range};

fn with(mut params: Value, key: &str, value: Value) -> Value {
    params[key] = value;
    params
}

#[test]
fn rename_with_its_preparation() {
    let mut able = able();
    able["textDocument"]["rename"] = json!({ "prepareSupport": true });
    let (mut client, initialized) = Client::initialize(&able);
    assert_eq!(initialized["capabilities"]["renameProvider"]["prepareProvider"], true);
    client.ignore(PUBLISH);
    client.open(URI, 3, KERNEL);
    let prepared = client.request("textDocument/prepareRename", &at(URI, 2, 26));
    assert_eq!(prepared, json!({ "range": range((2, 24), (2, 26)), "placeholder": "%i" }));
    let renamed = client.request("textDocument/rename", &with(at(URI, 2, 26), "newName", json!("row")));
    let edit = |start, end| json!({ "range": range(start, end), "newText": "%row" });
    assert_eq!(
        renamed["documentChanges"],
        json!([{
            "textDocument": { "uri": URI, "version": 3 },
            "edits": [edit((1, 13), (1, 15)), edit((2, 24), (2, 26)), edit((3, 24), (3, 26))],
        }])
    );
    client.shut_down();
}

#[test]
fn renames_are_refused_with_the_reason() {
    let (mut client, _) = Client::initialize(&able());
    client.ignore(PUBLISH);
    client.open(URI, 1, KERNEL);
    for (position, name, reason) in [
        ((2, 26), "%v", "`%v` is taken"),
        ((2, 26), "1x", "`1x` is no name of a value"),
        ((5, 3), "x", "`return` cannot be renamed"),
    ] {
        let params = with(at(URI, position.0, position.1), "newName", json!(name));
        let error = client.try_request("textDocument/rename", &params).expect_err("a refusal");
        assert_eq!((&error["code"], &error["message"]), (&json!(-32803), &json!(reason)));
    }
    assert!(client.try_request("textDocument/prepareRename", &at(URI, 5, 3)).is_err());
    client.shut_down();
}

#[test]
fn highlights_tell_reads_from_writes() {
    let (mut client, _) = Client::initialize(&able());
    client.ignore(PUBLISH);
    client.open(URI, 1, KERNEL);
    let found = client.request("textDocument/documentHighlight", &at(URI, 2, 22));
    let highlight = |start, end, kind| json!({ "range": range(start, end), "kind": kind });
    assert_eq!(
        found,
        json!([
            highlight((0, 18), (0, 20), 3),
            highlight((2, 21), (2, 23), 2),
            highlight((3, 21), (3, 23), 3),
        ])
    );
    client.shut_down();
}

#[test]
fn aliases_of_types_and_linked_names() {
    let (mut client, _) = Client::initialize(&able());
    client.ignore(PUBLISH);
    client.open(URI, 1, "!row = memref<8xf32>\nfunc.func @f(%m: !row) {\n  memref.dealloc %m : !row\n");
    let found = client.request("textDocument/typeDefinition", &at(URI, 2, 18));
    assert_eq!(found[0]["range"], range((0, 0), (0, 4)));
    let linked = client.request("textDocument/linkedEditingRange", &at(URI, 2, 18));
    assert_eq!(linked["ranges"], json!([range((1, 13), (1, 15)), range((2, 17), (2, 19))]));
    assert!(client.request("textDocument/linkedEditingRange", &at(URI, 0, 8)).is_null());
    client.shut_down();
}

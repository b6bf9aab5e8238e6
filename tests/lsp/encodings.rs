//! Positions in each encoding name the same places.

use affine_analyzer_tests::client::Client;
use serde_json::{Value, json};

use crate::{URI, finish, range};

const FRESH: &str = "file:///fresh.mlir";

fn with_encodings(encodings: &[&str]) -> (Client, Value) {
    Client::initialize(&json!({ "general": { "positionEncodings": encodings } }))
}

#[test]
fn the_first_known_one_is_taken() {
    for (offered, taken) in [
        (&["utf-8", "utf-16"][..], "utf-8"),
        (&["utf-32", "utf-8"], "utf-32"),
        (&["ebcdic", "utf-8"], "utf-8"),
        (&["ebcdic"], "utf-16"),
        (&[], "utf-16"),
    ] {
        let (client, result) = with_encodings(offered);
        assert_eq!(result["capabilities"]["positionEncoding"], taken);
        finish(client);
    }
}

#[test]
fn edits_after_wide_characters() {
    for (encoding, before) in [("utf-8", 10), ("utf-16", 7), ("utf-32", 6)] {
        let (mut client, _) = with_encodings(&[encoding]);
        client.open(URI, 1, "// a\r\n// ä😀x\r\n// b\r\n");
        let change = json!({ "range": range((1, before - 1), (1, before)), "text": "y" });
        client.change(URI, 2, &[change]);
        client.open(FRESH, 1, "// a\r\n// ä😀y\r\n// b\r\n");
        assert_eq!(client.syntax_tree(URI), client.syntax_tree(FRESH), "{encoding}");
        finish(client);
    }
}

#[test]
fn a_byte_order_mark_may_come_and_go() {
    let (mut client, _) = with_encodings(&["utf-16"]);
    client.open(URI, 1, "\u{feff}// a\n");
    client.open(FRESH, 1, "// a\n");
    assert_eq!(client.syntax_tree(URI), client.syntax_tree(FRESH));
    client.change(URI, 2, &[json!({ "range": range((0, 0), (0, 1)), "text": "" })]);
    assert_eq!(client.syntax_tree(URI), client.syntax_tree(FRESH));
    client.change(URI, 3, &[json!({ "range": range((0, 0), (0, 0)), "text": "\u{feff}" })]);
    client.change(URI, 4, &[json!({ "range": range((0, 4), (0, 5)), "text": "b" })]);
    client.change(FRESH, 2, &[json!({ "range": range((0, 3), (0, 4)), "text": "b" })]);
    assert_eq!(client.syntax_tree(URI), client.syntax_tree(FRESH));
    finish(client);
}

#[test]
fn positions_outside_the_text_are_moved_inside() {
    let (mut client, _) = with_encodings(&["utf-16"]);
    client.open(URI, 1, "// a\r\n// b");
    client.change(
        URI,
        2,
        &[
            json!({ "range": range((0, 99), (0, 99)), "text": "x" }),
            json!({ "range": range((7, 0), (9, 9)), "text": "y" }),
        ],
    );
    client.open(FRESH, 1, "// ax\r\n// by");
    assert_eq!(client.syntax_tree(URI), client.syntax_tree(FRESH));
    finish(client);
}

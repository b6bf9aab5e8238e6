//! The conversation that an editor holds while somebody sees a mistake, reads a distance and applies a fusion.

use affine_analyzer_tests::client::Client;
use serde_json::{Value, json};

use crate::{PUBLISH, able, at, hover, range};

const STENCIL: &str = include_str!("../../examples/stencil.mlir");
const MATMULS: &str = include_str!("../../examples/matmuls.mlir");

/// The place where `needle` starts.
fn position(text: &str, needle: &str) -> (usize, usize) {
    let offset = text.find(needle).unwrap_or_else(|| panic!("no `{needle}`"));
    let before = &text[..offset];
    (before.matches('\n').count(), offset - before.rfind('\n').map_or(0, |it| it + 1))
}

/// The codes of what MLIR rejects, without hints about the same text.
fn errors(report: &Value) -> Vec<&str> {
    let items = report["diagnostics"].as_array().into_iter().flatten();
    items.filter(|it| it["severity"] == 1).filter_map(|it| it["code"].as_str()).collect()
}

/// The codes of the next report, and the report.
fn published(client: &mut Client) -> (Vec<String>, Value) {
    let report = client.notification(PUBLISH);
    let items = report["diagnostics"].as_array().into_iter().flatten();
    (items.map(|it| it["code"].as_str().unwrap_or_default().to_owned()).collect(), report)
}

#[test]
fn both_ends_of_a_dependence_tell_its_distance() {
    let uri = "file:///stencil.mlir";
    let (mut client, _) = Client::initialize(&able());
    client.open(uri, 1, STENCIL);
    let load = position(STENCIL, "affine.load %0[%arg0 - 2, %arg1]");
    let line = format!("RAW → line {} · distance (2, 0) · carried by %arg0 (depth 1)", load.0 + 1);
    for place in [position(STENCIL, "affine.store %cst, %0"), load] {
        let text = hover(&mut client, uri, place);
        assert!(text.contains(&line), "{text}");
    }
    client.ignore(PUBLISH);
    assert_eq!(client.shut_down().code(), Some(0));
}

#[test]
fn each_mistake_is_one_error_with_its_reason_while_the_rest_stands() {
    let uri = "file:///typing.mlir";
    let sound = "\
func.func @before(%m: memref<10xf32>) {
  affine.for %i = 1 to 10 {
    %v = affine.load %m[%i - 1] : memref<10xf32>
    affine.store %v, %m[%i] : memref<10xf32>
  }
  return
}
";
    let cases = [
        (
            "  affine.for %i = 0 to 8 {\n    %a = affine.apply affine_map<()[s0] -> (s0)>()[%i]\n  }\n",
            "apply-dim-as-symbol",
            "%i]\n",
        ),
        ("  %a = affine.apply affine_map<(d0, d1) -> (d0 + d1)>(%n)\n", "apply-operand-count", "(%n)\n"),
        (
            "  %z = arith.constant 0.0 : f32\n  %r = affine.for %i = 0 to 8 iter_args(%s = %z) -> (f32) {\n    affine.yield %i : index\n  }\n",
            "yield-type-mismatch",
            "%i : index",
        ),
    ];
    let (mut client, _) = Client::initialize(&able());
    client.open(uri, 1, sound);
    assert_eq!(published(&mut client).0, Vec::<String>::new());
    for (version, (body, code, place)) in cases.into_iter().enumerate() {
        let text = format!("{sound}func.func @typing(%n: index) {{\n{body}  return\n}}\n");
        client.change(uri, i32::try_from(version).unwrap() + 2, &[json!({ "text": text })]);
        let (_, report) = published(&mut client);
        assert_eq!(errors(&report), [code], "{report}");
        let found = report["diagnostics"].as_array().unwrap().iter().find(|it| it["code"] == code).unwrap();
        let (line, character) = position(&text, place);
        assert_eq!(found["range"]["start"], json!({ "line": line, "character": character }), "{report}");
        assert!(!found["relatedInformation"].as_array().unwrap().is_empty(), "{report}");

        // The last brace gets lost: the function before keeps what is known of it.
        let end = text.matches('\n').count() - 1;
        client.change(
            uri,
            100 + i32::try_from(version).unwrap(),
            &[json!({ "range": range((end, 0), (end, 1)), "text": "" })],
        );
        let hovered = hover(&mut client, uri, position(&text, "affine.load %m"));
        assert!(hovered.contains("carried by %i (depth 1)"), "{hovered}");
        let use_ = position(&text, "%v, %m");
        let definition = client.request("textDocument/definition", &at(uri, use_.0, use_.1 + 1));
        assert!(definition.to_string().contains("\"line\":2"), "{definition}");
        let symbols =
            client.request("textDocument/documentSymbol", &json!({ "textDocument": { "uri": uri } }));
        assert!(
            symbols.to_string().contains("before") && symbols.to_string().contains("typing"),
            "{symbols}"
        );
        let (_, report) = published(&mut client);
        let codes = errors(&report);
        assert!(codes.contains(&code) && codes.len() == 2, "{codes:?}");
    }
    assert_eq!(client.shut_down().code(), Some(0));
}

#[test]
fn the_hint_of_two_products_fuses_them() {
    let uri = "file:///matmuls.mlir";
    let (mut client, _) = Client::initialize(&able());
    client.open(uri, 1, MATMULS);
    let (codes, report) = published(&mut client);
    let hint = codes.iter().position(|it| it == "fusion-opportunity");
    let hint = &report["diagnostics"][hint.expect("a hint at the second product")];
    let params = json!({
        "textDocument": { "uri": uri },
        "range": hint["range"],
        "context": { "diagnostics": [hint], "only": ["quickfix"] },
    });
    let offered = client.request("textDocument/codeAction", &params);
    let mut actions = offered.as_array().unwrap().iter();
    let action = actions.find(|it| it["title"].as_str().unwrap().starts_with("Fuse")).unwrap();
    assert!(action["title"].as_str().unwrap().contains("at depth 2"), "{action}");
    assert_eq!((&action["isPreferred"], action.get("edit")), (&json!(true), None));
    let resolved = client.request("codeAction/resolve", action);
    let edits = resolved["edit"]["documentChanges"][0]["edits"].as_array().unwrap().clone();

    // Later edits first, so that the places of the others stay.
    let mut changes: Vec<_> =
        edits.iter().map(|it| json!({ "range": it["range"], "text": it["newText"] })).collect();
    changes.reverse();
    client.change(uri, 2, &changes);
    let (codes, report) = published(&mut client);
    assert!(!codes.iter().any(|it| it == "fusion-opportunity"), "{report}");
    let symbols = client.request("textDocument/documentSymbol", &json!({ "textDocument": { "uri": uri } }));
    let loops = symbols[0]["children"].as_array().unwrap();
    assert_eq!(loops.len(), 1, "one nest is left: {symbols}");
    assert_eq!(client.shut_down().code(), Some(0));
}

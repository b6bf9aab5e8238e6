//! Lenses above loops, hints between the text, and the settings that switch them off.

use affine_analyzer_tests::client::Client;
use serde_json::{Value, json};

use crate::{KERNEL, URI, able, at, range};

#[test]
fn lenses_and_hints() {
    let (mut client, initialized) = Client::initialize(&able());
    assert!(initialized["capabilities"]["codeLensProvider"].is_object());
    assert_eq!(initialized["capabilities"]["inlayHintProvider"], true);
    client.ignore("textDocument/publishDiagnostics");
    client.open(URI, 1, KERNEL);
    let document = json!({ "textDocument": { "uri": URI } });
    let whole = json!({ "textDocument": { "uri": URI }, "range": range((0, 0), (7, 0)) });
    let lenses = client.request("textDocument/codeLens", &document);
    assert_eq!(
        lenses,
        json!([{ "range": range((1, 2), (1, 12)), "command": { "title": "carries (1)", "command": "" } }])
    );
    let hints = client.request("textDocument/inlayHint", &whole);
    assert_eq!(
        hints,
        json!([
            {
                "position": { "line": 1, "character": 27 },
                "label": "9 iterations",
                "paddingLeft": true,
                "paddingRight": false,
            },
            {
                "position": { "line": 2, "character": 48 },
                "label": "← (1)",
                "paddingLeft": true,
                "paddingRight": false,
            },
        ])
    );
    let settings = json!({ "settings": { "affine-analyzer": {
        "codeLens": { "loops": false },
        "inlayHints": { "tripCounts": false },
    } } });
    client.notify("workspace/didChangeConfiguration", &settings);
    assert!(client.request("textDocument/codeLens", &document).is_null());
    let hints = client.request("textDocument/inlayHint", &whole);
    assert_eq!(hints.as_array().map(Vec::len), Some(1));
    client.shut_down();
}

/// The tooltip of a hint is the hover of what it is about, of the same text.
#[test]
fn tooltips_of_hints() {
    let mut capabilities = able();
    capabilities["textDocument"]["inlayHint"] = json!({ "resolveSupport": { "properties": ["tooltip"] } });
    let (mut client, initialized) = Client::initialize(&capabilities);
    assert_eq!(initialized["capabilities"]["inlayHintProvider"]["resolveProvider"], true);
    client.ignore("textDocument/publishDiagnostics");
    client.open(URI, 1, KERNEL);
    let whole = json!({ "textDocument": { "uri": URI }, "range": range((0, 0), (7, 0)) });
    let hints = client.request("textDocument/inlayHint", &whole);
    for (hint, (line, column), told) in
        [(&hints[0], (1, 2), "trip count 9"), (&hints[1], (2, 9), "distance (1)")]
    {
        let resolved = client.request("inlayHint/resolve", hint);
        let tooltip = resolved["tooltip"]["value"].as_str().unwrap().to_owned();
        let hover = client.request("textDocument/hover", &at(URI, line, column));
        assert_eq!(hover["contents"]["value"], tooltip);
        assert!(tooltip.contains(told), "{tooltip}");
        assert_eq!(resolved["label"], hint["label"]);
    }
    client.change(URI, 2, &[json!({ "text": "" })]);
    let error = client.try_request("inlayHint/resolve", &hints[0]).unwrap_err();
    assert_eq!(error["code"], -32801);
    let error = client.try_request(
        "inlayHint/resolve",
        &json!({ "position": { "line": 0, "character": 0 }, "label": "", "data": 1 }),
    );
    assert_eq!(error.unwrap_err()["code"], -32602);
    client.shut_down();
}

#[test]
fn hints_behind_their_settings() {
    let text = "func.func @f(%m: memref<64xf32>) {
  %c8 = arith.constant 8 : index
  affine.for %i = 0 to %c8 {
    %x = affine.load %m[%i] : memref<64xf32>
  }
  return
}
";
    let (mut client, _) = Client::initialize(&able());
    client.ignore("textDocument/publishDiagnostics");
    client.open(URI, 1, text);
    let whole = json!({ "textDocument": { "uri": URI }, "range": range((0, 0), (7, 0)) });
    let mut labels = |settings: Option<Value>| -> Vec<String> {
        if let Some(hints) = settings {
            let settings = json!({ "settings": { "affine-analyzer": { "inlayHints": hints } } });
            client.notify("workspace/didChangeConfiguration", &settings);
        }
        let hints = client.request("textDocument/inlayHint", &whole);
        hints.as_array().unwrap().iter().map(|it| it["label"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(labels(None), ["= 8", "%i ∈ [0, 7]", ", 8 iterations"]);
    assert_eq!(labels(Some(json!({ "bounds": false, "inductionRanges": false }))), ["8 iterations"]);
    let only_types =
        json!({ "bounds": false, "inductionRanges": false, "tripCounts": false, "resultTypes": true });
    assert_eq!(labels(Some(only_types)), [": f32"]);
    client.shut_down();
}

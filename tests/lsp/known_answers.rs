//! What is known already is answered at once: with the same words, and of the text as it is then.

use affine_analyzer_tests::client::Client;
use serde_json::json;

use crate::{KERNEL, PUBLISH, URI, able, at, range};

#[test]
fn a_known_answer_is_the_same() {
    let (mut client, _) = Client::initialize(&able());
    client.ignore(PUBLISH);
    client.open(URI, 1, KERNEL);
    let document = json!({ "textDocument": { "uri": URI } });
    let all = json!({
        "textDocument": { "uri": URI },
        "range": range((0, 0), (20, 0)),
        "context": { "diagnostics": [] },
    });
    for line in 0..KERNEL.lines().count() {
        for character in [4, 8, 12, 24] {
            let place = at(URI, line, character);
            for method in ["textDocument/hover", "textDocument/definition", "textDocument/documentHighlight"]
            {
                let [first, second] = [(); 2].map(|()| client.try_request(method, &place));
                assert_eq!(first, second, "{method} {place}");
            }
        }
    }
    for (method, params) in [
        ("textDocument/documentSymbol", &document),
        ("textDocument/foldingRange", &document),
        ("textDocument/codeAction", &all),
    ] {
        let [first, second, third] = [(); 3].map(|()| client.request(method, params));
        assert!(first == second && second == third, "{method}");
    }
    client.shut_down();
}

#[test]
fn a_known_answer_is_about_the_text_after_an_edit() {
    let (mut client, _) = Client::initialize(&able());
    client.ignore(PUBLISH);
    client.open(URI, 1, KERNEL);
    let document = json!({ "textDocument": { "uri": URI } });
    for version in 2..40 {
        let before = client.request("textDocument/documentSymbol", &document);
        let line = |symbols: &serde_json::Value| symbols[0]["range"]["start"]["line"].as_u64();
        client.change(URI, version, &[json!({ "range": range((0, 0), (0, 0)), "text": "\n" })]);
        let after = client.request("textDocument/documentSymbol", &document);
        assert_eq!(line(&after), line(&before).map(|it| it + 1));
    }
    client.shut_down();
}

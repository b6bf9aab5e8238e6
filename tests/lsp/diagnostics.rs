//! Push diagnostics: after opening and editing, with versions, not twice, and cleared on close.

use affine_analyzer_tests::client::Client;
use serde_json::json;

use crate::{KERNEL, PUBLISH, URI, able, range};

#[test]
fn the_first_report_comes_even_if_empty() {
    let (mut client, _) = Client::initialize(&able());
    client.open(URI, 7, KERNEL);
    let report = client.notification(PUBLISH);
    assert_eq!(report["uri"], URI);
    assert_eq!(report["version"], 7);
    assert!(report["diagnostics"].is_array());
    client.close(URI);
    client.request("shutdown", &json!(null));
    client.ignore(PUBLISH);
    client.exit();
}

#[test]
fn what_is_unchanged_is_not_sent_again() {
    let (mut client, _) = Client::initialize(&able());
    client.open(URI, 1, "// a comment\n");
    assert_eq!(client.notification(PUBLISH)["diagnostics"], json!([]));
    for version in 2..20 {
        client.change(URI, version, &[json!({ "range": range((0, 3), (0, 3)), "text": "x" })]);
        client.syntax_tree(URI);
    }
    client.close(URI);
    assert_eq!(client.shut_down().code(), Some(0));
}

#[test]
fn clients_without_versions_get_none() {
    let (mut client, _) = Client::initialize(&json!({}));
    client.open(URI, 1, "");
    let report = client.notification(PUBLISH);
    assert!(report.get("version").is_none());
    assert_eq!(client.shut_down().code(), Some(0));
}

#[test]
fn nothing_is_said_of_a_name_while_it_is_typed() {
    let (mut client, _) = Client::initialize(&able());
    client.open(URI, 1, "func.func @f() {\n  \n  return\n}\n");
    assert_eq!(client.notification(PUBLISH)["diagnostics"], json!([]));
    for (column, letter) in (2..).zip(["m", "e", "m", "r"]) {
        let edit = json!({ "range": range((1, column), (1, column)), "text": letter });
        client.change(URI, i32::try_from(column).unwrap(), &[edit]);
    }
    // Reports as empty as the one before are not sent.
    let report = client.notification(PUBLISH);
    let message = report["diagnostics"][0]["message"].as_str().unwrap();
    assert!(message.contains("memr"), "{message}");
    client.close(URI);
    client.request("shutdown", &json!(null));
    client.ignore(PUBLISH);
    client.exit();
}

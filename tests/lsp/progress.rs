//! Progress of analyses that take long, told to clients that show it.

use affine_analyzer_tests::affine_code::affine_code;
use affine_analyzer_tests::client::Client;
use affine_analyzer_tests::program;
use serde_json::{Value, json};

use crate::{KERNEL, PUBLISH, URI, able};

/// More than is analysed unnoticed.
fn long_text() -> String {
    affine_code(if program::is_optimized() { 300_000 } else { 20_000 }, 1)
}

fn able_to_show() -> Value {
    let mut able = able();
    able["window"] = json!({ "workDoneProgress": true });
    able
}

#[test]
fn a_long_analysis_begins_and_ends() {
    let (mut client, _) = Client::initialize(&able_to_show());
    client.ignore(PUBLISH);
    client.open(URI, 1, &long_text());
    let token = client.serve("window/workDoneProgress/create", |_| Value::Null)["token"].clone();
    let begun = client.notification("$/progress");
    let title = "Analysing kernel.mlir";
    assert_eq!(begun["token"], token);
    assert_eq!((&begun["value"]["kind"], &begun["value"]["title"]), (&json!("begin"), &json!(title)));
    let ended = client.notification("$/progress");
    assert_eq!((&ended["token"], &ended["value"]["kind"]), (&token, &json!("end")));
    client.shut_down();
}

#[test]
fn short_analyses_and_poor_clients_hear_nothing() {
    let (mut client, _) = Client::initialize(&able_to_show());
    client.open(URI, 1, KERNEL);
    client.notification(PUBLISH);
    client.shut_down();
    let (mut client, _) = Client::initialize(&able());
    client.ignore(PUBLISH);
    client.open(URI, 1, &long_text());
    client.notification(PUBLISH);
    client.shut_down();
}

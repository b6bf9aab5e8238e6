//! Dialects of the user's own: known as soon as their definitions are read, and again when those change.

use std::fs;
use std::path::Path;

use affine_analyzer_tests::client::Client;
use serde_json::json;

use crate::{PUBLISH, URI, at, range};

const BASE: &str = include_str!("../cli/definitions/base.td");
const MINE: &str = include_str!("../cli/definitions/mine.td");

#[test]
fn definitions_are_read_and_watched() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("definitions-{}", std::process::id()));
    fs::create_dir_all(folder.join("include/mlir/IR")).unwrap();
    fs::write(folder.join("include/mlir/IR/OpBase.td"), BASE).unwrap();
    let definitions = folder.join("include/MineOps.td");
    fs::write(&definitions, MINE).unwrap();
    fs::write(folder.join("affine-analyzer.toml"), "dialects.ods = [\"include/*.td\"]\n").unwrap();

    let mut client = Client::start();
    let root = format!("file://{}", folder.display());
    let able = json!({ "workspace": { "semanticTokens": { "refreshSupport": true } } });
    client.request("initialize", &json!({ "processId": null, "rootUri": root, "capabilities": able }));
    client.notify("initialized", &json!({}));
    let text =
        "func.func @f(%a: f32, %n: index) -> f32 {\n  %0 = mine.scale %a by %n : f32\n  return %0 : f32\n}\n";
    client.open(URI, 1, text);
    // The document may be opened before the definitions are there.
    while client.notification(PUBLISH)["diagnostics"] != json!([]) {}
    let hover = client.request("textDocument/hover", &at(URI, 1, 10));
    assert!(hover["contents"]["value"].as_str().unwrap().contains("Scales a value"), "{hover}");
    assert!(
        hover["contents"]["value"].as_str().unwrap().contains("\n\nOnce or more often.\n\nNo value is"),
        "{hover}"
    );
    let found = client.request("textDocument/definition", &at(URI, 1, 10));
    let uri = format!("file://{}", definitions.display());
    assert_eq!((&found["uri"], &found["range"]), (&json!(uri), &range((10, 4), (10, 11))));
    assert_eq!(client.request("textDocument/definition", &at(URI, 2, 4)), json!(null));
    let completion = client.request("textDocument/completion", &at(URI, 1, 10));
    assert!(completion.to_string().contains("mine.scale"), "{completion}");

    let other = format!("\n{MINE}").replace("`by`", "`with`").replace("F32:$value", "Index:$value");
    fs::write(&definitions, other).unwrap();
    client.notify("workspace/didChangeWatchedFiles", &json!({ "changes": [{ "uri": uri, "type": 2 }] }));
    client.change(URI, 2, &[json!({ "text": text.replace(" by ", " with ") })]);
    client.serve("workspace/semanticTokens/refresh", |_| json!(null));
    // For the first definitions too, if they came after the document.
    client.ignore("workspace/semanticTokens/refresh");
    // What the old definitions say may come first.
    while !client.notification(PUBLISH)["diagnostics"].to_string().contains("%a has type f32") {}
    let found = client.request("textDocument/definition", &at(URI, 1, 10));
    assert_eq!(found["range"], range((11, 4), (11, 11)));
    assert_eq!(client.shut_down().code(), Some(0));
    fs::remove_dir_all(folder).unwrap();
}

/// What is wrong in definitions is told in their file and where the project names it, until it is mended.
#[test]
fn problems_of_definitions_are_diagnostics() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("problems-{}", std::process::id()));
    fs::create_dir_all(folder.join("include/mlir/IR")).unwrap();
    fs::write(folder.join("include/mlir/IR/OpBase.td"), BASE).unwrap();
    let definitions = folder.join("include/MineOps.td");
    fs::write(&definitions, MINE.replace("[Terminator]", "[Gone, Terminator]")).unwrap();
    fs::write(folder.join("affine-analyzer.toml"), "[dialects]\nods = [\"include/*.td\"]\n").unwrap();

    let mut client = Client::start();
    let root = format!("file://{}", folder.display());
    client.request("initialize", &json!({ "processId": null, "rootUri": root, "capabilities": {} }));
    client.notify("initialized", &json!({}));
    let uri = format!("file://{}", definitions.display());
    let told = client.notification(PUBLISH);
    assert_eq!((&told["uri"], told["diagnostics"].as_array().unwrap().len()), (&json!(uri), 1), "{told}");
    let found = &told["diagnostics"][0];
    let line = MINE.lines().position(|it| it.contains("[Terminator]")).unwrap();
    let column = MINE.lines().nth(line).unwrap().find("Terminator]").unwrap();
    assert_eq!((&found["message"], &found["severity"]), (&json!("Gone is not defined"), &json!(2)));
    assert_eq!(found["range"], range((line, column), (line, column + 4)));
    let at_the_glob = client.notification(PUBLISH);
    assert_eq!(at_the_glob["uri"], format!("{root}/affine-analyzer.toml"));
    assert_eq!(at_the_glob["diagnostics"][0]["range"], range((1, 7), (1, 21)));

    fs::write(&definitions, format!("\n{MINE}")).unwrap();
    client.notify("workspace/didChangeWatchedFiles", &json!({ "changes": [{ "uri": uri, "type": 2 }] }));
    for _ in 0..2 {
        assert_eq!(client.notification(PUBLISH)["diagnostics"], json!([]));
    }
    assert_eq!(client.shut_down().code(), Some(0));
    fs::remove_dir_all(folder).unwrap();
}

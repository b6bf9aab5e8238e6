//! Configuration is asked for at the start and after every change.

use std::fs;
use std::path::Path;

use affine_analyzer_tests::client::Client;
use affine_analyzer_tests::program;
use serde_json::{Value, json};

use crate::folder::Folder;
use crate::{PUBLISH, URI, range};

fn asked_for() -> Value {
    json!({ "items": [{ "section": "affine-analyzer" }] })
}

#[test]
fn asked_at_the_start_and_on_change() {
    let (mut client, _) = Client::initialize(&json!({
        "workspace": { "configuration": true, "didChangeConfiguration": { "dynamicRegistration": true } },
    }));
    let registered = client.serve("client/registerCapability", |_| Value::Null);
    assert_eq!(registered["registrations"][0]["method"], "workspace/didChangeConfiguration");
    let params = client.serve("workspace/configuration", |_| json!([{ "hints": { "enable": false } }]));
    assert_eq!(params, asked_for());
    client.notify("workspace/didChangeConfiguration", &json!({ "settings": null }));
    let params = client.serve("workspace/configuration", |_| json!([{ "hints": { "enable": 3 } }]));
    assert_eq!(params, asked_for());
    assert_eq!(client.shut_down().code(), Some(0));
}

#[test]
fn a_client_that_cannot_be_asked_sends_it() {
    let (mut client, _) = Client::initialize(&json!({}));
    let settings = json!({ "affine-analyzer": { "fusion": { "computeTolerance": 0.5 } } });
    client.notify("workspace/didChangeConfiguration", &json!({ "settings": settings }));
    assert_eq!(client.shut_down().code(), Some(0));
}

#[test]
fn a_client_that_never_answers_does_not_stop_the_server() {
    let (mut client, _) = Client::initialize(&json!({ "workspace": { "configuration": true } }));
    client.wait("workspace/configuration", |message| message["method"] == "workspace/configuration");
    client.open("file:///a.mlir", 1, "");
    client.syntax_tree("file:///a.mlir");
    client.notification("textDocument/publishDiagnostics");
    assert_eq!(client.shut_down().code(), Some(0));
}

/// The user's own dialect is unknown until the settings name it, and again when they do not any more.
#[test]
fn own_dialects_at_the_start_and_on_change() {
    let text = "func.func @f() {\n  ours.go\n  return\n}\n";
    let own = |names: Value| json!({ "dialects": { "names": names } });
    let codes = |client: &mut Client| client.notification(PUBLISH)["diagnostics"][0]["code"].clone();

    let mut client = Client::start();
    let params = json!({
        "processId": null,
        "rootUri": null,
        "capabilities": {},
        "initializationOptions": own(json!(["ours"])),
    });
    client.request("initialize", &params);
    client.notify("initialized", &json!({}));
    client.open(URI, 1, text);
    assert_eq!(codes(&mut client), Value::Null);
    client.notify("workspace/didChangeConfiguration", &json!({ "settings": own(json!([])) }));
    assert_eq!(codes(&mut client), "unknown-dialect");
    assert_eq!(client.shut_down().code(), Some(0));

    let (mut client, _) = Client::initialize(&json!({ "workspace": { "configuration": true } }));
    client.serve("workspace/configuration", |_| json!([null]));
    client.open(URI, 1, text);
    assert_eq!(codes(&mut client), "unknown-dialect");
    client.notify("workspace/didChangeConfiguration", &json!({ "settings": null }));
    client.serve("workspace/configuration", |_| json!([own(json!(["ours"]))]));
    assert_eq!(codes(&mut client), Value::Null);
    assert_eq!(client.shut_down().code(), Some(0));
}

/// The file of the project is read at the start and when the client tells that it has changed; its mistakes are published.
#[test]
fn the_file_of_the_project() {
    let name = format!("project-{}", std::process::id());
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let below = folder.join("below");
    fs::create_dir_all(&below).unwrap();
    let file = folder.join("affine-analyzer.toml");
    let uri = format!("file://{}", file.display());
    fs::write(&file, "[dialects]\nnames = [\"ours\"]\nname = 1\n").unwrap();

    let mut client = Client::start();
    let capabilities = json!({ "workspace": { "didChangeWatchedFiles": { "dynamicRegistration": true } } });
    let root = format!("file://{}", below.display());
    let folders = json!([{ "uri": root, "name": "below" }]);
    client.request(
        "initialize",
        &json!({ "processId": null, "rootUri": root, "workspaceFolders": folders, "capabilities": capabilities }),
    );
    client.notify("initialized", &json!({}));
    let registered = client.serve("client/registerCapability", |_| Value::Null);
    let registered = &registered["registrations"][0];
    assert_eq!(registered["method"], "workspace/didChangeWatchedFiles");
    assert_eq!(
        registered["registerOptions"]["watchers"][0],
        json!({ "globPattern": "**/affine-analyzer.toml" })
    );
    let mistakes = client.notification(PUBLISH);
    assert_eq!(mistakes["uri"], uri);
    assert_eq!(
        mistakes["diagnostics"][0]["message"],
        "there is no key `dialects.name`; did you mean `names`?"
    );
    assert_eq!(mistakes["diagnostics"][0]["range"], range((2, 0), (2, 4)));

    client.open(URI, 1, "func.func @f() {\n  ours.go\n  return\n}\n");
    assert_eq!(client.notification(PUBLISH)["diagnostics"], json!([]));
    fs::write(&file, "").unwrap();
    client.notify("workspace/didChangeWatchedFiles", &json!({ "changes": [{ "uri": uri, "type": 2 }] }));
    let cleared = client.notification(PUBLISH);
    assert_eq!((&cleared["uri"], &cleared["diagnostics"]), (&json!(uri), &json!([])));
    assert_eq!(client.notification(PUBLISH)["diagnostics"][0]["code"], "unknown-dialect");
    assert_eq!(client.shut_down().code(), Some(0));
    fs::remove_dir_all(folder).unwrap();
}

/// What `check` says of a file: its codes.
fn checked(folder: &Folder, path: &str) -> Vec<String> {
    let path = folder.path(path).display().to_string();
    let output = program::command(&["check", "--format", "json", &path]).output().unwrap();
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    let found = report["files"][0]["diagnostics"].as_array().unwrap();
    found.iter().map(|it| it["code"].as_str().unwrap().to_owned()).collect()
}

/// A session that is told of files and asks for diagnostics, in these folders.
fn session(folders: &[String]) -> Client {
    let mut client = Client::start();
    let folders: Vec<Value> = folders.iter().map(|it| json!({ "uri": it, "name": "it" })).collect();
    let capabilities = json!({ "textDocument": { "diagnostic": {} } });
    let params = json!({ "processId": null, "rootUri": null, "workspaceFolders": folders, "capabilities": capabilities });
    client.request("initialize", &params);
    client.notify("initialized", &json!({}));
    client
}

fn pulled(client: &mut Client, uri: &str) -> Vec<String> {
    let report = client.request("textDocument/diagnostic", &json!({ "textDocument": { "uri": uri } }));
    let found = report["items"].as_array().unwrap();
    found.iter().map(|it| it["code"].as_str().unwrap().to_owned()).collect()
}

const OURS: &str = "func.func @f() {\n  ours.go\n  theirs.go\n  return\n}\n";

/// As the command line has it; each file has a dialect less or more.
#[test]
fn the_nearest_file_counts() {
    const ONE: &str = "[dialects]\nnames = [\"ours\"]\n";
    const BOTH: &str = "[dialects]\nnames = [\"ours\", \"theirs\"]\n";
    let files = [
        ("affine-analyzer.toml", ONE),
        ("a.mlir", OURS),
        ("near/affine-analyzer.toml", BOTH),
        ("near/below/b.mlir", OURS),
        ("far/c.mlir", OURS),
    ];
    let first = Folder::with("nearest-first", &files);
    let configured = Folder::with("nearest-second", &[("affine-analyzer.toml", BOTH), ("d.mlir", OURS)]);
    let bare = Folder::with("nearest-third", &[("e.mlir", OURS)]);
    let mut client = session(&[first.uri(""), configured.uri(""), bare.uri("")]);
    let places = [
        (&first, "a.mlir", 1),
        (&first, "near/below/b.mlir", 0),
        (&first, "far/c.mlir", 1),
        (&configured, "d.mlir", 0),
        (&bare, "e.mlir", 2),
    ];
    for (folder, path, unknown) in places {
        client.open(&folder.uri(path), 1, OURS);
        let codes = pulled(&mut client, &folder.uri(path));
        assert_eq!(codes, vec!["unknown-dialect"; unknown], "{path}");
        assert_eq!(codes, checked(folder, path), "{path}");
    }
    // What is no file goes with the first folder.
    client.open("untitled:Untitled-1", 1, OURS);
    assert_eq!(pulled(&mut client, "untitled:Untitled-1").len(), 1);
    let found = client.request("workspace/symbol", &json!({ "query": "f" }));
    assert_eq!(found.as_array().unwrap().len(), 6, "{found}");
    let all = client.request("workspace/diagnostic", &json!({ "previousResultIds": [] }));
    let found = all["items"].as_array().unwrap().iter().map(|it| it["items"].as_array().unwrap().len());
    assert_eq!(found.sum::<usize>(), 5, "{all}");

    // A nearer one comes, and goes.
    let uri = first.uri("far/affine-analyzer.toml");
    let changed = |kind: u8| json!({ "changes": [{ "uri": uri, "type": kind }] });
    first.write("far/affine-analyzer.toml", BOTH);
    client.notify("workspace/didChangeWatchedFiles", &changed(1));
    assert_eq!(pulled(&mut client, &first.uri("far/c.mlir")), [""; 0]);
    client.change(
        &first.uri("far/c.mlir"),
        2,
        &[json!({ "range": range((2, 2), (2, 8)), "text": "others" })],
    );
    assert_eq!(pulled(&mut client, &first.uri("far/c.mlir")), ["unknown-dialect"]);
    fs::remove_file(first.path("far/affine-analyzer.toml")).unwrap();
    first.write("near/affine-analyzer.toml", "");
    client.notify("workspace/didChangeWatchedFiles", &changed(3));
    assert_eq!(pulled(&mut client, &first.uri("far/c.mlir")), ["unknown-dialect"]);
    assert_eq!(pulled(&mut client, &first.uri("near/below/b.mlir")).len(), 2);
    client.close(&first.uri("near/below/b.mlir"));
    client.open(&first.uri("near/below/b.mlir"), 1, "");
    assert_eq!(pulled(&mut client, &first.uri("near/below/b.mlir")), [""; 0]);
    client.shut_down();
}

/// Files that nobody has opened are looked at with the nearest file, too, and its mistakes are told once it counts.
#[test]
fn the_nearest_file_of_unopened_files() {
    let files = [
        ("a.mlir", OURS),
        ("near/affine-analyzer.toml", "[dialects]\nnames = [\"ours\", \"theirs\"]\nname = 1\n"),
        ("near/b.mlir", OURS),
    ];
    let folder = Folder::with("nearest-unopened", &files);
    let mut client = session(&[folder.uri("")]);
    let all = client.request("workspace/diagnostic", &json!({ "previousResultIds": [] }));
    let found = all["items"].as_array().unwrap();
    assert_eq!((found.len(), &found[0]["uri"]), (1, &json!(folder.uri("a.mlir"))), "{all}");
    client.open(&folder.uri("near/b.mlir"), 1, OURS);
    let told = client.notification(PUBLISH);
    assert_eq!(told["uri"], folder.uri("near/affine-analyzer.toml"));
    assert_eq!(told["diagnostics"][0]["message"], "there is no key `dialects.name`; did you mean `names`?");
    client.close(&folder.uri("near/b.mlir"));
    assert_eq!(client.notification(PUBLISH)["diagnostics"], json!([]));
    client.shut_down();
}

/// A dialect that nobody knows gets its name into the file of the project, which is made where there is none.
#[test]
fn a_dialect_is_named_by_a_quick_fix() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("name-dialect-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    let root = format!("file://{}", folder.display());
    let edits = json!({ "documentChanges": true, "resourceOperations": ["create"] });
    let mut client = Client::start();
    let params = json!({
        "processId": null,
        "rootUri": root,
        "capabilities": {
            "workspace": { "workspaceEdit": edits },
            "textDocument": { "codeAction": { "codeActionLiteralSupport": { "codeActionKind": { "valueSet": [] } } } },
        },
    });
    client.request("initialize", &params);
    client.notify("initialized", &json!({}));
    client.open(URI, 1, "func.func @f() {\n  ours.go\n  ours.come\n  return\n}\n");
    let shown = client.notification(PUBLISH)["diagnostics"].clone();
    let offers = |client: &mut Client| {
        let params = json!({
            "textDocument": { "uri": URI },
            "range": range((1, 3), (1, 3)),
            "context": { "diagnostics": shown },
        });
        client.request("textDocument/codeAction", &params)
    };
    let offer = offers(&mut client)[0].clone();
    assert_eq!(offer["title"], "Add `ours` to dialects.names in affine-analyzer.toml");
    assert_eq!(offer["diagnostics"], shown);
    let changes = &offer["edit"]["documentChanges"];
    let uri = format!("{root}/affine-analyzer.toml");
    assert_eq!((&changes[0]["kind"], &changes[0]["uri"]), (&json!("create"), &json!(uri)));
    assert_eq!(changes[1]["edits"][0]["newText"], "[dialects]\nnames = [\"ours\"]\n");

    fs::write(folder.join("affine-analyzer.toml"), "# Us.\n[dialects]\nnames = [\"a\"]\n").unwrap();
    client.notify("workspace/didChangeWatchedFiles", &json!({ "changes": [{ "uri": uri, "type": 1 }] }));
    let changes = offers(&mut client)[0]["edit"]["documentChanges"].clone();
    assert_eq!(changes.as_array().unwrap().len(), 1);
    assert_eq!(changes[0]["edits"][0]["newText"], "# Us.\n[dialects]\nnames = [\"a\", \"ours\"]\n");
    assert_eq!(client.shut_down().code(), Some(0));
    fs::remove_dir_all(folder).unwrap();
}

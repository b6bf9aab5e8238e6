//! The server opens, writes and runs nothing that its client did not name, but for the pages of diagnostics that it keeps
//! in the user's cache; `strace` sees all that it asks the system for.

use std::fs;
use std::path::{Path, PathBuf};

use affine_analyzer_tests::client::Client;
use affine_analyzer_tests::requirement;
use affine_analyzer_tests::system_calls::{Named, traced};
use serde_json::{Value, json};

use crate::{KERNEL, able, at, range};

struct Folder(PathBuf);

impl Folder {
    fn new() -> Self {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("restraint-{}", std::process::id()));
        fs::create_dir_all(folder.join("work")).unwrap();
        Self(folder)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // What is left is in the build folder.
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Everything a user does: opens files that exist and others, reads, edits, fuses, renames, saves, closes.
fn session(client: &mut Client, folder: &Path) {
    let uri = format!("file://{}", folder.join("open.mlir").display());
    let document = json!({ "textDocument": { "uri": uri } });
    let root = format!("file://{}", folder.display());
    let params = json!({
        "processId": std::process::id(),
        "rootUri": root,
        "workspaceFolders": [{ "uri": root, "name": "work" }],
        "capabilities": able(),
    });
    client.request("initialize", &params);
    client.notify("initialized", &json!({}));
    let matmuls = include_str!("../../examples/matmuls.mlir");
    client.open(&uri, 1, &format!("{matmuls}func.func private @g() loc(\"beside.mlir\":1:1)\n"));
    client.open("untitled:Untitled-1", 1, KERNEL);
    for elsewhere in ["link.mlir", "../secret.mlir", "missing.mlir"] {
        let uri = format!("file://{}", folder.join(elsewhere).display());
        client.open(&uri, 1, KERNEL);
        client.request("textDocument/diagnostic", &json!({ "textDocument": { "uri": uri } }));
    }
    client.change(&uri, 2, &[json!({ "range": range((0, 0), (0, 0)), "text": "// x\n" })]);
    client.notify("textDocument/didSave", &document);
    client.notify("workspace/didChangeWatchedFiles", &json!({ "changes": [{ "uri": uri, "type": 2 }] }));
    for (line, text) in matmuls.lines().enumerate().step_by(3) {
        client.request("textDocument/hover", &at(&uri, line + 1, text.len() / 2));
        client.request("textDocument/definition", &at(&uri, line + 1, text.len() / 2));
        client.request("textDocument/completion", &at(&uri, line + 1, text.len() / 2));
    }
    for method in ["documentSymbol", "documentLink", "codeLens", "diagnostic", "semanticTokens/full"] {
        client.request(&format!("textDocument/{method}"), &document);
    }
    client.request("workspace/symbol", &json!({ "query": "" }));
    client.request("workspace/diagnostic", &json!({ "previousResultIds": [] }));
    let mut params = document.clone();
    params["range"] = range((0, 0), (100, 0));
    params["context"] = json!({ "diagnostics": [] });
    let actions = client.request("textDocument/codeAction", &params);
    let offered = actions.as_array().unwrap().iter().find(|it| it.get("data").is_some());
    client.request("codeAction/resolve", offered.expect("an offer"));
    client.request("affine/dependenceGraph", &document);
    client.close(&uri);
}

#[test]
fn nothing_is_opened_written_or_run_that_the_client_did_not_name() {
    let Some(strace) = requirement::program(&["strace"]) else { return };
    let folder = Folder::new();
    let work = folder.0.join("work");
    for name in ["open.mlir", "beside.mlir"] {
        fs::write(work.join(name), KERNEL).unwrap();
    }
    let outside = folder.0.join("secret.mlir");
    fs::write(&outside, KERNEL).unwrap();
    std::os::unix::fs::symlink(&outside, work.join("link.mlir")).unwrap();
    let log = folder.0.join("calls");
    let mut command = traced(&strace, &log, &["server", "--stdio"]);
    let cache = folder.0.join("cache");
    fs::create_dir(&cache).unwrap();
    command.current_dir(&work).env("XDG_CACHE_HOME", &cache);
    let mut client = Client::start_command(command);
    session(&mut client, &work);
    client.request("shutdown", &Value::Null);
    client.ignore("textDocument/publishDiagnostics");
    assert_eq!(client.exit().code(), Some(0));

    let calls = fs::read_to_string(&log).unwrap();
    let pages = cache.join("affine-analyzer");
    // Whoever asks for the problems of the workspace names its folders.
    let offences = Named { read: vec![work.clone(), cache], written: vec![pages] }.offences(&calls);
    assert!(!calls.contains("secret"), "a link was followed");
    assert!(offences.is_empty(), "{offences:#?}");
    let mut left: Vec<_> = fs::read_dir(&work).unwrap().map(|it| it.unwrap().file_name()).collect();
    left.sort();
    assert_eq!(left, ["beside.mlir", "link.mlir", "open.mlir"]);
}

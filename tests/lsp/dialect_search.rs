//! Dialects that nobody has configured: their definitions are found in the workspace, and read by a quick fix.

use std::time::{Duration, Instant};

use affine_analyzer_tests::client::Client;
use serde_json::{Value, json};

use crate::folder::Folder;
use crate::{PUBLISH, URI, range};

const BASE: &str = include_str!("../cli/definitions/base.td");
const MINE: &str = include_str!("../cli/definitions/mine.td");

const TEXT: &str = "\
func.func @f(%a: f32, %n: index) -> f32 {
  %0 = mine.scale %a by %n : f32
  yours.go
  theirs.go
  return %0 : f32
}
";

/// A search ends within this time.
const PATIENCE: Duration = Duration::from_secs(30);

/// A session in one of the folders below.
fn session(folder: &Folder, below: &str) -> Client {
    let edits = json!({ "documentChanges": true, "resourceOperations": ["create"] });
    let literals = json!({ "codeActionLiteralSupport": { "codeActionKind": { "valueSet": [] } } });
    let mut client = Client::start();
    let params = json!({
        "processId": null,
        "rootUri": folder.uri(below),
        "capabilities": {
            "workspace": { "workspaceEdit": edits },
            "textDocument": { "codeAction": literals },
        },
    });
    client.request("initialize", &params);
    client.notify("initialized", &json!({}));
    client
}

/// The quick fixes on a line.
fn offers(client: &mut Client, line: usize) -> Vec<Value> {
    let params = json!({
        "textDocument": { "uri": URI },
        "range": range((line, 0), (line, 12)),
        "context": { "diagnostics": [], "only": ["quickfix"] },
    });
    client.request("textDocument/codeAction", &params).as_array().unwrap().clone()
}

fn titles(client: &mut Client, line: usize) -> Vec<String> {
    offers(client, line).iter().map(|it| it["title"].as_str().unwrap().to_owned()).collect()
}

/// The titles on a line as soon as these are the ones; the search runs beside.
#[track_caller]
fn wait_for(client: &mut Client, line: usize, expected: &[&str]) {
    let start = Instant::now();
    loop {
        let found = titles(client, line);
        if found == expected {
            return;
        }
        assert!(start.elapsed() < PATIENCE, "{found:?} is not {expected:?}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

const ADD_MINE: &str = "Add `mine` to dialects.names in affine-analyzer.toml";
const ADD_YOURS: &str = "Add `yours` to dialects.names in affine-analyzer.toml";
const ADD_THEIRS: &str = "Add `theirs` to dialects.names in affine-analyzer.toml";

#[test]
fn definitions_are_found_and_read() {
    let folder = Folder::new("search-found");
    folder.write("work/lib/include/mlir/IR/OpBase.td", BASE);
    folder.write("work/lib/include/Mine/MineBase.td", MINE.split("class MineOp").next().unwrap());
    let ops = MINE.find("class MineOp").unwrap();
    let ops = format!(
        "include \"Mine/MineBase.td\"\n// def Theirs : Dialect {{ let name = \"theirs\"; }}\n{}",
        &MINE[ops..]
    );
    folder.write("work/lib/include/Mine/MineOps.td", &ops);
    let yours = "include \"mlir/IR/OpBase.td\"\ndef Wrong : ;\ndef Yours : Dialect { let name = \"yours\"; }\n\
                 def Go : Op<Yours, \"go\"> { let assemblyFormat = \"attr-dict\"; }\n";
    folder.write("work/Yours.td", yours);
    let theirs = "include \"mlir/IR/OpBase.td\"\ndef Theirs : Dialect { let name = \"theirs\"; }\n";
    folder.write("outside/Theirs.td", theirs);
    folder.write("work/.gitignore", "/build\n");
    folder.write("work/build/Theirs.td", theirs);
    #[cfg(unix)]
    std::os::unix::fs::symlink(folder.path("outside"), folder.path("work/link")).unwrap();

    let mut client = session(&folder, "work");
    client.open(URI, 1, TEXT);
    let shown = client.notification(PUBLISH)["diagnostics"].clone();
    assert_eq!(shown.as_array().unwrap().len(), 3, "{shown}");
    let read_mine = "Read dialect `mine` from lib/include/Mine/MineOps.td";
    wait_for(&mut client, 1, &[read_mine, ADD_MINE]);
    wait_for(&mut client, 2, &["Read dialect `yours` from Yours.td", ADD_YOURS]);
    wait_for(&mut client, 3, &[ADD_THEIRS]);

    let changes = offers(&mut client, 1)[0]["edit"]["documentChanges"].clone();
    let uri = folder.uri("work/affine-analyzer.toml");
    assert_eq!((&changes[0]["kind"], &changes[0]["uri"]), (&json!("create"), &json!(uri)));
    let text = changes[1]["edits"][0]["newText"].as_str().unwrap();
    assert_eq!(text, "[dialects]\nods = [\"lib/include/Mine/MineOps.td\"]\ninclude = [\"lib/include\"]\n");
    folder.write("work/affine-analyzer.toml", text);
    client.notify("workspace/didChangeWatchedFiles", &json!({ "changes": [{ "uri": uri, "type": 1 }] }));
    while client.notification(PUBLISH)["diagnostics"].as_array().unwrap().len() != 2 {}
    // The second is added to the first.
    let changes = offers(&mut client, 2)[0]["edit"]["documentChanges"].clone();
    assert_eq!(
        changes[0]["edits"][0]["newText"],
        "[dialects]\nods = [\"lib/include/Mine/MineOps.td\", \"Yours.td\"]\ninclude = [\"lib/include\"]\n"
    );
    assert_eq!(client.shut_down().code(), Some(0));
}

#[test]
fn files_that_come_and_go_are_seen() {
    let folder = Folder::new("search-watched");
    let mut client = session(&folder, "");
    client.open(URI, 1, TEXT);
    client.notification(PUBLISH);
    wait_for(&mut client, 2, &[ADD_YOURS]);
    let file = folder.uri("Yours.td");
    let tell = |client: &mut Client, kind: u32| {
        let changes = json!([{ "uri": file, "type": kind }]);
        client.notify("workspace/didChangeWatchedFiles", &json!({ "changes": changes }));
    };
    folder.write("Yours.td", "def Yours : Dialect { let name = \"yours\"; }\n");
    tell(&mut client, 1);
    let read_yours = "Read dialect `yours` from Yours.td";
    wait_for(&mut client, 2, &[read_yours, ADD_YOURS]);
    folder.write("Yours.td", "def Yours : Dialect { let name = \"thine\"; }\n");
    tell(&mut client, 2);
    wait_for(&mut client, 2, &[ADD_YOURS]);
    assert_eq!(client.shut_down().code(), Some(0));
}

#[test]
fn a_session_without_a_folder() {
    let (mut client, _) = Client::initialize(&json!({
        "textDocument": { "codeAction": { "codeActionLiteralSupport": { "codeActionKind": { "valueSet": [] } } } },
    }));
    client.open(URI, 1, TEXT);
    client.notification(PUBLISH);
    assert_eq!(titles(&mut client, 2), Vec::<String>::new());
    assert_eq!(client.shut_down().code(), Some(0));
}

//! Files of the workspace that nobody has opened: their problems and symbols, as long as they are there.

use std::fs;

use affine_analyzer_tests::client::Client;
use serde_json::{Value, json};

use crate::able;
use crate::folder::Folder;

const BROKEN: &str = "func.func @broken() {\n  %a = arith.addi %b, %b : i32\n  return\n}\n";
const SOUND: &str = "func.func @sound() {\n  return\n}\n";

fn session(folder: &Folder) -> Client {
    let mut abilities = able();
    abilities["textDocument"]["diagnostic"] = json!({});
    let folders = json!([{ "uri": folder.uri(""), "name": "it" }]);
    let mut client = Client::start();
    let params = json!({
        "processId": null, "rootUri": null, "workspaceFolders": folders, "capabilities": abilities,
    });
    let answer = client.request("initialize", &params);
    let ability = &answer["capabilities"]["workspace"]["workspaceFolders"];
    assert_eq!(ability, &json!({ "supported": true, "changeNotifications": true }));
    client.notify("initialized", &json!({}));
    client
}

/// What is reported of each file: its path's end, and how many problems it has. With the ids by which to ask again.
fn problems(client: &mut Client, previous: &Value) -> (Vec<(String, Option<usize>)>, Value) {
    let report = client.request("workspace/diagnostic", &json!({ "previousResultIds": previous }));
    let items = report["items"].as_array().unwrap();
    let name = |it: &Value| it["uri"].as_str().unwrap().rsplit('/').next().unwrap().to_owned();
    let found = items.iter().map(|it| (name(it), it["items"].as_array().map(Vec::len)));
    let ids = items.iter().filter(|it| it["resultId"].is_string());
    let ids = ids.map(|it| json!({ "uri": it["uri"], "value": it["resultId"] }));
    (found.collect(), ids.collect())
}

fn symbols(client: &mut Client) -> Vec<String> {
    let found = client.request("workspace/symbol", &json!({ "query": "" }));
    let names = found.as_array().unwrap().iter().map(|it| it["name"].as_str().unwrap().to_owned());
    names.collect()
}

fn watched(client: &mut Client, uri: &str, kind: u32) {
    client.notify("workspace/didChangeWatchedFiles", &json!({ "changes": [{ "uri": uri, "type": kind }] }));
}

fn file(name: &str, problems: Option<usize>) -> (String, Option<usize>) {
    (name.to_owned(), problems)
}

#[test]
fn files_that_change_and_go() {
    let folder = Folder::new("unopened-change");
    let open = folder.write("open.mlir", SOUND);
    let other = folder.write("other.mlir", BROKEN);
    let mut client = session(&folder);
    client.open(&open, 1, SOUND);
    let (found, known) = problems(&mut client, &json!([]));
    assert_eq!(found, [file("open.mlir", Some(0)), file("other.mlir", Some(1))]);
    assert_eq!(symbols(&mut client), ["@sound", "@broken"]);
    let (found, known) = problems(&mut client, &known);
    assert_eq!(found, [file("open.mlir", None), file("other.mlir", None)]);

    fs::write(
        folder.path("other.mlir"),
        format!("{BROKEN}{}", BROKEN.replace("@broken", "@more").replace("%b", "%c")),
    )
    .unwrap();
    watched(&mut client, &other, 2);
    let (found, known) = problems(&mut client, &known);
    assert_eq!(found, [file("open.mlir", None), file("other.mlir", Some(2))]);
    assert_eq!(symbols(&mut client), ["@sound", "@broken", "@more"]);

    fs::remove_file(folder.path("other.mlir")).unwrap();
    watched(&mut client, &other, 3);
    let (found, _) = problems(&mut client, &known);
    assert_eq!(found, [file("open.mlir", None), file("other.mlir", Some(0))]);
    assert_eq!(symbols(&mut client), ["@sound"]);
    client.shut_down();
}

#[test]
fn a_closed_file_is_what_is_on_the_disk() {
    let folder = Folder::new("unopened-closed");
    let uri = folder.write("a.mlir", SOUND);
    let gone = folder.uri("gone.mlir");
    let mut client = session(&folder);
    client.open(&uri, 1, BROKEN);
    client.open(&gone, 1, BROKEN);
    let (found, known) = problems(&mut client, &json!([]));
    assert_eq!(found, [file("a.mlir", Some(1)), file("gone.mlir", Some(1))]);
    client.close(&uri);
    client.close(&gone);
    let (found, _) = problems(&mut client, &known);
    assert_eq!(found, [file("a.mlir", Some(0)), file("gone.mlir", Some(0))]);
    assert_eq!(symbols(&mut client), ["@sound"]);
    client.shut_down();
}

#[test]
fn what_is_ignored_is_not_looked_at() {
    let folder = Folder::new("unopened-ignored");
    folder.write(".gitignore", "build\n");
    folder.write("build/a.mlir", BROKEN);
    folder.write(".cache/b.mlir", BROKEN);
    folder.write("c.mlir", BROKEN);
    let mut client = session(&folder);
    assert_eq!(problems(&mut client, &json!([])).0, [file("c.mlir", Some(1))]);
    client.shut_down();
}

#[test]
fn what_the_editor_hides_is_not_looked_at() {
    let folder = Folder::new("unopened-excluded");
    folder.write("out/a.mlir", BROKEN);
    folder.write("b.mlir", BROKEN);
    let mut client = Client::start();
    let mut abilities = able();
    abilities["textDocument"]["diagnostic"] = json!({});
    abilities["workspace"]["configuration"] = json!(true);
    let params = json!({ "processId": null, "rootUri": folder.uri(""), "capabilities": abilities });
    client.request("initialize", &params);
    client.notify("initialized", &json!({}));
    client.serve("workspace/configuration", |_| json!([{}]));
    let symbol = client.start_request("workspace/symbol", &json!({ "query": "" }));
    let excluded = json!([{ "**/out": true, "**/b.mlir": false }]);
    let asked = client.serve("workspace/configuration", |_| excluded);
    assert_eq!(asked["items"][0], json!({ "section": "files.exclude" }));
    assert_eq!(client.answer(symbol).unwrap().as_array().map(Vec::len), Some(1));
    assert_eq!(problems(&mut client, &json!([])).0, [file("b.mlir", Some(1))]);
    client.shut_down();
}

#[test]
fn folders_come_and_go() {
    let [first, second] = ["unopened-first", "unopened-second"].map(Folder::new);
    first.write("a.mlir", BROKEN);
    let uri = second.write("b.mlir", BROKEN);
    let mut client = session(&first);
    let (found, known) = problems(&mut client, &json!([]));
    assert_eq!(found, [file("a.mlir", Some(1))]);
    let change = |added: &Folder, removed: &Folder| {
        let folder = |it: &Folder| json!([{ "uri": it.uri(""), "name": "it" }]);
        json!({ "event": { "added": folder(added), "removed": folder(removed) } })
    };
    client.notify("workspace/didChangeWorkspaceFolders", &change(&second, &first));
    let (found, _) = problems(&mut client, &known);
    assert_eq!(found, [file("b.mlir", Some(1)), file("a.mlir", Some(0))]);
    let symbol = &client.request("workspace/symbol", &json!({ "query": "broken" }))[0];
    assert_eq!(symbol["location"]["uri"], uri);
    client.shut_down();
}

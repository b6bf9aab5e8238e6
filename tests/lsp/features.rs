//! The table of requests in `docs/requests.md`: which of the protocol's are answered usefully, by this server and by
//! `mlir-lsp-server`, about a valid, a half-typed and a broken file. `UPDATE_EXPECT=1` writes it.

use std::path::{Path, PathBuf};
use std::process::Command;

use affine_analyzer_tests::client::Client;
use affine_analyzer_tests::{program, requirement};
use serde_json::{Value, json};

use crate::{URI, able, at, range};

/// Something for every request: aliases of a type and of a map, a call, a location, a loop, a line that stands wrong.
const VALID: &str = "\
!row = memref<8xf32>
#map = affine_map<(d0) -> (d0)>
func.func private @leaf(index)
func.func @f(%m: !row) {
  affine.for %i = 1 to 8 {
  %x = affine.load %m[%i] : !row
    func.call @leaf(%i) : (index) -> ()
    affine.store %x, %m[%i] : !row
  } loc(\"model.py\":4:2)
  return
}
";

/// What makes a file of it that does not parse.
const HALF_TYPED: &str = "func.func @g() {\n  affine.for %i = \n";

/// What stands in the place of the end of its function to break it all around: statements and brackets that do not end, and
/// what is no MLIR.
const BROKEN_END: &str = "  %v = affine.load %m[\n  )) return %\n@@ ]] \"\nfunc.func @h(%a: memref<4x\n";

/// A file of the workspace that is never opened.
const UNOPENED: &str = "unopened.mlir";

const START: &str = "<!-- requests: start -->";
const END: &str = "<!-- requests: end -->";

/// Where a request is asked, and what it needs beside the document.
enum Asked {
    /// About a place: line and column.
    At(usize, usize),
    /// About a place, with more parameters.
    With(usize, usize, Value),
    /// About the document, with more parameters.
    Document(Value),
    /// With these parameters alone.
    Alone(Value),
    /// With the first item of an answer to another request, which has these parameters; with nothing where there is no
    /// item. The name is that of the parameter, and empty for the item itself.
    Item(&'static str, Value, &'static str),
}

/// Every request from the client to the server in version 3.17 of the protocol, but those of its life cycle.
fn requests() -> Vec<(&'static str, Asked)> {
    use Asked::*;
    let options = json!({ "tabSize": 2, "insertSpaces": true });
    let whole = || range((0, 0), (11, 0));
    let document = || json!({ "textDocument": { "uri": URI } });
    let hints = json!({ "textDocument": { "uri": URI }, "range": whole() });
    let actions = || {
        let context = json!({ "diagnostics": [], "only": ["refactor"] });
        json!({ "textDocument": { "uri": URI }, "range": range((4, 5), (4, 5)), "context": context })
    };
    vec![
        ("textDocument/declaration", At(5, 20)),
        ("textDocument/definition", At(5, 20)),
        ("textDocument/typeDefinition", At(5, 20)),
        ("textDocument/implementation", At(3, 11)),
        ("textDocument/references", With(5, 20, json!({ "context": { "includeDeclaration": true } }))),
        ("textDocument/prepareCallHierarchy", At(3, 11)),
        ("callHierarchy/incomingCalls", Item("textDocument/prepareCallHierarchy", at(URI, 2, 19), "item")),
        ("callHierarchy/outgoingCalls", Item("textDocument/prepareCallHierarchy", at(URI, 3, 11), "item")),
        ("textDocument/prepareTypeHierarchy", At(0, 2)),
        ("typeHierarchy/supertypes", Item("textDocument/prepareTypeHierarchy", at(URI, 0, 2), "item")),
        ("typeHierarchy/subtypes", Item("textDocument/prepareTypeHierarchy", at(URI, 0, 2), "item")),
        ("textDocument/documentHighlight", At(5, 20)),
        ("textDocument/documentLink", Document(json!({}))),
        ("documentLink/resolve", Item("textDocument/documentLink", document(), "")),
        ("textDocument/hover", At(5, 10)),
        ("textDocument/codeLens", Document(json!({}))),
        ("codeLens/resolve", Item("textDocument/codeLens", document(), "")),
        ("textDocument/foldingRange", Document(json!({}))),
        ("textDocument/selectionRange", Document(json!({ "positions": [{ "line": 5, "character": 23 }] }))),
        ("textDocument/documentSymbol", Document(json!({}))),
        ("textDocument/semanticTokens/full", Document(json!({}))),
        ("textDocument/semanticTokens/full/delta", Document(json!({ "previousResultId": "none" }))),
        ("textDocument/semanticTokens/range", Document(json!({ "range": whole() }))),
        (
            "textDocument/inlineValue",
            Document(json!({ "range": whole(), "context": { "frameId": 0, "stoppedLocation": whole() } })),
        ),
        ("textDocument/inlayHint", Document(json!({ "range": whole() }))),
        ("inlayHint/resolve", Item("textDocument/inlayHint", hints, "")),
        ("textDocument/moniker", At(3, 11)),
        ("textDocument/completion", At(5, 20)),
        ("completionItem/resolve", Item("textDocument/completion", at(URI, 5, 20), "")),
        ("textDocument/diagnostic", Document(json!({}))),
        ("workspace/diagnostic", Alone(json!({ "previousResultIds": [] }))),
        ("textDocument/signatureHelp", At(6, 20)),
        ("textDocument/codeAction", Alone(actions())),
        ("codeAction/resolve", Item("textDocument/codeAction", actions(), "")),
        ("textDocument/documentColor", Document(json!({}))),
        (
            "textDocument/colorPresentation",
            Document(json!({ "range": whole(), "color": { "red": 0, "green": 0, "blue": 0, "alpha": 1 } })),
        ),
        ("textDocument/formatting", Document(json!({ "options": options }))),
        ("textDocument/rangeFormatting", Document(json!({ "range": whole(), "options": options }))),
        ("textDocument/onTypeFormatting", With(5, 0, json!({ "ch": "\n", "options": options }))),
        ("textDocument/rename", With(5, 20, json!({ "newName": "memory" }))),
        ("textDocument/prepareRename", At(5, 20)),
        ("textDocument/linkedEditingRange", At(5, 20)),
        ("workspace/symbol", Alone(json!({ "query": "leaf" }))),
        ("workspaceSymbol/resolve", Item("workspace/symbol", json!({ "query": "leaf" }), "")),
        ("workspace/executeCommand", Alone(json!({ "command": "" }))),
        ("workspace/willCreateFiles", Alone(json!({ "files": [{ "uri": URI }] }))),
        (
            "workspace/willRenameFiles",
            Alone(json!({ "files": [{ "oldUri": URI, "newUri": "file:///b.mlir" }] })),
        ),
        ("workspace/willDeleteFiles", Alone(json!({ "files": [{ "uri": URI }] }))),
        ("textDocument/willSaveWaitUntil", Document(json!({ "reason": 1 }))),
    ]
}

/// Whether there is something in an answer that a user can see.
fn is_useful(answer: &Result<Value, Value>) -> bool {
    match answer {
        Ok(Value::Null) | Err(_) => false,
        Ok(Value::Array(items)) => !items.is_empty(),
        Ok(Value::Object(fields)) => fields.iter().any(|(name, value)| {
            !["resultId", "isIncomplete", "kind"].contains(&name.as_str()) && is_useful(&Ok(value.clone()))
        }),
        Ok(_) => true,
    }
}

fn ask(client: &mut Client, method: &str, asked: &Asked) -> bool {
    let merge = |mut params: Value, more: &Value| {
        for (key, value) in more.as_object().into_iter().flatten() {
            params[key] = value.clone();
        }
        params
    };
    let document = json!({ "textDocument": { "uri": URI } });
    let params = match asked {
        Asked::At(line, column) => at(URI, *line, *column),
        Asked::With(line, column, more) => merge(at(URI, *line, *column), more),
        Asked::Document(more) => merge(document, more),
        Asked::Alone(params) => params.clone(),
        Asked::Item(method, params, name) => {
            let found = client.try_request(method, params).unwrap_or_default();
            let items = if found.is_array() { &found } else { &found["items"] };
            let item = items[0].clone();
            if name.is_empty() { item } else { json!({ *name: item }) }
        }
    };
    is_useful(&client.try_request(method, &params))
}

/// A folder with a file of the text, in which something more is wrong.
fn unopened(text: &str) -> PathBuf {
    let name = format!("requests-{}", std::process::id());
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join(UNOPENED), format!("{text}%wrong = arith.negf %nothing : f32\n")).unwrap();
    folder
}

/// Whether the answer to a question about the workspace is about the file that is not open too.
fn names_unopened(client: &mut Client, method: &str, asked: &Asked) -> bool {
    let Asked::Alone(params) = asked else { return false };
    client.try_request(method, params).is_ok_and(|it| it.to_string().contains(UNOPENED))
}

/// The requests that a server answers usefully about a text.
fn answered(mut client: Client, text: &str) -> Vec<bool> {
    let mut capabilities = able();
    capabilities["textDocument"]["diagnostic"] = json!({});
    capabilities["textDocument"]["inlayHint"] = json!({ "resolveSupport": { "properties": ["tooltip"] } });
    // Beside the document a file that nobody opens: what is about the workspace is about that one.
    let folder = unopened(text);
    let root = format!("file://{}", folder.display());
    let folders = json!([{ "uri": root, "name": "work" }]);
    client.request(
        "initialize",
        &json!({ "processId": null, "rootUri": root, "workspaceFolders": folders, "capabilities": capabilities }),
    );
    client.notify("initialized", &json!({}));
    client.ignore("textDocument/publishDiagnostics");
    client.open(URI, 1, text);
    let requests = requests();
    let found = requests.iter().map(|(method, asked)| match *method {
        "workspace/diagnostic" | "workspace/symbol" => names_unopened(&mut client, method, asked),
        _ => ask(&mut client, method, asked),
    });
    let found = found.collect();
    client.shut_down();
    found
}

fn page() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/requests.md")
}

#[test]
fn the_table_of_requests() {
    let Some(peer) = requirement::program(&["mlir-lsp-server-22", "mlir-lsp-server"]) else { return };
    let ours = |text: &str| answered(Client::start_command(program::command(&["server", "--stdio"])), text);
    let theirs = |text: &str| answered(Client::start_command(Command::new(&peer)), text);
    let half_typed = format!("{VALID}{HALF_TYPED}");
    let broken = VALID.replace("  return\n}\n", BROKEN_END);
    let texts = [("valid", VALID), ("half-typed", &half_typed), ("broken", &broken)];
    let columns: Vec<_> = texts.iter().flat_map(|it| [ours(it.1), theirs(it.1)]).collect();
    let heads = texts.iter().flat_map(|it| ["affine-analyzer", "mlir-lsp-server 22"].map(|who| (who, it.0)));
    let heads: String = heads.map(|(who, text)| format!(" {who}, {text} file |")).collect();
    let mut table = format!("| request |{heads}\n|---|{}\n", "---|".repeat(columns.len()));
    let mut unanswered = Vec::new();
    for (index, (method, _)) in requests().iter().enumerate() {
        if columns.iter().all(|it| !it[index]) {
            unanswered.push(format!("`{method}`"));
            continue;
        }
        let marks = columns.iter().map(|it| if it[index] { " yes |" } else { " |" });
        table.push_str(&format!("| `{method}` |{}\n", marks.collect::<String>()));
    }
    let counts: Vec<usize> = columns.iter().map(|it| it.iter().filter(|it| **it).count()).collect();
    let cells: String = counts.iter().map(|it| format!(" {it} |")).collect();
    table.push_str(&format!("| of {} |{cells}\n", requests().len()));
    table.push_str(&format!("\nSent to both and answered by neither: {}.\n", unanswered.join(", ")));
    let [valid, valid_of_peer, _, _, broken, broken_of_peer] = counts[..] else {
        unreachable!("three texts")
    };
    let claim = format!(
        "It answers {valid} requests of the protocol in a valid file and {broken} in a broken one; \
         `mlir-lsp-server` answers {valid_of_peer} and {broken_of_peer}"
    );
    let readme = std::fs::read_to_string(affine_analyzer_tests::speed::readme()).unwrap();
    assert!(readme.contains(&claim), "the README says otherwise than: {claim}");
    let text = std::fs::read_to_string(page()).unwrap();
    let (before, rest) = text.split_once(START).expect("the page has a place for the table");
    let (written, after) = rest.split_once(END).expect("the place for the table ends");
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        std::fs::write(page(), format!("{before}{START}\n{table}{END}{after}")).unwrap();
    } else {
        assert_eq!(written.trim_start(), table, "UPDATE_EXPECT=1 writes the table");
    }
}

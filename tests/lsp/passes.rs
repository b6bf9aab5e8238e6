//! Passes of the user's tool: run only where the user trusts what chooses the tool, and never in the way of the session.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use affine_analyzer_tests::client::Client;
use affine_analyzer_tests::requirement;
use serde_json::{Value, json};

use crate::{KERNEL, URI, finish, hover};

/// A folder with a tool that writes down that it was started.
struct Folder(PathBuf);

impl Folder {
    /// `body` is what the tool does where it is to run something.
    fn new(name: &str, body: &str) -> Self {
        let name = format!("passes-{name}-{}", std::process::id());
        let folder = Self(Path::new(env!("CARGO_TARGET_TMPDIR")).join(name));
        fs::create_dir_all(&folder.0).unwrap();
        let help = "  Compiler passes to run\n    Passes:\n      --cse   -   Once\n";
        let trace = folder.0.join("started");
        let script = format!(
            "#!/bin/sh\necho $$ >>'{}'\ncase \"$1\" in\n--help*) cat <<'END'\n{help}END\nexit 0;;\n--version|--cse) exit 0;;\nesac\n{body}\n",
            trace.display()
        );
        fs::write(folder.tool(), script).unwrap();
        fs::set_permissions(folder.tool(), fs::Permissions::from_mode(0o755)).unwrap();
        folder
    }

    fn tool(&self) -> PathBuf {
        self.0.join("opt")
    }

    /// The processes that were started.
    fn started(&self) -> Vec<u32> {
        let trace = fs::read_to_string(self.0.join("started")).unwrap_or_default();
        trace.lines().map(|it| it.parse().unwrap()).collect()
    }

    fn session(&self, settings: &Value) -> Client {
        let mut client = Client::start();
        let root = format!("file://{}", self.0.display());
        let params = json!({ "processId": null, "rootUri": root, "capabilities": {}, "initializationOptions": settings });
        client.request("initialize", &params);
        client.notify("initialized", &json!({}));
        client.open(URI, 1, KERNEL);
        client
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // What is left is cleared with the target folder.
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn request(command: &str) -> Value {
    json!({ "command": command, "arguments": [{ "uri": URI, "pipeline": "cse" }] })
}

fn execute(client: &mut Client, command: &str) -> Result<Value, Value> {
    client.try_request("workspace/executeCommand", &request(command))
}

#[test]
fn nothing_is_started_without_trust() {
    let folder = Folder::new("trust", "exit 1");
    let settings = json!({ "passes": { "tool": folder.tool() }, "workspace": { "isTrusted": false } });
    let mut client = folder.session(&settings);
    for command in ["affine.passes", "affine.runPasses", "affine.runTest"] {
        let error = execute(&mut client, command).unwrap_err();
        assert!(error["message"].as_str().unwrap().contains("not trusted"), "{command}: {error}");
    }
    assert!(folder.started().is_empty());
    let trusted = json!({ "passes": { "tool": folder.tool() }, "workspace": { "isTrusted": true } });
    client.notify("workspace/didChangeConfiguration", &json!({ "settings": { "affine-analyzer": trusted } }));
    assert_eq!(execute(&mut client, "affine.passes").unwrap()["passes"][0]["name"], "cse");
    assert!(!folder.started().is_empty());
    finish(client);
}

#[test]
fn a_project_chooses_the_tool_where_it_is_trusted() {
    let folder = Folder::new("project", "exit 1");
    fs::write(
        folder.0.join("affine-analyzer.toml"),
        "[passes]\ntool = \"opt\"\n[workspace]\nisTrusted = true\n",
    )
    .unwrap();
    // Nobody has said whether it is: what is on the path may be run, what the project names is not.
    let mut client = folder.session(&json!({}));
    _ = execute(&mut client, "affine.passes");
    assert!(folder.started().is_empty());
    finish(client);
    let mut client = folder.session(&json!({ "workspace": { "isTrusted": true } }));
    let found = execute(&mut client, "affine.passes").unwrap();
    assert_eq!(found["tool"]["path"], json!(folder.tool()));
    finish(client);
}

/// A name means a program on `PATH`, and no file of the workspace, whatever folder the server runs in.
#[test]
fn a_name_is_no_file_of_the_workspace() {
    let folder = Folder::new("name", "exit 1");
    for tool in ["opt", "./opt", "../opt", "x/../opt", "."] {
        let mut client = folder.session(&json!({ "passes.tool": tool }));
        assert!(execute(&mut client, "affine.passes").is_err(), "{tool}");
        finish(client);
    }
    assert!(folder.started().is_empty());
    let mut client = folder.session(&json!({ "passes.tool": "./opt", "workspace": { "isTrusted": true } }));
    assert_eq!(execute(&mut client, "affine.passes").unwrap()["passes"][0]["name"], "cse");
    finish(client);
}

#[test]
fn a_tool_that_never_ends_disturbs_nobody() {
    let folder = Folder::new("endless", "trap '' TERM INT HUP\nwhile :; do sleep 1; done");
    let mut client = folder.session(&json!({ "passes.tool": folder.tool() }));
    let id = client.start_request("workspace/executeCommand", &request("affine.runPasses"));
    let began = Instant::now();
    // It is asked what it can do before it is to run something.
    while folder.started().len() < 5 {
        assert!(began.elapsed() < Duration::from_secs(30), "{:?}", folder.started());
        std::thread::sleep(Duration::from_millis(10));
    }
    assert!(hover(&mut client, URI, (2, 11)).contains("memref"), "the session goes on");
    client.notify("$/cancelRequest", &json!({ "id": id }));
    assert_eq!(client.answer(id).unwrap_err()["code"], -32800);
    let is_there = |process: &u32| Path::new(&format!("/proc/{process}")).exists();
    while cfg!(target_os = "linux") && folder.started().iter().any(is_there) {
        assert!(began.elapsed() < Duration::from_secs(30), "the process is ended");
        std::thread::sleep(Duration::from_millis(10));
    }
    finish(client);
}

#[test]
fn a_tool_that_fails_is_told() {
    let folder = Folder::new("fails", "echo '-:2:3: error: no such luck' >&2; exit 1");
    let mut client = folder.session(&json!({ "passes.tool": folder.tool() }));
    let report = execute(&mut client, "affine.runPasses").unwrap();
    let failure = &report["failures"][0];
    assert_eq!(failure["diagnostics"][0]["message"], "no such luck");
    assert_eq!(failure["diagnostics"][0]["range"]["start"], json!({ "line": 1, "character": 2 }));
    finish(client);
}

#[test]
fn steps_of_an_open_document() {
    let Some(tool) = requirement::program(&["mlir-opt-22", "mlir-opt"]) else { return };
    let folder = Folder::new("steps", "exit 1");
    let mut client = folder.session(&json!({ "passes.tool": tool }));
    let report = execute(&mut client, "affine.runPasses").unwrap();
    assert_eq!(report["steps"][0]["verdict"], "unchanged", "{report}");
    assert!(report["before"].as_str().unwrap().contains("%v = affine.load %m[%i - 1]"), "{report}");
    let passes = execute(&mut client, "affine.passes").unwrap();
    let tile =
        passes["passes"].as_array().unwrap().iter().find(|it| it["name"] == "affine-loop-tile").unwrap();
    assert_eq!(tile["anchor"], "func.func");
    assert!(tile["options"].as_array().unwrap().iter().any(|it| it["name"] == "tile-size"), "{tile}");
    finish(client);
}

/// A test that holds, one that does not, and one that would run something else.
const TESTS: &str = "\
// RUN: mlir-opt %s -cse | FileCheck %s
// RUN: mlir-opt %s | FileCheck %s --check-prefix=WRONG
// RUN: rm -rf %S && mlir-opt %s

// CHECK-LABEL: func.func @f(
// WRONG: func.func @other
func.func @f(%n: index) {
  return
}
";

#[test]
fn tests_of_the_text_run() {
    let Some(tool) = requirement::program(&["mlir-opt-22", "mlir-opt"]) else { return };
    if requirement::program(&["FileCheck-22", "FileCheck"]).is_none() {
        return;
    }
    let folder = Folder::new("tests", "exit 1");
    let mut client = folder.session(&json!({ "passes.tool": tool }));
    let uri = format!("file://{}", folder.0.join("t.mlir").display());
    client.open(&uri, 1, TESTS);
    let lenses = client.request("textDocument/codeLens", &json!({ "textDocument": { "uri": uri } }));
    let lines: Vec<_> =
        lenses.as_array().unwrap().iter().map(|it| it["command"]["arguments"][0]["line"].clone()).collect();
    assert_eq!(lines, [0, 0, 1, 1, 2, 2]);
    let mut run = |command: &str, line: usize| {
        let params = json!({ "command": command, "arguments": [{ "uri": uri, "line": line }] });
        client.try_request("workspace/executeCommand", &params)
    };
    let holds = run("affine.runTest", 0).unwrap();
    assert_eq!((&holds["passed"], &holds["diagnostics"]), (&json!(true), &json!([])), "{holds}");
    let wrong = run("affine.runTest", 1).unwrap();
    assert_eq!(wrong["passed"], false);
    assert_eq!(wrong["diagnostics"][0]["range"]["start"]["line"], 5, "{wrong}");
    let other = run("affine.runTest", 2).unwrap_err();
    assert!(other["message"].as_str().unwrap().contains("`rm`"), "{other}");
    assert!(folder.tool().exists());
    let text = run("affine.writeChecks", 0).unwrap()["text"].as_str().unwrap().to_owned();
    assert!(
        text.contains("// CHECK-LABEL: func.func @f(\n// CHECK-SAME: %[[ARG0:.*]]: index) {\n"),
        "{text}"
    );
    client.change(&uri, 2, &[json!({ "text": text })]);
    let params = json!({ "command": "affine.runTest", "arguments": [{ "uri": uri }] });
    assert_eq!(client.request("workspace/executeCommand", &params)["passed"], true);
    finish(client);
}

#[test]
fn expected_errors_are_checked_and_inserted() {
    const TEXT: &str = "\
func.func @f() {
  // expected-error @below {{undeclared}}
  return %no : index
}
// -----
func.func @g(%a: index) -> i32 {
  return %a : index
}
// expected-error @below {{nothing is wrong here}}
func.func private @h()
";
    let execute = |client: &mut Client, command: &str| {
        let params = json!({ "command": command, "arguments": [{ "text": TEXT }] });
        client.request("workspace/executeCommand", &params)
    };
    let folder = Folder::new("expected", "exit 1");
    let mut client = folder.session(&json!({}));
    let checked = execute(&mut client, "affine.checkExpected");
    let found: Vec<_> =
        checked["expected"].as_array().unwrap().iter().map(|it| it["found"].clone()).collect();
    assert_eq!((json!(found), &checked["unexpected"]), (json!([true, false]), &json!([6])), "{checked}");
    let places: Vec<_> =
        checked["diagnostics"].as_array().unwrap().iter().map(|it| &it["range"]["start"]["line"]).collect();
    assert_eq!(places, [8, 6]);
    assert!(folder.started().is_empty());
    finish(client);
    let Some(tool) = requirement::program(&["mlir-opt-22", "mlir-opt"]) else { return };
    let mut client = folder.session(&json!({ "passes.tool": tool }));
    let text = execute(&mut client, "affine.insertExpected")["text"].as_str().unwrap().to_owned();
    assert_eq!(text.matches("expected-error").count(), 3, "{text}");
    assert!(text.contains("  // expected-error @below {{type of return operand 0"), "{text}");
    finish(client);
}

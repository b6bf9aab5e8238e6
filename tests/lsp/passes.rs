//! Passes of the user's tool: run only where the user trusts what chooses the tool, and never in the way of the session.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use affine_analyzer_tests::client::Client;
use affine_analyzer_tests::system_calls::traced;
use affine_analyzer_tests::{program, requirement};
use serde_json::{Value, json};

use crate::{KERNEL, PUBLISH, URI, finish, hover};

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

    /// A session of a client that knows that the workspace is trusted, with these settings.
    fn trusted(&self, mut settings: Value) -> Client {
        settings["workspace"] = json!({ "isTrusted": true });
        self.session(&settings)
    }

    fn session(&self, settings: &Value) -> Client {
        let mut command = program::command(&["server", "--stdio"]);
        command.env("XDG_STATE_HOME", self.0.join("state"));
        self.session_of(command, settings)
    }

    fn session_of(&self, command: Command, settings: &Value) -> Client {
        let mut client = Client::start_command(command);
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
    let mut client = folder.session(&json!({ "workspace": { "isTrusted": true } }));
    let found = execute(&mut client, "affine.passes").unwrap();
    assert_eq!(found["tool"]["path"], json!(folder.tool()));
    finish(client);
}

/// A file that only ends so is not handed to the tool.
#[test]
fn bytecode_is_read_as_text() {
    let Some(tool) = requirement::program(&["mlir-opt-22", "mlir-opt"]) else { return };
    let folder = Folder::new("bytecode", "exit 1");
    let (source, file) = (folder.0.join("a.mlir"), folder.0.join("a.mlirbc"));
    fs::write(&source, KERNEL).unwrap();
    let run = Command::new(&tool).arg("--emit-bytecode").arg(&source).arg("-o").arg(&file).status().unwrap();
    assert!(run.success());
    let read = |client: &mut Client, file: &Path| {
        let argument = json!({ "uri": format!("file://{}", file.display()) });
        let command = json!({ "command": "affine.readBytecode", "arguments": [argument] });
        client.try_request("workspace/executeCommand", &command)
    };
    let mut client = folder.trusted(json!({ "passes.tool": tool }));
    let text = read(&mut client, &file).unwrap();
    assert!(text["text"].as_str().unwrap().contains("affine.for"), "{text}");
    let error = read(&mut client, &source).unwrap_err();
    assert!(error["message"].as_str().unwrap().ends_with("is not bytecode of MLIR"), "{error}");
    finish(client);
    let mut client = folder.session(&json!({ "passes.tool": tool, "workspace": { "isTrusted": false } }));
    let error = read(&mut client, &file).unwrap_err();
    assert!(error["message"].as_str().unwrap().contains("not trusted"), "{error}");
    finish(client);
}

/// Nobody has named a version, and the tool that was run prints one: what only another one has is a warning.
#[test]
fn the_version_that_a_tool_prints_is_that_of_the_files() {
    const OLD: &str = "file:///old.mlir";
    let folder = Folder::new("version", "exit 1");
    let script = fs::read_to_string(folder.tool()).unwrap();
    let says = "--version) echo '  LLVM version 23.1.0'; exit 0;;\n--cse)";
    fs::write(folder.tool(), script.replace("--version|--cse)", says)).unwrap();
    let mut client = folder.trusted(json!({ "passes.tool": folder.tool() }));
    let text = "func.func @f(%v: vector<8xf32>) -> vector<8xf32> {\n  \
                %0 = x86vector.avx.rsqrt %v : vector<8xf32>\n  return %0 : vector<8xf32>\n}\n";
    client.open(OLD, 1, text);
    let is_of_old = |it: &Value| it["method"] == PUBLISH && it["params"]["uri"] == OLD;
    let published = client.wait("diagnostics", is_of_old);
    assert_eq!(published["params"]["diagnostics"], json!([]));
    execute(&mut client, "affine.passes").unwrap();
    let has_more = |it: &Value| is_of_old(it) && it["params"]["diagnostics"] != json!([]);
    let found = client.wait("a warning", has_more)["params"]["diagnostics"][0].clone();
    assert_eq!(found["severity"], 2);
    assert_eq!(found["message"], "x86vector.avx.rsqrt is x86.avx.rsqrt since MLIR 23");
    finish(client);
}

/// A name means a program on `PATH`, and no file of the workspace, whatever folder the server runs in.
#[test]
fn a_name_is_no_file_of_the_workspace() {
    let folder = Folder::new("name", "exit 1");
    for (tool, is_run) in [("opt", false), ("./opt", true), ("../opt", false), ("x/../opt", false)] {
        let mut client = folder.trusted(json!({ "passes.tool": tool }));
        assert_eq!(execute(&mut client, "affine.passes").is_ok(), is_run, "{tool}");
        assert_eq!(fs::remove_file(folder.0.join("started")).is_ok(), is_run, "{tool}");
        finish(client);
    }
}

/// Answers the question whether the files are trusted.
fn answer(client: &mut Client, title: Option<&str>) -> String {
    let question =
        client.serve("window/showMessageRequest", |_| json!(title.map(|it| json!({ "title": it }))));
    assert_eq!(question["actions"], json!([{ "title": "Trust" }, { "title": "Not Now" }]));
    question["message"].as_str().unwrap().to_owned()
}

const TEST: &str = "// RUN: opt %s --cse\nmodule {}\n";

fn lenses(client: &mut Client, uri: &str) -> usize {
    let lenses = client.request("textDocument/codeLens", &json!({ "textDocument": { "uri": uri } }));
    lenses.as_array().map_or(0, Vec::len)
}

/// Where the client says nothing of trust, the user is asked, and the answer is kept outside of the workspace.
#[test]
fn the_user_is_asked_once() {
    let folder = Folder::new("asked", "exit 1");
    fs::write(folder.0.join("affine-analyzer.toml"), "[passes]\ntool = \"opt\"\n").unwrap();
    let uri = format!("file://{}", folder.0.join("t.mlir").display());
    let mut client = folder.session(&json!({}));
    client.open(&uri, 1, TEST);
    assert_eq!(lenses(&mut client, &uri), 0);
    let question = answer(&mut client, Some("Not Now"));
    let tool = folder.tool().display().to_string();
    assert!(question.contains(&*folder.0.to_string_lossy()) && question.contains(&tool), "{question}");
    assert_eq!(lenses(&mut client, &uri), 0);
    // Whoever asks for it is asked again; the lens asks no more.
    for refusal in [None, Some("Not Now"), Some("Something else")] {
        let id = client.start_request("workspace/executeCommand", &request("affine.passes"));
        answer(&mut client, refusal);
        assert!(client.answer(id).unwrap_err()["message"].as_str().unwrap().contains("not trusted"));
    }
    assert!(folder.started().is_empty());
    let id = client.start_request("workspace/executeCommand", &request("affine.passes"));
    answer(&mut client, Some("Trust"));
    assert_eq!(client.answer(id).unwrap()["tool"]["path"], json!(folder.tool()));
    assert_eq!(lenses(&mut client, &uri), 2);
    client.ignore("textDocument/publishDiagnostics");
    finish(client);
    let mut client = folder.session(&json!({}));
    client.open(&uri, 1, TEST);
    assert!(execute(&mut client, "affine.passes").is_ok());
    assert_eq!(lenses(&mut client, &uri), 2);
    client.ignore("textDocument/publishDiagnostics");
    finish(client);
    let left: Vec<_> = fs::read_dir(folder.0.join("state/affine-analyzer")).unwrap().collect();
    assert_eq!(left.len(), 1);
    // What the client says counts more, and another folder is another question.
    let mut client = folder.session(&json!({ "workspace": { "isTrusted": false } }));
    assert!(execute(&mut client, "affine.passes").is_err());
    finish(client);
    let mut client = folder.session(&json!({}));
    let added =
        json!([{ "uri": format!("file://{}", folder.0.parent().unwrap().display()), "name": "more" }]);
    let event = json!({ "event": { "added": added, "removed": [] } });
    client.notify("workspace/didChangeWorkspaceFolders", &event);
    let id = client.start_request("workspace/executeCommand", &request("affine.passes"));
    answer(&mut client, None);
    assert!(client.answer(id).is_err());
    client.ignore("textDocument/publishDiagnostics");
    finish(client);
}

/// What a file says does not start or write anything but its test, whatever that is: `strace` sees it.
#[test]
fn a_hostile_test_starts_and_writes_nothing() {
    let Some(strace) = requirement::program(&["strace"]) else { return };
    let Some(tool) = requirement::program(&["mlir-opt-22", "mlir-opt"]) else { return };
    let folder = Folder::new("hostile", "exit 1");
    let name = tool.file_name().unwrap().to_string_lossy().into_owned();
    let tests: Vec<String> = [
        "%s --load-dialect-plugin=%S/evil.so",
        "%s --load-pass-plugin=%S/evil.so",
        "%s -o ../x",
        "%s -o %S/t.mlir",
        "%s --mlir-print-ir-tree-dir=%S/tree -mlir-print-ir-after-all -cse",
        "@%S/options",
        "%s --snapshot-op-locations=filename=%S/x",
        "%s --snapshot-op-locations=filename=x",
        "%s --gpu-module-to-binary=toolkit=%S",
        "%s --transform-interpreter",
        "%s -cse -o %t && cat %t",
        "%s -cse > %S/x",
        "%s -cse -o %t",
    ]
    .iter()
    .map(|it| format!("// RUN: {name} {it}\n"))
    .collect();
    let program = "module attributes {transform.with_named_sequence} {\n  \"transform.named_sequence\"() <{function_type = (!transform.any_op) -> (), sym_name = \"__transform_main\"}> ({\n  ^bb0(%0: !transform.any_op):\n    %1 = transform.apply_registered_pass \"snapshot-op-locations\" with options = { \"filename\" = \"FILE\" } to %0 : (!transform.any_op) -> !transform.any_op\n    transform.yield\n  }) : () -> ()\n}\n";
    let program = program.replace("FILE", &folder.0.join("x").display().to_string());
    let text = format!("{}{program}", tests.concat());
    let uri = format!("file://{}", folder.0.join("t.mlir").display());
    let log = folder.0.join("calls");
    let mut command = traced(&strace, &log, &["server", "--stdio"]);
    command.env("XDG_CACHE_HOME", folder.0.join("cache"));
    let settings = json!({ "passes.tool": tool, "workspace": { "isTrusted": true } });
    let mut client = folder.session_of(command, &settings);
    client.open(&uri, 1, &text);
    fs::write(folder.0.join("options"), "-o x").unwrap();
    let before = names(&folder.0);
    let run = |client: &mut Client, line: usize| {
        let params = json!({ "command": "affine.runTest", "arguments": [{ "uri": uri, "line": line }] });
        client.try_request("workspace/executeCommand", &params)
    };
    for (line, test) in tests.iter().enumerate() {
        let ran = run(&mut client, line);
        let is_harmless = test.contains("-cse -o %t\n") || test.contains("=filename=x");
        assert_eq!(ran.is_ok(), is_harmless, "{test}: {ran:?}");
    }
    client.ignore("textDocument/publishDiagnostics");
    finish(client);
    assert_eq!(names(&folder.0), before);
    let calls = fs::read_to_string(&log).unwrap();
    let started: Vec<&str> = calls.lines().filter(|it| it.contains("execve(")).skip(1).collect();
    let quoted = format!("\"{}\"", tool.display());
    assert!(!started.is_empty() && started.iter().all(|it| it.contains(&quoted)), "{started:#?}");
    let written = ["O_WRONLY", "O_RDWR", "O_CREAT", "mkdir", "rename"];
    let temporary = std::env::temp_dir();
    for call in calls.lines().filter(|call| written.iter().any(|it| call.contains(it))) {
        let paths = call.split('"').skip(1).step_by(2);
        for path in paths.filter(|it| it.starts_with('/')) {
            let is_own = ["/dev/null", "/proc/"].iter().any(|it| path.starts_with(it));
            let is_kept = Path::new(path).starts_with(folder.0.join("cache"));
            assert!(is_own || is_kept || Path::new(path).starts_with(&temporary), "{call}");
        }
    }
}

fn names(folder: &Path) -> Vec<String> {
    let names = fs::read_dir(folder).unwrap().map(|it| it.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<String> = names.filter(|it| it != "calls" && it != "cache").collect();
    names.sort();
    names
}

#[test]
fn a_tool_that_never_ends_disturbs_nobody() {
    let folder = Folder::new("endless", "trap '' TERM INT HUP\nwhile :; do sleep 1; done");
    let mut client = folder.trusted(json!({ "passes.tool": folder.tool() }));
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
    let mut client = folder.trusted(json!({ "passes.tool": folder.tool() }));
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
    let mut client = folder.trusted(json!({ "passes.tool": tool }));
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
    let mut client = folder.trusted(json!({ "passes.tool": tool }));
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
    let mut client = folder.trusted(json!({ "passes.tool": tool }));
    let text = execute(&mut client, "affine.insertExpected")["text"].as_str().unwrap().to_owned();
    assert_eq!(text.matches("expected-error").count(), 3, "{text}");
    assert!(text.contains("  // expected-error @below {{type of return operand 0"), "{text}");
    finish(client);
}

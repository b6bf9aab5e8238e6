//! The server opens, writes and runs nothing that its client did not name; `strace` sees all that it asks the system
//! for.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use affine_analyzer_tests::client::Client;
use affine_analyzer_tests::{program, requirement};
use serde_json::{Value, json};

use crate::{KERNEL, able, at, range};

/// What the dynamic linker and the runtime read before and beside `main`.
const SYSTEM: &[&str] = &["/etc/ld.so.", "/lib", "/proc/", "/sys/", "/usr/lib"];

/// The calls that name files, start processes or reach the network.
const TRACED: &str = "trace=%file,%process,%network";

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

/// A call as `strace` writes it, without the thread in front.
fn name_and_arguments(line: &str) -> Option<(&str, &str)> {
    let line = line.trim_start_matches(|it: char| it.is_ascii_digit()).trim_start();
    let line = line.strip_prefix("<... ").map_or(line, |_| "");
    line.split_once('(')
}

/// What a line of the log tells that must not be.
fn offence(line: &str) -> Option<String> {
    let (name, arguments) = name_and_arguments(line)?;
    let path = arguments.split('"').nth(1).unwrap_or_default();
    let is_allowed = match name {
        "exit" | "exit_group" | "wait4" | "getcwd" => true,
        // Threads share the process.
        "clone" | "clone3" => arguments.contains("CLONE_THREAD"),
        "open" | "openat" | "access" | "stat" | "statx" | "newfstatat" | "readlink" => {
            let writes = ["O_WRONLY", "O_RDWR", "O_CREAT"].iter().any(|it| arguments.contains(it));
            // `fstat` is written with an empty name.
            !writes && (path.is_empty() || SYSTEM.iter().any(|it| path.starts_with(it)))
        }
        _ => false,
    };
    (!is_allowed).then(|| line.to_owned())
}

#[test]
fn nothing_is_opened_written_or_run_that_the_client_did_not_name() {
    let Some(strace) = requirement::program(&["strace"]) else { return };
    let folder = Folder::new();
    let work = folder.0.join("work");
    for name in ["open.mlir", "beside.mlir"] {
        fs::write(work.join(name), KERNEL).unwrap();
    }
    let log = folder.0.join("calls");
    let mut command = Command::new(strace);
    command.args(["-f", "-qq", "-e", TRACED, "-e", "signal=none", "-o"]).arg(&log).arg(program::path());
    command.args(["server", "--stdio"]).current_dir(&work);
    // Cargo has the linker look for libraries among what it builds.
    command.env_remove("LD_LIBRARY_PATH");
    let mut client = Client::start_command(command);
    session(&mut client, &work);
    client.request("shutdown", &Value::Null);
    client.ignore("textDocument/publishDiagnostics");
    assert_eq!(client.exit().code(), Some(0));

    let calls = fs::read_to_string(&log).unwrap();
    let mut lines = calls.lines();
    let first = lines.next().and_then(name_and_arguments);
    assert!(first.is_some_and(|it| it.0 == "execve" && it.1.contains("affine-analyzer")), "{calls}");
    let offences: Vec<String> = lines.filter_map(offence).collect();
    assert!(offences.is_empty(), "{offences:#?}");
    let mut left: Vec<_> = fs::read_dir(&work).unwrap().map(|it| it.unwrap().file_name()).collect();
    left.sort();
    assert_eq!(left, ["beside.mlir", "open.mlir"]);
}

#[test]
fn offences_are_seen() {
    for line in [
        r#"12 execve("/bin/sh", ["sh"], 0x7ffd /* 3 vars */) = 0"#,
        r#"12 openat(AT_FDCWD, "/srv/a/secret", O_RDONLY|O_CLOEXEC) = 3"#,
        r#"12 openat(AT_FDCWD, "/usr/lib/x.so", O_RDWR|O_CREAT, 0666) = 3"#,
        r#"12 openat(AT_FDCWD, "open.mlir", O_RDONLY <unfinished ...>"#,
        r#"12 statx(AT_FDCWD, "/srv/a", AT_STATX_SYNC_AS_STAT, STATX_ALL, 0x7f) = 0"#,
        r#"12 unlink("/lib/x") = 0"#,
        r#"12 socket(AF_INET, SOCK_STREAM, IPPROTO_TCP) = 3"#,
        r#"12 clone(child_stack=NULL, flags=CLONE_CHILD_SETTID|SIGCHLD) = 13"#,
        r#"12 vfork() = 13"#,
    ] {
        assert!(offence(line).is_some(), "{line}");
    }
    for line in [
        r#"12 openat(AT_FDCWD, "/proc/self/cgroup", O_RDONLY|O_CLOEXEC) = 3"#,
        r#"12 newfstatat(3, "", {st_mode=S_IFREG|0755, st_size=1922136, ...}, AT_EMPTY_PATH) = 0"#,
        r#"12 clone3({flags=CLONE_VM|CLONE_FS|CLONE_FILES|CLONE_SIGHAND|CLONE_THREAD}, 88) = 13"#,
        r#"12 <... openat resumed>) = 3"#,
        r#"12 exit_group(0) = ?"#,
    ] {
        assert_eq!(offence(line), None, "{line}");
    }
}

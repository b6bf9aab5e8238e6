//! `affine.changes`: functions of a document against the version in git's `HEAD`.

use std::process::Command;

use affine_analyzer_tests::client::Client;
use serde_json::{Value, json};

use crate::folder::Folder;
use crate::{PUBLISH, able, finish};

/// Two functions, each with a loop that one of our actions could have written anew.
fn program(first: &str, second: &str) -> String {
    let function = |name: &str, body: &str| {
        format!("func.func @{name}(%x: memref<64xf32>, %y: memref<64xf32>) {{\n{body}  return\n}}\n")
    };
    format!("{}{}{}", function("kept", COPY), function("tiled", first), function("broken", second))
}

const COPY: &str = "\
  affine.for %i = 0 to 64 {
    %v = affine.load %x[%i] : memref<64xf32>
    affine.store %v, %y[%i] : memref<64xf32>
  }
";

const TILED: &str = "\
  affine.for %t = 0 to 64 step 8 {
    affine.for %i = 0 to 8 {
      %v = affine.load %x[%t + %i] : memref<64xf32>
      affine.store %v, %y[%t + %i] : memref<64xf32>
    }
  }
";

const SHIFTED: &str = "\
  affine.for %i = 1 to 64 {
    %v = affine.load %x[%i] : memref<64xf32>
    affine.store %v, %y[%i] : memref<64xf32>
  }
";

fn git(folder: &Folder, arguments: &[&str]) {
    let mut command = Command::new("git");
    command.args(["-c", "user.name=a", "-c", "user.email=a@example.org"]).args(arguments);
    let run = command.current_dir(folder.path("")).output().expect("git is there");
    assert!(run.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&run.stderr));
}

#[test]
fn changed_functions_have_verdicts() {
    let folder = Folder::with("changes", &[("a.mlir", &program(COPY, COPY))]);
    let uri = folder.uri("a.mlir");
    git(&folder, &["init", "--quiet"]);
    let (mut client, _) = Client::initialize(&able());
    client.ignore(PUBLISH);
    client.open(&uri, 1, &program(TILED, SHIFTED));
    let changes = |client: &mut Client| {
        let command = json!({ "command": "affine.changes", "arguments": [{ "uri": uri }] });
        let answer = client.request("workspace/executeCommand", &command);
        answer["functions"].as_array().unwrap().clone()
    };
    // Nothing is committed yet.
    assert_eq!(changes(&mut client), [] as [Value; 0]);
    git(&folder, &["add", "."]);
    git(&folder, &["commit", "--quiet", "--message", "x"]);
    let found = changes(&mut client);
    let told: Vec<_> =
        found.iter().map(|it| (it["name"].as_str().unwrap(), it["verdict"].as_str().unwrap())).collect();
    assert_eq!(told, [("tiled", "equal"), ("broken", "different")]);
    assert_eq!(found[0]["range"]["start"]["line"], 7);
    let witness = found[1]["text"].as_str().unwrap();
    assert!(witness.starts_with("@broken: different\n  with ") && witness.contains("%y[0]"), "{witness}");
    // As it was committed.
    client.change(&uri, 2, &[json!({ "text": program(COPY, COPY) })]);
    assert_eq!(changes(&mut client), [] as [Value; 0]);
    finish(client);
}

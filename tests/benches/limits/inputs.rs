//! The kinds of inputs.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::process::Command;

use affine_analyzer_tests::program;
use affine_analyzer_tests::random::Random;
use affine_analyzer_tests::texts::{paths, texts};
use passes::lit::{Execution, run_test, tests};
use passes::{Limits, Tool};
use serde_json::{Value, json};

use crate::mutation::{changed, mutated};
use crate::run::Runs;
use crate::session::{Session, framed};

pub(crate) struct Kind {
    pub(crate) name: &'static str,
    /// Runs one input.
    pub(crate) once: fn(&Seeds, &mut Random, &mut Runs),
}

pub(crate) static KINDS: &[Kind] = &[
    Kind { name: "texts", once: text },
    Kind { name: "pairs", once: pair },
    Kind { name: "rewritten", once: rewritten },
    Kind { name: "definitions", once: definitions },
    Kind { name: "configurations", once: configuration },
    Kind { name: "run-lines", once: run_lines },
    Kind { name: "messages", once: messages },
];

/// What is changed.
pub(crate) struct Seeds {
    texts: Vec<String>,
    definitions: Vec<String>,
    configurations: Vec<String>,
    run_lines: Vec<String>,
    tool: Option<std::sync::Arc<Tool>>,
}

impl Seeds {
    pub(crate) fn new() -> Self {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let folders = ["tests/cli/definitions", "analysis/tests/partial_definitions", "syntax/ods/tests"];
        let definitions = folders.iter().flat_map(|it| paths(&root.join(it), "td"));
        let definitions = definitions.filter_map(|it| std::fs::read_to_string(it).ok()).collect();
        let owned = |it: &[&str]| it.iter().map(|it| (*it).to_owned()).collect();
        Self {
            texts: texts(),
            definitions,
            configurations: owned(CONFIGURATIONS),
            run_lines: owned(RUN_LINES),
            tool: Tool::find(None, &|| false).ok(),
        }
    }
}

const CONFIGURATIONS: &[&str] = &[
    "[dialects]\nnames = [\"ours\"]\nods = [\"*.td\"]\ninclude = [\"include\"]\n",
    "[[dialects.form]]\noperations = \"ours.*\"\nformat = \"$a `,` $b attr-dict `:` type($a)\"\n[dialects]\nods = [\"**/*.td\", \"../**\"]\n",
    "[diagnostics]\nrace = \"off\"\nunused-alias = \"warning\"\nlimit = 10\n[tile]\nsize = 32\n[unroll]\nfactor = 4\n",
    "[optimize]\nl1 = 32\nl2 = 512\ncores = 8\nbits = 256\nregisters = 16\nsize = 1000\n[mlir]\nversion = \"22\"\n",
    "[fusion]\ncomputeTolerance = 0.3\nmaximal = true\nfastMemoryCapacity = 64\n[vectorize]\nbits = 128\nreassociate = false\n",
    "[passes]\ntool = \"mlir-opt\"\n[inlayHints]\nbounds = true\n[outline]\nlimit = 5\n[docs]\nbaseUrl = \"https://a.b\"\n",
];

const RUN_LINES: &[&str] = &[
    "// RUN: mlir-opt %s -affine-loop-fusion | FileCheck %s\n",
    "// RUN: mlir-opt %s --pass-pipeline=\"builtin.module(func.func(affine-loop-tile{tile-size=4}))\" | FileCheck %s --check-prefix=TILE\n",
    "// RUN: mlir-opt -split-input-file -verify-diagnostics %s\n",
    "// RUN: not mlir-opt %s 2>&1 | FileCheck %s\n",
    "// RUN: split-file %s %t && mlir-opt %t/a.mlir \\\n// RUN:   -canonicalize -o %t.out\n",
    "// RUN: mlir-opt %S/%s < %s > %t ; FileCheck --input-file=%t %s\n",
    "// RUN: mlir-opt %s --load-dialect-plugin=%S/evil.so -o ../x @response\n",
];

/// The commands that read one text.
const COMMANDS: &[&[&str]] = &[
    &["check"],
    &["check", "--format", "json"],
    &["deps", "--format", "json"],
    &["loops"],
    &["fusion"],
    &["actions"],
    &["optimize"],
    &["fmt", "--check"],
    &["print", "--generic"],
];

fn text(seeds: &Seeds, random: &mut Random, runs: &mut Runs) {
    let file = runs.write("text.mlir", mutated(&seeds.texts, random).as_bytes());
    let command = COMMANDS[random.below(COMMANDS.len())];
    runs.run(command, &[&file], &[]);
}

fn pair(seeds: &Seeds, random: &mut Random, runs: &mut Runs) {
    let before = mutated(&seeds.texts, random);
    let after = match random.below(4) {
        0 => before.clone(),
        1 => mutated(&seeds.texts, random),
        _ => mutated(std::slice::from_ref(&before), random),
    };
    let before = runs.write("before.mlir", before.as_bytes());
    let after = runs.write("after.mlir", after.as_bytes());
    runs.run(&["compare"], &[&before, &after], &[]);
}

/// A program and what actions make of it, most of the time with a change: nearly all reach the prover.
fn rewritten(seeds: &Seeds, random: &mut Random, runs: &mut Runs) {
    let text = &seeds.texts[random.below(seeds.texts.len())];
    let before = runs.write("before.mlir", text.as_bytes());
    let mut result = text.clone();
    for _ in 0..=random.below(3) {
        let after = runs.write("after.mlir", result.as_bytes());
        let ids = offered(&after);
        if ids.is_empty() {
            break;
        }
        let id = &ids[random.below(ids.len())];
        let applied = Command::new(program::path()).args(["apply", "--action", id]).arg(&after).output();
        let applied = applied.ok().filter(|it| it.status.success());
        result = applied.and_then(|it| String::from_utf8(it.stdout).ok()).unwrap_or(result);
    }
    if random.below(4) > 0 {
        result = changed(&result, random);
    }
    let after = runs.write("after.mlir", result.as_bytes());
    runs.run(&["compare"], &[&before, &after], &[]);
}

/// The ids of all actions on a file.
fn offered(file: &Path) -> Vec<String> {
    let output = Command::new(program::path()).args(["actions", "--format", "json"]).arg(file).output();
    let answer: Option<Value> = output.ok().and_then(|it| serde_json::from_slice(&it.stdout).ok());
    let actions = answer.as_ref().and_then(|it| it["actions"].as_array()).into_iter().flatten();
    actions.filter_map(|it| it["id"].as_str().map(str::to_owned)).collect()
}

fn definitions(seeds: &Seeds, random: &mut Random, runs: &mut Runs) {
    let defined = runs.write("defined.td", mutated(&seeds.definitions, random).as_bytes());
    let config = runs.write("defined.toml", b"[dialects]\nods = [\"defined.td\"]\n");
    let file = runs.write("text.mlir", mutated(&seeds.texts, random).as_bytes());
    runs.run(&["check", "--config"], &[&config, &file], &[&defined]);
}

fn configuration(seeds: &Seeds, random: &mut Random, runs: &mut Runs) {
    let config = runs.write("changed.toml", mutated(&seeds.configurations, random).as_bytes());
    let file = runs.write("text.mlir", seeds.texts[random.below(seeds.texts.len())].as_bytes());
    let command = ["check", "optimize", "fusion"][random.below(3)];
    runs.run(&[command, "--config"], &[&config, &file], &[]);
}

/// The server finds the tests of a document and tells what stands above them; what a test then starts is started in this
/// process, as the command line runs none.
fn run_lines(seeds: &Seeds, random: &mut Random, runs: &mut Runs) {
    let Some(tool) = &seeds.tool else { return };
    let source = mutated(&seeds.run_lines, random) + &seeds.texts[random.below(seeds.texts.len())];
    let file = runs.write("run.mlir", source.as_bytes());
    runs.serve(&lenses(&source), &[&file]);
    let execution = Execution {
        tool,
        source: &source,
        name: "run.mlir",
        folder: file.parent(),
        options: &[],
        limits: Limits::default(),
        is_cancelled: &|| false,
    };
    let once = || tests(&source).iter().take(4).for_each(|it| _ = run_test(it, &execution));
    let problem = catch_unwind(AssertUnwindSafe(once)).is_err().then_some("panicked");
    runs.count(problem, &[&file]);
}

/// A session in which a document is opened and its lenses are asked for.
fn lenses(source: &str) -> Session {
    let uri = "file:///run.mlir";
    let document = json!({ "uri": uri, "languageId": "mlir", "version": 1, "text": source });
    let trusting = json!({ "workspace": { "isTrusted": true } });
    let initialize = json!({
        "processId": null, "rootUri": null, "capabilities": {}, "initializationOptions": trusting,
    });
    let messages = [
        request(0, "initialize", &initialize),
        notification("initialized", &json!({})),
        notification("textDocument/didOpen", &json!({ "textDocument": document })),
        request(1, "textDocument/codeLens", &json!({ "textDocument": { "uri": uri } })),
    ];
    let messages = messages.iter().flat_map(|it| framed(it, it.len())).collect();
    Session { messages, end: end(2), awaited: [0, 1].into() }
}

/// How a client ends a session.
fn end(id: usize) -> Vec<u8> {
    let messages = [request(id, "shutdown", &Value::Null), notification("exit", &Value::Null)];
    messages.iter().flat_map(|it| framed(it, it.len())).collect()
}

const REQUESTS: &[&str] = &[
    "textDocument/hover",
    "textDocument/completion",
    "textDocument/codeAction",
    "textDocument/diagnostic",
    "textDocument/semanticTokens/full",
    "textDocument/documentSymbol",
    "textDocument/inlayHint",
    "textDocument/formatting",
    "textDocument/rename",
    "textDocument/references",
    "textDocument/signatureHelp",
    "textDocument/codeLens",
    "affine/dependenceGraph",
    "affine/iterationSpace",
    "affine/polyhedron",
    "affine/offers",
    "affine/remedies",
    "workspace/symbol",
];

/// A session whose messages are changed as text; what stands around them fits them, mostly.
fn messages(seeds: &Seeds, random: &mut Random, runs: &mut Runs) {
    let mut session = Session { end: end(9_999), ..Session::default() };
    let mut is_in_step = true;
    // The id is that of a request which is sent as it should be.
    let mut send = |message: &str, id: Option<usize>, random: &mut Random| {
        let is_right = random.below(60) > 0;
        let claimed = if is_right { message.len() } else { random.below(100_000) };
        session.messages.extend(framed(message, claimed));
        // A wrong length may take in what follows.
        is_in_step &= is_right;
        session.awaited.extend(id.filter(|_| is_in_step).map(|it| it as u64));
    };
    let uri = "file:///fuzzed.mlir";
    let initialize = json!({ "processId": null, "rootUri": null, "capabilities": {} });
    send(&request(0, "initialize", &initialize), Some(0), random);
    send(&notification("initialized", &json!({})), None, random);
    let text = mutated(&seeds.texts, random);
    let lines = text.lines().count() + 2;
    let document = json!({ "uri": uri, "languageId": "mlir", "version": 1, "text": text });
    send(&notification("textDocument/didOpen", &json!({ "textDocument": document })), None, random);
    for id in 1..=8 + random.below(16) {
        let mut place = || json!({ "line": random.below(lines), "character": random.below(60) });
        let (position, range) = (place(), json!({ "start": place(), "end": place() }));
        let is_change = random.below(3) == 0;
        let message = match is_change {
            true => notification(
                "textDocument/didChange",
                &json!({
                    "textDocument": { "uri": uri, "version": id + 1 },
                    "contentChanges": [{ "range": range, "text": random.pick(&["x", "%a", "}", "{\n", "", "affine.for"]) }],
                }),
            ),
            false => request(
                id,
                random.pick(REQUESTS),
                &json!({
                    "textDocument": { "uri": uri }, "position": position, "range": range, "newName": "%new",
                    "context": { "diagnostics": [], "includeDeclaration": true },
                    "options": { "tabSize": 2, "insertSpaces": true }, "query": "a",
                }),
            ),
        };
        match random.below(8) {
            0 => send(&mutated(std::slice::from_ref(&message), random), None, random),
            _ => send(&message, (!is_change).then_some(id), random),
        }
    }
    runs.serve(&session, &[]);
}

fn request(id: usize, method: &str, params: &Value) -> String {
    json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }).to_string()
}

fn notification(method: &str, params: &Value) -> String {
    json!({ "jsonrpc": "2.0", "method": method, "params": params }).to_string()
}

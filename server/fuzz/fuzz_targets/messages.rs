//! Conversations: edits, requests and cancellations in any order, with positions anywhere. Every request is answered once, and
//! no panic is caught on the way, because libfuzzer's hook ends the process at any.
//!
//! One server lives through all of them; each ends with its documents closed.
#![no_main]

use std::collections::BTreeSet;
use std::sync::{LazyLock, Mutex, PoisonError};
use std::time::Duration;

use arbitrary::Arbitrary;
use libfuzzer_sys::fuzz_target;
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader, DuplexStream};
use tokio::runtime::Runtime;

/// Nothing that fits into an input takes so long.
const PATIENCE: Duration = Duration::from_secs(60);
const BUFFER_BYTES: usize = 1 << 20;

const METHODS: &[&str] = &[
    "textDocument/hover",
    "textDocument/definition",
    "textDocument/declaration",
    "textDocument/typeDefinition",
    "textDocument/references",
    "textDocument/documentHighlight",
    "textDocument/documentSymbol",
    "textDocument/codeAction",
    "textDocument/codeLens",
    "textDocument/completion",
    "textDocument/diagnostic",
    "textDocument/documentLink",
    "textDocument/foldingRange",
    "textDocument/formatting",
    "textDocument/inlayHint",
    "textDocument/linkedEditingRange",
    "textDocument/onTypeFormatting",
    "textDocument/prepareCallHierarchy",
    "textDocument/prepareRename",
    "textDocument/rangeFormatting",
    "textDocument/rename",
    "textDocument/selectionRange",
    "textDocument/semanticTokens/full",
    "textDocument/semanticTokens/full/delta",
    "textDocument/semanticTokens/range",
    "textDocument/signatureHelp",
    "workspace/symbol",
    "affine/dependenceGraph",
    "affine/iterationSpace",
    "affine/polyhedron",
    "affine/syntaxTree",
    "no/such/method",
];

/// What edits insert.
const PIECES: &[&str] = &[
    "",
    "\n",
    "\r\n",
    "}",
    "{",
    "%i",
    "é🦀",
    "// note\n",
    "affine.for %i = 0 to 8 {\n",
    "affine.for %j = %i to affine_map<(d0) -> (d0 + 4)>(%i) step 2 {\n",
    "  %v = affine.load %A[%i + 1] : memref<16xf32>\n",
    "  affine.store %v, %A[%i] : memref<16xf32>\n",
    "  %s = arith.addf %v, %v : f32\n",
    "}\n",
    "return\n}\n",
    "func.func @f(%A: memref<16xf32>, %N: index) {\n",
    "#map = affine_map<(d0)[s0] -> (d0 mod 3, s0)>\n",
    "// -----\n",
];

#[derive(Debug, Arbitrary)]
struct Place {
    line: u8,
    character: u8,
    /// Far outside of any text.
    beyond: bool,
}

impl Place {
    fn json(&self) -> Value {
        let (line, character) = (u32::from(self.line), u32::from(self.character));
        if self.beyond {
            json!({ "line": u32::MAX - line, "character": u32::MAX - character })
        } else {
            json!({ "line": line % 32, "character": character % 64 })
        }
    }
}

#[derive(Debug, Arbitrary)]
struct Edit {
    /// The whole text where there is none.
    range: Option<(Place, Place)>,
    pieces: Vec<u8>,
}

#[derive(Debug, Arbitrary)]
enum Step {
    Open { document: u8, pieces: Vec<u8> },
    Change { document: u8, edits: Vec<Edit> },
    Close { document: u8 },
    Ask { method: u8, document: u8, from: Place, to: Place },
    Cancel { back: u8 },
    Body(Vec<u8>),
}

fn uri(document: u8) -> String {
    format!("untitled:{}.mlir", document % 3)
}

fn text(pieces: &[u8]) -> String {
    pieces.iter().map(|it| PIECES[usize::from(*it) % PIECES.len()]).collect()
}

/// All that any of the methods looks at.
fn params(document: u8, from: &Place, to: &Place) -> Value {
    let range = json!({ "start": from.json(), "end": to.json() });
    json!({
        "textDocument": { "uri": uri(document) },
        "position": from.json(),
        "positions": [from.json(), to.json()],
        "range": range,
        "context": { "includeDeclaration": true, "diagnostics": [] },
        "options": { "tabSize": 2, "insertSpaces": true },
        "ch": "}",
        "newName": "%renamed",
        "previousResultId": "1",
        "query": "f",
    })
}

/// The client's side, and what it still waits for.
struct Conversation {
    input: DuplexStream,
    output: BufReader<DuplexStream>,
    next_id: u64,
    version: i32,
    open: BTreeSet<u64>,
}

static SERVER: LazyLock<(Runtime, Mutex<Conversation>)> = LazyLock::new(|| {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().expect("a runtime");
    let (input, server_input) = tokio::io::duplex(BUFFER_BYTES);
    let (server_output, output) = tokio::io::duplex(BUFFER_BYTES);
    std::thread::spawn(move || {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
        runtime.block_on(affine_analyzer::converse(server_input, server_output));
    });
    let output = BufReader::new(output);
    let mut conversation = Conversation { input, output, next_id: 0, version: 0, open: BTreeSet::new() };
    runtime.block_on(async {
        conversation.ask("initialize", json!({ "capabilities": {} })).await;
        conversation.tell("initialized", json!({})).await;
        conversation.answers().await;
    });
    (runtime, Mutex::new(conversation))
});

impl Conversation {
    async fn send(&mut self, body: &[u8]) {
        let header = format!("Content-Length: {}\r\n\r\n", body.len());
        self.input.write_all(header.as_bytes()).await.expect("the server listens");
        self.input.write_all(body).await.expect("the server listens");
    }

    async fn tell(&mut self, method: &str, params: Value) {
        self.send(json!({ "jsonrpc": "2.0", "method": method, "params": params }).to_string().as_bytes())
            .await;
    }

    async fn ask(&mut self, method: &str, params: Value) {
        self.next_id += 1;
        self.open.insert(self.next_id);
        let request = json!({ "jsonrpc": "2.0", "id": self.next_id, "method": method, "params": params });
        self.send(request.to_string().as_bytes()).await;
    }

    /// Reads until every request has its answer.
    async fn answers(&mut self) {
        while !self.open.is_empty() {
            let mut length = 0;
            loop {
                let mut line = String::new();
                self.output.read_line(&mut line).await.expect("the server speaks");
                if let Some(value) = line.strip_prefix("Content-Length: ") {
                    length = value.trim().parse().expect("a length");
                }
                if line.trim_end().is_empty() {
                    break;
                }
            }
            let mut body = vec![0; length];
            self.output.read_exact(&mut body).await.expect("the server speaks");
            let message: Value = serde_json::from_slice(&body).expect("a message");
            if message.get("method").is_none()
                && let Some(id) = message["id"].as_u64()
            {
                assert!(self.open.remove(&id), "{message} answers nothing");
            }
        }
    }

    async fn step(&mut self, step: &Step) {
        self.version += 1;
        match step {
            Step::Open { document, pieces } => {
                let item = json!({
                    "uri": uri(*document), "languageId": "mlir", "version": self.version, "text": text(pieces),
                });
                self.tell("textDocument/didOpen", json!({ "textDocument": item })).await;
            }
            Step::Change { document, edits } => {
                let changes: Vec<Value> = edits
                    .iter()
                    .map(|edit| match &edit.range {
                        Some((from, to)) => json!({
                            "range": { "start": from.json(), "end": to.json() }, "text": text(&edit.pieces),
                        }),
                        None => json!({ "text": text(&edit.pieces) }),
                    })
                    .collect();
                let document = json!({ "uri": uri(*document), "version": self.version });
                let params = json!({ "textDocument": document, "contentChanges": changes });
                self.tell("textDocument/didChange", params).await;
            }
            Step::Close { document } => self.close(*document).await,
            Step::Ask { method, document, from, to } => {
                let method = METHODS[usize::from(*method) % METHODS.len()];
                self.ask(method, params(*document, from, to)).await;
            }
            Step::Cancel { back } => {
                let id = self.next_id.saturating_sub(u64::from(*back));
                self.tell("$/cancelRequest", json!({ "id": id })).await;
            }
            Step::Body(body) => {
                // `exit` ends the process, as it should.
                if !String::from_utf8_lossy(body).contains("exit") {
                    self.send(body).await;
                }
            }
        }
    }

    async fn close(&mut self, document: u8) {
        let document = json!({ "uri": uri(document) });
        self.tell("textDocument/didClose", json!({ "textDocument": document })).await;
    }
}

fuzz_target!(|steps: Vec<Step>| {
    if steps.len() > 64 {
        return;
    }
    let (runtime, conversation) = &*SERVER;
    let mut conversation = conversation.lock().unwrap_or_else(PoisonError::into_inner);
    let talk = async {
        for step in &steps {
            conversation.step(step).await;
        }
        for document in 0..3 {
            conversation.close(document).await;
        }
        conversation.ask("workspace/symbol", json!({ "query": "" })).await;
        conversation.answers().await;
    };
    let done = runtime.block_on(async { tokio::time::timeout(PATIENCE, talk).await });
    assert!(done.is_ok(), "no answer within {PATIENCE:?}");
});

//! What a client does next.

use arbitrary::Arbitrary;
use serde_json::{Value, json};

use crate::peer::{Client, Peer};
use crate::text::{Documents, Position};

/// Requests, each of which takes what it needs from [`params`].
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
    "callHierarchy/incomingCalls",
    "callHierarchy/outgoingCalls",
    "codeAction/resolve",
    "completionItem/resolve",
    "workspace/diagnostic",
    "workspace/symbol",
    "affine/dependenceGraph",
    "affine/iterationSpace",
    "affine/polyhedron",
    "affine/syntaxTree",
    "initialize",
    "no/such/method",
];

/// Notifications that change no text.
const NOTICES: &[&str] = &[
    "initialized",
    "textDocument/didSave",
    "workspace/didChangeConfiguration",
    "workspace/didChangeWatchedFiles",
    "workspace/didChangeWorkspaceFolders",
    "$/setTrace",
    "no/such/method",
];

/// Whole documents: sound, half typed, broken.
const PROGRAMS: &[&str] = &[
    "",
    include_str!("../../../../examples/matmuls.mlir"),
    "func.func @f(%A: memref<16xf32>, %x: f32) {\n  affine.for %i = 0 to 8 {\n    affine.store %x, %A[%i] : memref<16xf32>\n    %v = affine.load %A[%i + 1] : memref<16xf32>\n  }\n  return\n}\n",
    "#map = affine_map<(d0)[s0] -> (d0 + s0)>\nfunc.func @g(%n: index) {\n  affine.for %i = #map(%n)[%n] to min affine_map<(d0) -> (d0, 64)>(%n) step 3 {\n    affine.for %j = 0 to %i {\n      %0 = affine.apply #map(%i)[%n]\n    }\n  }\n  return\n}\n",
    "func.func @h(%A: memref<?x?xf32>) {\n  affine.for %i = 0 to\n    %v = affine.load %A[%i,\n",
    "}}}\nfunc.func @f(\n#map = affine_map<(d0) -> (d0\n\"op\"(%0) ({",
    "module {\n  func.func @a() {\n    call @b() : () -> ()\n    return\n  }\n  func.func private @b()\n}\n// -----\nfunc.func @a() {\n  return\n}\n",
    "\u{feff}// é🦀\r\nfunc.func @f() {\r\n  return\r}\r\n",
    "func.func @p(%A: memref<8x8xf32>, %B: memref<8x8xf32>) {\n  affine.parallel (%i, %j) = (0, 0) to (8, 8) {\n    affine.if affine_set<(d0, d1) : (d0 - d1 >= 0)>(%i, %j) {\n      %v = affine.load %A[%i, %j] : memref<8x8xf32>\n      affine.store %v, %B[%j, %i] : memref<8x8xf32>\n    }\n  }\n  return\n}\n",
];

/// What edits insert.
const PIECES: &[&str] = &[
    "",
    "\n",
    "\r\n",
    "\r",
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
    "\u{feff}",
    "9223372036854775808",
    "\"",
    "(",
    "<",
];

/// Headers of bodies that are none; the empty body is no message either.
const HEADERS: &[&str] = &[
    "Content-Length: 0\r\n\r\n",
    "Content-Length: many\r\n\r\n",
    "Content-Length: -1\r\n\r\n",
    "Content-Length: 18446744073709551616\r\n\r\n",
    "Content-Type: application/vscode-jsonrpc; charset=utf-8\r\n\r\n",
    "\r\n",
];

#[derive(Debug, Arbitrary)]
pub(crate) struct Place {
    line: u8,
    character: u8,
    /// Far outside of any text.
    beyond: bool,
}

impl Place {
    fn position(&self) -> Position {
        let (line, character) = (u64::from(self.line), u64::from(self.character));
        if self.beyond {
            (u64::from(u32::MAX) - line, u64::from(u32::MAX) - character)
        } else {
            (line % 32, character % 64)
        }
    }

    fn json(&self) -> Value {
        let (line, character) = self.position();
        json!({ "line": line, "character": character })
    }
}

#[derive(Debug, Arbitrary)]
pub(crate) struct Edit {
    /// The whole text where there is none.
    range: Option<(Place, Place)>,
    pieces: Vec<u8>,
}

#[derive(Debug, Arbitrary)]
pub(crate) enum Step {
    Open {
        document: u8,
        version: i8,
        program: u8,
    },
    Change {
        document: u8,
        version: i8,
        edits: Vec<Edit>,
    },
    Close {
        document: u8,
    },
    Ask {
        method: u8,
        document: u8,
        from: Place,
        to: Place,
    },
    /// A request under a number that another one may still have, or under a text.
    AskAgain {
        method: u8,
        document: u8,
        back: u8,
        named: bool,
    },
    Tell {
        notice: u8,
    },
    Cancel {
        back: u8,
    },
    Initialize,
    ShutDown,
    /// A body that ends too early.
    Cut {
        length: u8,
    },
    Header {
        header: u8,
    },
    /// Lets the server do what it has to do.
    Wait,
}

impl Step {
    /// Takes the step, and brings what the client knows up to date.
    pub(crate) async fn take(&self, peer: &mut Peer, client: &Client, documents: &mut Documents) {
        match self {
            Step::Open { document, version, program } => {
                let program = pick(PROGRAMS, *program);
                peer.open(uri(*document), i64::from(*version), program).await;
                if peer.is_serving() {
                    documents.set(uri(*document), program.to_owned());
                }
            }
            Step::Change { document, version, edits } => {
                change(peer, documents, *document, *version, edits).await;
            }
            Step::Close { document } => {
                let params = json!({ "textDocument": { "uri": uri(*document) } });
                peer.tell("textDocument/didClose", &params).await;
                if peer.is_serving() {
                    documents.close(uri(*document));
                }
            }
            Step::Ask { method, document, from, to } => match pick(METHODS, *method) {
                "initialize" => peer.initialize(client).await,
                method => peer.ask(method, &params(*document, from, to)).await,
            },
            Step::AskAgain { method, document, back, named } => {
                let method = pick(&METHODS[..METHODS.len() - 2], *method);
                let number = peer.last_id().saturating_sub(u64::from(*back)) + 1;
                let id = if *named { json!(format!("x{number}")) } else { json!(number) };
                let place = Place { line: 2, character: 4, beyond: false };
                peer.ask_as(&id, method, &params(*document, &place, &place)).await;
            }
            Step::Tell { notice } => {
                peer.tell(pick(NOTICES, *notice), &json!({ "settings": {}, "value": "off" })).await;
            }
            Step::Cancel { back } => {
                let id = peer.last_id().saturating_sub(u64::from(*back));
                peer.tell("$/cancelRequest", &json!({ "id": id })).await;
            }
            Step::Initialize => peer.initialize(client).await,
            Step::ShutDown => peer.shut_down().await,
            Step::Cut { length } => {
                let whole =
                    json!({ "jsonrpc": "2.0", "method": "textDocument/didClose", "id": 1, "params": {} });
                let body = whole.to_string();
                let body = &body.as_bytes()[..usize::from(*length) % body.len()];
                peer.send_nonsense(&format!("Content-Length: {}\r\n\r\n", body.len()), body).await;
            }
            Step::Header { header } => peer.send_nonsense(pick(HEADERS, *header), b"").await,
            Step::Wait => peer.answers().await,
        }
    }
}

async fn change(peer: &mut Peer, documents: &mut Documents, document: u8, version: i8, edits: &[Edit]) {
    let mut changes = Vec::new();
    for edit in edits {
        let text: String = edit.pieces.iter().map(|it| pick(PIECES, *it)).collect();
        let range = edit.range.as_ref().map(|(start, end)| (start.position(), end.position()));
        if peer.is_serving() {
            documents.edit(uri(document), range, &text);
        }
        changes.push(match &edit.range {
            Some((start, end)) => {
                json!({ "range": { "start": start.json(), "end": end.json() }, "text": text })
            }
            None => json!({ "text": text }),
        });
    }
    let document = json!({ "uri": uri(document), "version": version });
    let params = json!({ "textDocument": document, "contentChanges": changes });
    peer.tell("textDocument/didChange", &params).await;
}

fn pick(list: &'static [&'static str], index: u8) -> &'static str {
    list[usize::from(index) % list.len()]
}

fn uri(document: u8) -> &'static str {
    pick(&["untitled:0.mlir", "file:///folder/1.mlir", "file:///folder/%C3%A4.mlir"], document)
}

/// All that any of the methods looks at.
fn params(document: u8, from: &Place, to: &Place) -> Value {
    let range = json!({ "start": from.json(), "end": to.json() });
    let uri = uri(document);
    json!({
        "textDocument": { "uri": uri },
        "position": from.json(),
        "positions": [from.json(), to.json()],
        "range": range,
        "context": { "includeDeclaration": true, "diagnostics": [] },
        "options": { "tabSize": 2, "insertSpaces": true },
        "ch": "}",
        "newName": "%renamed",
        "previousResultId": "1",
        "previousResultIds": [{ "uri": uri, "value": "1" }],
        "query": "f",
        "item": { "name": "@f", "kind": 12, "uri": uri, "range": range, "selectionRange": range },
        "title": "a",
        "label": "affine.for",
        "data": { "uri": uri, "version": 1, "id": "interchange", "operation": "affine.for" },
    })
}

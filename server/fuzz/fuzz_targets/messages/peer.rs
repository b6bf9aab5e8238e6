//! The client's side of one server: its messages, and which answers it still waits for.

use std::collections::BTreeMap;

use arbitrary::Arbitrary;
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader, DuplexStream, ReadHalf, WriteHalf};

use crate::text::Encoding;

const BUFFER_BYTES: usize = 1 << 16;

/// What the client says of itself.
#[derive(Debug, Arbitrary)]
pub(crate) struct Client {
    pub(crate) encoding: Encoding,
    pulls: bool,
    serves: bool,
    lazy_edits: bool,
}

impl Client {
    fn capabilities(&self) -> Value {
        let mut capabilities = json!({
            "general": { "positionEncodings": [self.encoding.name()] },
            "textDocument": {
                "codeAction": { "codeActionLiteralSupport": { "codeActionKind": { "valueSet": [""] } } },
                "documentSymbol": { "hierarchicalDocumentSymbolSupport": true },
            },
        });
        if self.pulls {
            capabilities["textDocument"]["diagnostic"] = json!({});
        }
        if self.serves {
            capabilities["window"] = json!({ "workDoneProgress": true });
            capabilities["workspace"] =
                json!({ "configuration": true, "inlayHint": { "refreshSupport": true } });
        }
        if self.lazy_edits {
            capabilities["textDocument"]["codeAction"]["dataSupport"] = json!(true);
            capabilities["textDocument"]["codeAction"]["resolveSupport"] = json!({ "properties": ["edit"] });
        }
        capabilities
    }
}

/// Runs a server beside its client.
pub(crate) async fn talk<R>(client: impl AsyncFnOnce(&mut Peer) -> R) -> R {
    let (here, there) = tokio::io::duplex(BUFFER_BYTES);
    let (server_input, server_output) = tokio::io::split(there);
    let (output, input) = tokio::io::split(here);
    let server = affine_analyzer::converse(server_input, server_output);
    let client = async {
        let mut peer = Peer::new(input, BufReader::new(output));
        let result = client(&mut peer).await;
        peer.hang_up().await;
        result
    };
    tokio::join!(server, client).1
}

/// How far the session has come.
#[derive(PartialEq, Eq)]
enum Stage {
    New,
    Serving,
    ShutDown,
}

pub(crate) struct Peer {
    input: WriteHalf<DuplexStream>,
    output: BufReader<ReadHalf<DuplexStream>>,
    stage: Stage,
    next_id: u64,
    /// How many answers each number is still to get.
    waiting: BTreeMap<String, usize>,
    /// The last result.
    result: Value,
}

impl Peer {
    fn new(input: WriteHalf<DuplexStream>, output: BufReader<ReadHalf<DuplexStream>>) -> Self {
        let waiting = BTreeMap::new();
        Self { input, output, stage: Stage::New, next_id: 0, waiting, result: Value::Null }
    }

    /// Whether `initialize` came and `shutdown` did not.
    pub(crate) fn is_serving(&self) -> bool {
        self.stage == Stage::Serving
    }

    /// The number of the last request.
    pub(crate) fn last_id(&self) -> u64 {
        self.next_id
    }

    pub(crate) async fn initialize(&mut self, client: &Client) {
        let params = json!({ "processId": null, "rootUri": null, "capabilities": client.capabilities() });
        self.ask("initialize", &params).await;
        // What follows `initialize` before its answer is refused.
        self.answers().await;
        if self.stage == Stage::New {
            self.stage = Stage::Serving;
        }
        self.tell("initialized", &json!({})).await;
    }

    pub(crate) async fn shut_down(&mut self) {
        self.ask("shutdown", &Value::Null).await;
        if self.is_serving() {
            self.stage = Stage::ShutDown;
        }
    }

    pub(crate) async fn open(&mut self, uri: &str, version: i64, text: &str) {
        let item = json!({ "uri": uri, "languageId": "mlir", "version": version, "text": text });
        self.tell("textDocument/didOpen", &json!({ "textDocument": item })).await;
    }

    pub(crate) async fn tell(&mut self, method: &str, params: &Value) {
        self.send(&json!({ "jsonrpc": "2.0", "method": method, "params": params })).await;
    }

    pub(crate) async fn ask(&mut self, method: &str, params: &Value) {
        self.next_id += 1;
        self.ask_as(&json!(self.next_id), method, params).await;
    }

    /// Asks under a number of the caller's.
    pub(crate) async fn ask_as(&mut self, id: &Value, method: &str, params: &Value) {
        *self.waiting.entry(id.to_string()).or_default() += 1;
        self.send(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params })).await;
    }

    /// The result of a request that has to succeed.
    pub(crate) async fn result(&mut self, method: &str, params: &Value) -> Value {
        self.ask(method, params).await;
        self.answers().await;
        std::mem::take(&mut self.result)
    }

    /// Sends what is no message, which is answered without a number.
    pub(crate) async fn send_nonsense(&mut self, header: &str, body: &[u8]) {
        *self.waiting.entry(Value::Null.to_string()).or_default() += 1;
        self.write(&[header.as_bytes(), body].concat()).await;
    }

    async fn send(&mut self, message: &Value) {
        let body = message.to_string();
        self.write(format!("Content-Length: {}\r\n\r\n{body}", body.len()).as_bytes()).await;
    }

    /// Reads while it writes: a server whose answers nobody takes takes no messages.
    async fn write(&mut self, mut bytes: &[u8]) {
        while !bytes.is_empty() {
            tokio::select! {
                biased;
                written = self.input.write(bytes) => {
                    bytes = bytes.get(written.expect("the server listens")..).unwrap_or_default();
                }
                buffered = self.output.fill_buf() => {
                    buffered.expect("the server speaks");
                    self.receive().await;
                }
            }
        }
    }

    /// Reads until every request has its answer.
    pub(crate) async fn answers(&mut self) {
        while !self.waiting.is_empty() {
            self.receive().await;
        }
    }

    /// Reads a message, and answers it where it asks something.
    async fn receive(&mut self) {
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
        let mut message: Value = serde_json::from_slice(&body).expect("a message");
        let Some(id) = message.get("id").cloned() else { return };
        if message.get("method").is_some() {
            let answer = json!({ "jsonrpc": "2.0", "id": id, "result": null });
            Box::pin(self.send(&answer)).await;
            return;
        }
        let left =
            self.waiting.get_mut(&id.to_string()).unwrap_or_else(|| panic!("{message} answers nothing"));
        *left -= 1;
        if *left == 0 {
            self.waiting.remove(&id.to_string());
        }
        self.result = message["result"].take();
    }

    /// Ends the server's input.
    async fn hang_up(mut self) {
        self.input.shutdown().await.expect("the server listens");
        let mut rest = Vec::new();
        self.output.read_to_end(&mut rest).await.expect("the server speaks");
    }
}

//! An editor's session with the server over its standard input and output. Answers are not decoded: what a client does
//! with them is not measured.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use affine_analyzer_tests::program;
use rustc_hash::FxHashMap;
use serde_json::{Value, json};

use crate::process;

pub(crate) const URI: &str = "file:///typing.mlir";
/// How long an answer is waited for.
const PATIENCE: Duration = Duration::from_secs(120);
/// Longer than the server waits before it says more.
const PAUSE: Duration = Duration::from_millis(700);

struct Message {
    body: Vec<u8>,
    at: Instant,
}

/// What became of a request.
#[derive(Clone, Copy)]
pub(crate) struct Answered {
    pub(crate) at: Instant,
    pub(crate) is_error: bool,
}

pub(crate) struct Session {
    child: Child,
    stdin: ChildStdin,
    arriving: Receiver<Message>,
    next_id: u64,
    version: i32,
    /// Asked and not answered yet, with the method.
    open: FxHashMap<u64, &'static str>,
    answered: FxHashMap<u64, Answered>,
    /// The id of the semantic tokens that came last.
    tokens: Option<String>,
}

impl Session {
    /// Starts the server as VS Code does, opens the text, and waits until all is known about it.
    pub(crate) fn of(text: &str) -> Self {
        let mut server = program::command(&["server", "--stdio"]);
        let mut child = server
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("the server starts");
        let stdin = child.stdin.take().expect("a pipe");
        let mut stdout = BufReader::new(child.stdout.take().expect("a pipe"));
        let (sender, arriving) = channel();
        std::thread::spawn(move || {
            while let Some(message) = read_message(&mut stdout) {
                if sender.send(message).is_err() {
                    return;
                }
            }
        });
        let mut session = Self {
            child,
            stdin,
            arriving,
            next_id: 0,
            version: 1,
            open: FxHashMap::default(),
            answered: FxHashMap::default(),
            tokens: None,
        };
        let capabilities = json!({
            "workspace": { "diagnostics": { "refreshSupport": true } },
            "textDocument": {
                "diagnostic": {},
                "documentSymbol": { "hierarchicalDocumentSymbolSupport": true },
                "foldingRange": { "lineFoldingOnly": true },
                "completion": { "completionItem": { "snippetSupport": true } },
                "codeAction": {
                    "codeActionLiteralSupport": { "codeActionKind": { "valueSet": ["quickfix", "refactor"] } },
                    "dataSupport": true,
                    "resolveSupport": { "properties": ["edit"] },
                },
            },
        });
        let params = json!({ "processId": null, "rootUri": null, "capabilities": capabilities });
        let start = session.ask("initialize", &params);
        session.wait(start);
        session.notify("initialized", &json!({}));
        let document = json!({ "uri": URI, "languageId": "mlir", "version": 1, "text": text });
        session.notify("textDocument/didOpen", &json!({ "textDocument": document }));
        session
    }

    fn send(&mut self, message: &Value) {
        let body = message.to_string();
        write!(self.stdin, "Content-Length: {}\r\n\r\n{body}", body.len())
            .and_then(|()| self.stdin.flush())
            .expect("the server reads");
    }

    fn notify(&mut self, method: &str, params: &Value) {
        self.send(&json!({ "jsonrpc": "2.0", "method": method, "params": params }));
    }

    /// Sends a change of the text.
    pub(crate) fn change(&mut self, range: &Value, text: &str) {
        self.version += 1;
        let document = json!({ "uri": URI, "version": self.version });
        let change = json!({ "range": range, "text": text });
        self.notify(
            "textDocument/didChange",
            &json!({ "textDocument": document, "contentChanges": [change] }),
        );
    }

    /// Sends a request.
    pub(crate) fn ask(&mut self, method: &'static str, params: &Value) -> u64 {
        self.next_id += 1;
        let id = self.next_id;
        self.open.insert(id, method);
        self.send(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }));
        id
    }

    /// Asks for the semantic tokens as they have changed since the last answer.
    pub(crate) fn ask_for_tokens(&mut self) -> u64 {
        let document = json!({ "uri": URI });
        match self.tokens.clone() {
            Some(last) => self.ask(
                "textDocument/semanticTokens/full/delta",
                &json!({ "textDocument": document, "previousResultId": last }),
            ),
            None => self.ask("textDocument/semanticTokens/full", &json!({ "textDocument": document })),
        }
    }

    /// Cancels what is not answered yet.
    pub(crate) fn cancel_all(&mut self) {
        let open: Vec<u64> = self.open.keys().copied().collect();
        for id in open {
            self.notify("$/cancelRequest", &json!({ "id": id }));
        }
    }

    /// Takes what arrives for so long.
    pub(crate) fn listen(&mut self, until: Instant) {
        while let Ok(message) = self.arriving.recv_timeout(until.saturating_duration_since(Instant::now())) {
            self.take(&message);
        }
    }

    fn take(&mut self, message: &Message) {
        let text = String::from_utf8_lossy(&message.body);
        // The server writes its answers' numbers last, and those of its own requests before the method.
        if text.contains("\"method\":\"") && !text.contains("\"result\":") {
            if let Ok(request) = serde_json::from_str::<Value>(&text)
                && let Some(id) = request.get("id")
            {
                self.send(&json!({ "jsonrpc": "2.0", "id": id, "result": null }));
            }
            return;
        }
        let Some(id) = text.rfind("\"id\":").and_then(|it| text[it + 5..].strip_suffix('}')?.parse().ok())
        else {
            return;
        };
        let method = self.open.remove(&id);
        if method.is_some_and(|it| it.starts_with("textDocument/semanticTokens"))
            && let Some(start) = text.find("\"resultId\":\"").map(|it| it + 12)
            && let Some(length) = text[start..].find('"')
        {
            self.tokens = Some(text[start..start + length].to_owned());
        }
        let is_error = text.starts_with("{\"jsonrpc\":\"2.0\",\"error\"");
        self.answered.insert(id, Answered { at: message.at, is_error });
    }

    /// What became of a request, if it is answered.
    pub(crate) fn answer(&self, id: u64) -> Option<Answered> {
        self.answered.get(&id).copied()
    }

    /// Waits for an answer.
    pub(crate) fn wait(&mut self, id: u64) -> Answered {
        let end = Instant::now() + PATIENCE;
        loop {
            if let Some(answered) = self.answered.get(&id) {
                return *answered;
            }
            let message = self.arriving.recv_timeout(end.saturating_duration_since(Instant::now()));
            self.take(&message.expect("an answer in time"));
        }
    }

    /// Waits until the server does nothing any more.
    pub(crate) fn settle(&mut self) {
        loop {
            let before = self.processor_time();
            self.listen(Instant::now() + PAUSE);
            if self.processor_time().saturating_sub(before) < PAUSE / 20 {
                return;
            }
        }
    }

    /// Of the server so far.
    pub(crate) fn processor_time(&self) -> Duration {
        process::time(self.child.id())
    }

    pub(crate) fn end(mut self) {
        let id = self.ask("shutdown", &Value::Null);
        self.wait(id);
        self.notify("exit", &Value::Null);
        let _ = self.child.wait();
    }
}

fn read_message(stdout: &mut impl BufRead) -> Option<Message> {
    let mut length = None;
    loop {
        let mut line = String::new();
        if stdout.read_line(&mut line).ok()? == 0 {
            return None;
        }
        match line.trim_end().split_once(": ") {
            Some(("Content-Length", value)) => length = value.parse().ok(),
            Some(_) => {}
            None => break,
        }
    }
    let mut body = vec![0; length?];
    stdout.read_exact(&mut body).ok()?;
    Some(Message { body, at: Instant::now() })
}

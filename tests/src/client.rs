//! An LSP peer that talks with the program over its standard input and output, as an editor does.
//!
//! It fails when it is dropped while messages of the server are unread, when an answer does not come within
//! [`PATIENCE`], and when the server's log tells of a panic.

use std::collections::VecDeque;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::program;

/// How long the server may take for anything, in a debug build on a machine with other work.
pub const PATIENCE: Duration = Duration::from_secs(120);

pub struct Client {
    child: Child,
    stdin: Option<ChildStdin>,
    arriving: Receiver<Arrived>,
    /// Arrived but not asked for yet, in order.
    unread: VecDeque<Arrived>,
    /// When the last byte of the message that was waited for last arrived.
    arrival: Instant,
    log: Option<JoinHandle<String>>,
    ignored: Vec<&'static str>,
    next_id: i64,
}

struct Arrived {
    message: Value,
    /// Before it was decoded.
    at: Instant,
}

impl Client {
    /// Starts the server and sends nothing.
    pub fn start() -> Self {
        Self::start_command(program::command(&["server", "--stdio"]))
    }

    /// Starts any language server that speaks over its standard input and output.
    pub fn start_command(mut server: Command) -> Self {
        let mut child =
            server.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let stdin = child.stdin.take();
        let mut stdout = BufReader::new(child.stdout.take().unwrap());
        let mut stderr = child.stderr.take().unwrap();
        let (sender, arriving) = channel();
        std::thread::spawn(move || {
            while let Some(message) = read_message(&mut stdout) {
                if sender.send(message).is_err() {
                    return;
                }
            }
        });
        let log = std::thread::spawn(move || {
            let mut log = String::new();
            stderr.read_to_string(&mut log).unwrap();
            log
        });
        Self {
            child,
            stdin,
            arriving,
            unread: VecDeque::new(),
            arrival: Instant::now(),
            log: Some(log),
            ignored: Vec::new(),
            next_id: 0,
        }
    }

    /// Starts the server and shakes hands; also gives the result of `initialize`.
    pub fn initialize(capabilities: &Value) -> (Self, Value) {
        let mut client = Self::start();
        let result = client.shake_hands(capabilities);
        (client, result)
    }

    /// Gives the result of `initialize`.
    pub fn shake_hands(&mut self, capabilities: &Value) -> Value {
        let params = json!({ "processId": null, "rootUri": null, "capabilities": capabilities });
        let result = self.request("initialize", &params);
        self.notify("initialized", &json!({}));
        result
    }

    /// The server's process.
    pub fn process_id(&self) -> u32 {
        self.child.id()
    }

    pub fn notify(&mut self, method: &str, params: &Value) {
        self.send(&json!({ "jsonrpc": "2.0", "method": method, "params": params }));
    }

    /// Sends a request and does not wait for its answer.
    pub fn start_request(&mut self, method: &str, params: &Value) -> i64 {
        self.next_id += 1;
        let id = self.next_id;
        self.send(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }));
        id
    }

    /// The answer to a request: its result, or its error.
    pub fn answer(&mut self, id: i64) -> Result<Value, Value> {
        let mut answer = self.wait(&format!("the answer to request {id}"), |message| {
            message["id"] == id && message.get("method").is_none()
        });
        match answer.get_mut("error") {
            Some(error) => Err(error.take()),
            None => Ok(answer["result"].take()),
        }
    }

    /// Sends a request that has to succeed.
    pub fn request(&mut self, method: &str, params: &Value) -> Value {
        self.try_request(method, params).unwrap_or_else(|error| panic!("{method} failed: {error}"))
    }

    pub fn try_request(&mut self, method: &str, params: &Value) -> Result<Value, Value> {
        let id = self.start_request(method, params);
        self.answer(id)
    }

    /// The parameters of the next notification of this method.
    pub fn notification(&mut self, method: &str) -> Value {
        self.wait(method, |message| message["method"] == method && message.get("id").is_none())["params"]
            .take()
    }

    /// Answers the server's next request of this method with `result(params)`; gives the parameters.
    pub fn serve(&mut self, method: &str, result: impl FnOnce(&Value) -> Value) -> Value {
        let mut request =
            self.wait(method, |message| message["method"] == method && message.get("id").is_some());
        let params = request["params"].take();
        self.send(&json!({ "jsonrpc": "2.0", "id": request["id"], "result": result(&params) }));
        params
    }

    pub fn open(&mut self, uri: &str, version: i32, text: &str) {
        let document = json!({ "uri": uri, "languageId": "mlir", "version": version, "text": text });
        self.notify("textDocument/didOpen", &json!({ "textDocument": document }));
    }

    /// Sends changes as the protocol has them: `{range, text}` or `{text}`.
    pub fn change(&mut self, uri: &str, version: i32, changes: &[Value]) {
        let params = json!({ "textDocument": { "uri": uri, "version": version }, "contentChanges": changes });
        self.notify("textDocument/didChange", &params);
    }

    pub fn close(&mut self, uri: &str) {
        self.notify("textDocument/didClose", &json!({ "textDocument": { "uri": uri } }));
    }

    pub fn syntax_tree(&mut self, uri: &str) -> String {
        let tree = self.request("affine/syntaxTree", &json!({ "textDocument": { "uri": uri } }));
        tree.as_str().unwrap().to_owned()
    }

    /// Does not care for messages of this method that nobody reads, before and after.
    pub fn ignore(&mut self, method: &'static str) {
        self.ignored.push(method);
    }

    /// Throws away what has arrived of this method.
    pub fn forget(&mut self, method: &str) {
        self.drain();
        self.unread.retain(|it| it.message["method"] != method);
    }

    /// When the last byte of the message that was waited for last arrived.
    pub fn arrival(&self) -> Instant {
        self.arrival
    }

    /// Ends the session as the protocol asks for.
    pub fn shut_down(mut self) -> ExitStatus {
        assert_eq!(self.request("shutdown", &Value::Null), Value::Null);
        self.exit()
    }

    /// Sends `exit` and waits for the process.
    pub fn exit(mut self) -> ExitStatus {
        self.send(&json!({ "jsonrpc": "2.0", "method": "exit" }));
        self.finish()
    }

    /// As [`Client::exit`], for a client that does not care any more.
    pub fn exit_and_ignore_answers(mut self) -> ExitStatus {
        self.send(&json!({ "jsonrpc": "2.0", "method": "exit" }));
        let status = self.finish();
        self.unread.extend(self.arriving.iter());
        self.unread.clear();
        status
    }

    /// Closes the server's standard input, as an editor that crashes does.
    pub fn hang_up(mut self) -> ExitStatus {
        self.stdin = None;
        self.finish()
    }

    fn finish(&mut self) -> ExitStatus {
        let start = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                self.drain();
                return status;
            }
            assert!(start.elapsed() < PATIENCE, "the server does not end");
            std::thread::sleep(Duration::from_millis(2));
        }
    }

    /// The first message that is wanted among those that have arrived; does not wait.
    pub fn take_arrived(&mut self, wanted: impl Fn(&Value) -> bool) -> Option<Value> {
        self.drain();
        let index = self.unread.iter().position(|it| wanted(&it.message))?;
        let arrived = self.unread.remove(index)?;
        self.arrival = arrived.at;
        Some(arrived.message)
    }

    /// Takes what has arrived.
    fn drain(&mut self) {
        self.unread.extend(self.arriving.try_iter());
    }

    /// Sends raw bytes, for messages that are none.
    pub fn send_raw(&mut self, bytes: &[u8]) {
        let stdin = self.stdin.as_mut().unwrap();
        stdin.write_all(bytes).unwrap();
        stdin.flush().unwrap();
    }

    pub fn send(&mut self, message: &Value) {
        let body = message.to_string();
        self.send_raw(format!("Content-Length: {}\r\n\r\n{body}", body.len()).as_bytes());
    }

    /// The first message that is wanted; the others stay unread in their order.
    pub fn wait(&mut self, what: &str, wanted: impl Fn(&Value) -> bool) -> Value {
        let start = Instant::now();
        let arrived = match self.unread.iter().position(|it| wanted(&it.message)) {
            Some(index) => self.unread.remove(index).unwrap(),
            None => loop {
                match self.arriving.recv_timeout(PATIENCE.saturating_sub(start.elapsed())) {
                    Ok(arrived) if wanted(&arrived.message) => break arrived,
                    Ok(arrived) => self.unread.push_back(arrived),
                    Err(RecvTimeoutError::Timeout) => {
                        panic!("{what} did not come; unread: {:#?}", self.unread_messages())
                    }
                    Err(RecvTimeoutError::Disconnected) => panic!("the server ended before {what}"),
                }
            },
        };
        self.arrival = arrived.at;
        arrived.message
    }

    fn unread_messages(&self) -> Vec<&Value> {
        self.unread.iter().map(|it| &it.message).collect()
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        // The process may have ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
        let log = self.log.take().unwrap().join().unwrap();
        if std::thread::panicking() {
            let _ = writeln!(std::io::stderr(), "the server's log:\n{log}");
            return;
        }
        assert!(!log.contains("panicked"), "the server panicked:\n{log}");
        // Reading goes on until the pipe is closed, so that nothing is missed.
        while let Ok(message) = self.arriving.recv() {
            self.unread.push_back(message);
        }
        self.unread.retain(|it| !self.ignored.iter().any(|method| it.message["method"] == *method));
        assert!(self.unread.is_empty(), "nobody read {:#?}", self.unread_messages());
    }
}

fn read_message(stdout: &mut impl BufRead) -> Option<Arrived> {
    let mut length = None;
    loop {
        let mut line = String::new();
        if stdout.read_line(&mut line).unwrap() == 0 {
            return None;
        }
        let line = line.strip_suffix("\r\n").expect("headers end in CRLF");
        if line.is_empty() {
            break;
        }
        let (name, value) = line.split_once(": ").expect("only the protocol may be on standard output");
        if name == "Content-Length" {
            length = Some(value.parse().unwrap());
        }
    }
    let mut body = vec![0; length.expect("a Content-Length")];
    stdout.read_exact(&mut body).ok()?;
    let at = Instant::now();
    Some(Arrived { message: serde_json::from_slice(&body).unwrap(), at })
}

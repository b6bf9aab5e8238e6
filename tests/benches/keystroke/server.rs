//! A server with one open document.

use std::process::Command;
use std::time::{Duration, Instant};

use affine_analyzer_tests::client::Client;
use affine_analyzer_tests::program;
use serde_json::{Value, json};

use crate::edits::{Keystroke, Sync};
use crate::figures::Figures;
use crate::process;

const URI: &str = "file:///keystroke.mlir";
const PUBLISH: &str = "textDocument/publishDiagnostics";
const REFRESH: &str = "workspace/diagnostic/refresh";
/// Longer than a server waits before it says more.
const PAUSE: Duration = Duration::from_millis(700);
/// How long a server is given after a document was closed.
const CLOSED: Duration = Duration::from_secs(4);

/// How diagnostics come to the client.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Delivery {
    Pushed,
    Pulled,
}

/// Times by the clock and of the processor, from opening a document on.
pub(crate) struct Opening {
    /// Until the first diagnostics.
    pub(crate) first: (Duration, Duration),
    /// Until the last ones.
    pub(crate) last: (Duration, Duration),
}

pub(crate) struct Server {
    client: Client,
    delivery: Delivery,
    sync: Sync,
    version: i32,
    capabilities: Value,
    /// From the start of the process to the answer to `initialize`.
    pub(crate) start: Duration,
}

impl Server {
    /// `None` for this program.
    pub(crate) fn start(peer: Option<&str>, delivery: Delivery) -> Self {
        let command = peer.map_or_else(|| program::command(&["server", "--stdio"]), Command::new);
        let start = Instant::now();
        let mut client = Client::start_command(command);
        let mut capabilities = json!({
            "textDocument": {
                "publishDiagnostics": { "versionSupport": true },
                "documentSymbol": { "hierarchicalDocumentSymbolSupport": true },
                "codeAction": {
                    "codeActionLiteralSupport": { "codeActionKind": { "valueSet": ["quickfix", "refactor"] } },
                    "dataSupport": true,
                    "resolveSupport": { "properties": ["edit"] },
                },
            },
        });
        if delivery == Delivery::Pulled {
            capabilities["textDocument"]["diagnostic"] = json!({});
            capabilities["workspace"]["diagnostics"] = json!({ "refreshSupport": true });
        }
        let params = json!({ "processId": null, "rootUri": null, "capabilities": capabilities });
        let mut answer = client.request("initialize", &params);
        let start = client.arrival() - start;
        client.notify("initialized", &json!({}));
        client.ignore("window/logMessage");
        client.ignore(PUBLISH);
        let sync = if peer.is_some() { Sync::Full } else { Sync::Incremental };
        let capabilities = answer["capabilities"].take();
        Self { client, delivery, sync, version: 0, capabilities, start }
    }

    /// Opens a text and waits until everything is said about it; also gives the lines that something is said about.
    pub(crate) fn open(&mut self, text: &str) -> (Opening, Vec<usize>) {
        self.version = 1;
        let before = process::time(self.client.process_id());
        let start = Instant::now();
        self.client.open(URI, 1, text);
        let mut said = match self.delivery {
            Delivery::Pushed => self.published()["params"]["diagnostics"].take(),
            Delivery::Pulled => self.pull(),
        };
        let used = |it: &Self| it.processor_time().saturating_sub(before);
        let first = (self.client.arrival() - start, used(self));
        let mut last = first;
        while let Some(more) = self.more() {
            said = more;
            last = (self.client.arrival() - start, used(self));
        }
        let lines = said.as_array().into_iter().flatten();
        let lines =
            lines.filter_map(|it| usize::try_from(it["range"]["start"]["line"].as_u64()?).ok()).collect();
        (Opening { first, last }, lines)
    }

    /// What is said next; `None` when the server does nothing any more.
    fn more(&mut self) -> Option<Value> {
        let mut quiet = (Instant::now(), self.processor_time());
        while quiet.0.elapsed() < PAUSE {
            let more = match self.delivery {
                Delivery::Pushed => self
                    .client
                    .take_arrived(|it| it["method"] == PUBLISH)
                    .map(|mut it| it["params"]["diagnostics"].take()),
                Delivery::Pulled => self.client.take_arrived(|it| it["method"] == REFRESH).map(|refresh| {
                    self.client.send(&json!({ "jsonrpc": "2.0", "id": refresh["id"], "result": null }));
                    self.pull()
                }),
            };
            if more.is_some() {
                return more;
            }
            let used = self.processor_time();
            if used > quiet.1 + PAUSE / 100 {
                quiet = (Instant::now(), used);
            }
            std::thread::sleep(Duration::from_millis(1));
        }
        None
    }

    fn processor_time(&self) -> Duration {
        process::time(self.client.process_id())
    }

    /// Types a keystroke and takes it back, `rounds` times, each time after a long pause. Until the first answer, and until
    /// all is said.
    pub(crate) fn type_and_rest(&mut self, keystroke: &Keystroke, rounds: usize) -> [Figures; 2] {
        let mut found: [Vec<(Duration, Duration)>; 2] = [Vec::new(), Vec::new()];
        for is_typed in (0..rounds).flat_map(|_| [true, false]) {
            let before = self.processor_time();
            let start = self.send_change(keystroke, is_typed);
            _ = match self.delivery {
                Delivery::Pushed => self.published(),
                Delivery::Pulled => self.pull(),
            };
            let mut last = self.client.arrival();
            let first = (last - start, self.processor_time().saturating_sub(before));
            while self.more().is_some() {
                last = self.client.arrival();
            }
            let all = (last - start, self.processor_time().saturating_sub(before));
            found[0].push(first);
            found[1].push(all);
        }
        found.map(|it| {
            let (times, mut used): (Vec<Duration>, Vec<Duration>) = it.into_iter().unzip();
            used.sort_unstable();
            let median = used.get(used.len() / 2).copied();
            Figures::of(times, median)
        })
    }

    fn pull(&mut self) -> Value {
        let params = json!({ "textDocument": { "uri": URI } });
        self.client.request("textDocument/diagnostic", &params)["items"].take()
    }

    /// Waits until the server does nothing any more.
    pub(crate) fn settle(&self) {
        loop {
            std::thread::sleep(PAUSE);
            let before = process::time(self.client.process_id());
            std::thread::sleep(PAUSE);
            let used = process::time(self.client.process_id()).saturating_sub(before);
            if used < PAUSE / 20 {
                return;
            }
        }
    }

    fn published(&mut self) -> Value {
        let version = self.version;
        self.client.wait("diagnostics of this version", |message| {
            message["method"] == PUBLISH && message["params"]["version"] == version
        })
    }

    fn send_change(&mut self, keystroke: &Keystroke, is_typed: bool) -> Instant {
        self.version += 1;
        let document = json!({ "uri": URI, "version": self.version });
        let params =
            json!({ "textDocument": document, "contentChanges": [keystroke.change(self.sync, is_typed)] });
        let body =
            json!({ "jsonrpc": "2.0", "method": "textDocument/didChange", "params": params }).to_string();
        let message = format!("Content-Length: {}\r\n\r\n{body}", body.len());
        let start = Instant::now();
        self.client.send_raw(message.as_bytes());
        start
    }

    /// A keystroke typed and taken back, `rounds` times, as somebody types: one by one without long pauses.
    pub(crate) fn type_(&mut self, keystroke: &Keystroke, rounds: usize) -> Figures {
        // The peer publishes whatever has changed.
        let is_heard = keystroke.is_heard || self.sync == Sync::Full;
        let mut times = Vec::new();
        let mut cpu = Duration::ZERO;
        // The first change after a pause is answered in one go: it is no typing yet.
        for round in 0..=rounds {
            if round == 1 {
                times.clear();
                cpu = process::time(self.client.process_id());
            }
            for is_typed in [true, false] {
                let start = self.send_change(keystroke, is_typed);
                if is_heard {
                    self.published();
                    times.push(self.client.arrival() - start);
                } else {
                    // Nothing is sent where nothing has changed. This is time enough to find that out.
                    std::thread::sleep(Duration::from_millis(20));
                }
            }
        }
        let cpu = process::time(self.client.process_id()).saturating_sub(cpu);
        let count = u32::try_from(2 * rounds).unwrap_or(u32::MAX);
        self.settle();
        Figures::of(times, Some(cpu / count))
    }

    /// Types a keystroke and takes it back, `rounds` times, and asks what an editor asks after it, until all is answered.
    pub(crate) fn type_and_ask(
        &mut self,
        keystroke: &Keystroke,
        requests: &[(&str, Value)],
        rounds: usize,
    ) -> Figures {
        let document = json!({ "uri": URI });
        let params = json!({ "textDocument": document });
        let mut tokens = self.client.request("textDocument/semanticTokens/full", &params)["resultId"].take();
        let (mut times, mut used) = (Vec::new(), Vec::new());
        // The first keys compute what the others find.
        for (index, is_typed) in (0..=rounds).flat_map(|it| [(it, true), (it, false)]) {
            while self.more().is_some() {}
            let before = self.processor_time();
            let start = self.send_change(keystroke, is_typed);
            for (method, params) in requests {
                let mut params = params.clone();
                params["textDocument"] = document.clone();
                let is_delta = method.ends_with("/delta");
                if is_delta {
                    params["previousResultId"] = tokens.take();
                }
                let mut answer = self.client.request(method, &params);
                if is_delta {
                    tokens = answer["resultId"].take();
                }
            }
            if index > 0 {
                times.push(self.client.arrival() - start);
                used.push(self.processor_time().saturating_sub(before));
            }
        }
        while self.more().is_some() {}
        used.sort_unstable();
        Figures::of(times, used.get(used.len() / 2).copied())
    }

    pub(crate) fn answers(&self, capability: &str) -> bool {
        !matches!(self.capabilities[capability], Value::Null | Value::Bool(false))
    }

    /// The first of some requests, which may compute what the others find, and those.
    pub(crate) fn ask(&mut self, method: &str, mut params: Value, rounds: usize) -> [Figures; 2] {
        params["textDocument"] = json!({ "uri": URI });
        [1, rounds].map(|rounds| {
            let before = process::time(self.client.process_id());
            let mut times = Vec::new();
            for _ in 0..rounds {
                let start = Instant::now();
                self.client.request(method, &params);
                times.push(self.client.arrival() - start);
            }
            let cpu = process::time(self.client.process_id()).saturating_sub(before);
            Figures::of(times, Some(cpu / u32::try_from(rounds).unwrap_or(u32::MAX)))
        })
    }

    /// In MiB.
    pub(crate) fn memory(&self) -> u64 {
        process::memory(self.client.process_id())
    }

    /// Closes the document and waits until the server has had time to give its memory back.
    pub(crate) fn close(&mut self) {
        self.client.notify("textDocument/didClose", &json!({ "textDocument": { "uri": URI } }));
        std::thread::sleep(CLOSED);
    }

    pub(crate) fn end(self) {
        self.client.shut_down();
    }
}

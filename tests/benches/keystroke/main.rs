//! From a keystroke to the diagnostics it changes: ours and `mlir-lsp-server` over standard input and output, in turns.
//!
//! Every second keystroke breaks the name of a value and the next one mends it, so that both servers have something
//! new to say each time. Times are from the first byte of `didChange` to the whole notification.
#![expect(
    clippy::print_stdout,
    clippy::expect_used,
    reason = "a benchmark prints its table, and ends at a surprise"
)]

mod cpu;

use std::process::Command;
use std::time::{Duration, Instant};

use affine_analyzer_tests::affine_code::affine_code;
use affine_analyzer_tests::client::Client;
use affine_analyzer_tests::requirement;
use serde_json::{Value, json};

const URI: &str = "file:///keystroke.mlir";
const ROUNDS: usize = 30;

fn main() {
    let peer = requirement::program(&["mlir-lsp-server-22", "mlir-lsp-server"]);
    println!("| lines | server | median | 95 % | CPU |\n|---|---|---|---|---|");
    for lines in [1_000, 10_000, 100_000] {
        let text = affine_code(lines, 1);
        let edit = Keystroke::in_the_middle(&text);
        let mut ours = Server::open(Client::start(), &text, Sync::Incremental);
        let mut theirs =
            peer.as_ref().map(|it| Server::open(Client::start_command(Command::new(it)), &text, Sync::Full));
        for _ in 0..ROUNDS {
            ours.measure(&edit);
            if let Some(theirs) = &mut theirs {
                theirs.measure(&edit);
            }
        }
        let ours = ours.finish();
        println!("| {lines} | affine-analyzer | {ours} |");
        if let Some(theirs) = theirs.map(Server::finish) {
            println!("| {lines} | mlir-lsp-server | {theirs} |");
            println!("| {lines} | times faster | {} |", ours.ratios(&theirs));
        }
    }
}

/// One character typed into the name of a value that is used, and taken back.
struct Keystroke {
    line: u32,
    character: u32,
    broken: String,
    whole: String,
}

impl Keystroke {
    fn in_the_middle(text: &str) -> Self {
        let middle = text.len() / 2;
        let start = text[middle..].find(" = affine.load").expect("a load") + middle;
        let line_start = text[..start].rfind('\n').map_or(0, |it| it + 1);
        let count = |count: usize| u32::try_from(count).expect("a small text");
        Self {
            line: count(text[..start].matches('\n').count()),
            character: count(start - line_start),
            broken: format!("{}x{}", &text[..start], &text[start..]),
            whole: text.to_owned(),
        }
    }

    fn change(&self, sync: Sync, breaks: bool) -> Value {
        let (line, character) = (self.line, self.character);
        match (sync, breaks) {
            (Sync::Full, true) => json!({ "text": self.broken }),
            (Sync::Full, false) => json!({ "text": self.whole }),
            (Sync::Incremental, _) => {
                let start = json!({ "line": line, "character": character });
                let end = json!({ "line": line, "character": character + u32::from(!breaks) });
                json!({ "range": { "start": start, "end": end }, "text": if breaks { "x" } else { "" } })
            }
        }
    }
}

/// How a server takes changes; the peer takes whole texts only.
#[derive(Clone, Copy)]
enum Sync {
    Incremental,
    Full,
}

struct Server {
    client: Client,
    sync: Sync,
    version: i32,
    times: Vec<Duration>,
    cpu_before: Duration,
}

impl Server {
    fn open(mut client: Client, text: &str, sync: Sync) -> Self {
        client.ignore("window/logMessage");
        client.shake_hands(&json!({ "textDocument": { "publishDiagnostics": { "versionSupport": true } } }));
        client.open(URI, 1, text);
        client.notification("textDocument/publishDiagnostics");
        let cpu_before = cpu::time(client.process_id());
        Self { client, sync, version: 1, times: Vec::new(), cpu_before }
    }

    /// A keystroke that breaks, and one that mends.
    fn measure(&mut self, keystroke: &Keystroke) {
        for breaks in [true, false] {
            self.version += 1;
            let document = json!({ "uri": URI, "version": self.version });
            let changes = [keystroke.change(self.sync, breaks)];
            let params = json!({ "textDocument": document, "contentChanges": changes });
            let body =
                json!({ "jsonrpc": "2.0", "method": "textDocument/didChange", "params": params }).to_string();
            let message = format!("Content-Length: {}\r\n\r\n{body}", body.len());
            let start = Instant::now();
            self.client.send_raw(message.as_bytes());
            let published = self.client.notification("textDocument/publishDiagnostics");
            self.times.push(start.elapsed());
            let errors = published["diagnostics"].as_array().expect("a list").iter();
            let errors = errors.filter(|it| it["severity"] == 1).count();
            assert_eq!(errors > 0, breaks, "{published}");
        }
    }

    fn finish(mut self) -> Figures {
        let cpu = cpu::time(self.client.process_id()).saturating_sub(self.cpu_before);
        let count = u32::try_from(self.times.len()).expect("few keystrokes");
        self.times.sort_unstable();
        let at = |share: usize| self.times[(self.times.len() - 1) * share / 100];
        let figures = Figures { median: at(50), most: at(95), cpu: cpu / count };
        self.client.shut_down();
        figures
    }
}

/// Per keystroke.
struct Figures {
    median: Duration,
    most: Duration,
    cpu: Duration,
}

impl Figures {
    fn ratios(&self, peer: &Self) -> String {
        let ratio = |ours: Duration, theirs: Duration| theirs.as_secs_f64() / ours.as_secs_f64().max(1e-9);
        format!(
            "{:.0} | {:.0} | {:.0}",
            ratio(self.median, peer.median),
            ratio(self.most, peer.most),
            ratio(self.cpu, peer.cpu)
        )
    }
}

impl std::fmt::Display for Figures {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:.2?} | {:.2?} | {:.2?}", self.median, self.most, self.cpu)
    }
}

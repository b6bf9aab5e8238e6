//! A session with the server: what is sent, and which answers are awaited before it ends. A client that ends a session at once
//! cancels what it has asked for.

use std::collections::BTreeSet;
use std::io::{BufRead, BufReader, Write};
use std::process::Child;
use std::sync::mpsc::channel;
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;

/// However busy the machine is.
const PATIENCE: Duration = Duration::from_secs(120);

/// The messages of a client, framed.
#[derive(Default)]
pub(crate) struct Session {
    pub(crate) messages: Vec<u8>,
    /// Sent once all awaited answers are there.
    pub(crate) end: Vec<u8>,
    /// The ids of the requests that have to be answered.
    pub(crate) awaited: BTreeSet<u64>,
}

pub(crate) fn framed(message: &str, length: usize) -> Vec<u8> {
    format!("Content-Length: {length}\r\n\r\n{message}").into_bytes()
}

impl Session {
    /// Talks with a server; whether it gave all answers, or ended.
    pub(crate) fn hold(&self, child: &mut Child) -> bool {
        let mut input = child.stdin.take().expect("it is piped");
        let mut output = BufReader::new(child.stdout.take().expect("it is piped"));
        let (sender, answers) = channel();
        thread::spawn(move || {
            while let Some(message) = read(&mut output) {
                // Nobody listens at the end of the session.
                _ = sender.send(message);
            }
        });
        thread::scope(|scope| {
            // A server that ends before it has read all is looked at by its status.
            let writing = scope.spawn(move || {
                _ = input.write_all(&self.messages).and_then(|()| input.flush());
                input
            });
            let (mut awaited, until) = (self.awaited.clone(), Instant::now() + PATIENCE);
            while !awaited.is_empty() {
                let Ok(answer) = answers.recv_timeout(until.saturating_duration_since(Instant::now())) else {
                    break;
                };
                if answer.get("method").is_none() {
                    answer.get("id").and_then(Value::as_u64).map(|it| awaited.remove(&it));
                }
            }
            let is_late = Instant::now() >= until;
            // A server that reads no more is ended first, or nobody would come to the end of writing.
            if is_late {
                _ = child.kill();
            }
            if let Ok(mut input) = writing.join() {
                _ = input.write_all(&self.end);
            }
            !is_late
        })
    }
}

/// The next message of a server; `None` at the end.
fn read(output: &mut impl BufRead) -> Option<Value> {
    let mut length = None;
    loop {
        let mut line = String::new();
        if output.read_line(&mut line).ok()? == 0 {
            return None;
        }
        match line.trim_end().split_once(": ") {
            Some(("Content-Length", value)) => length = value.parse().ok(),
            Some(_) => {}
            None => break,
        }
    }
    let mut content = vec![0; length?];
    output.read_exact(&mut content).ok()?;
    serde_json::from_slice(&content).ok()
}

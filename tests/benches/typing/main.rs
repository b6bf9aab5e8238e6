//! What VS Code sends after each key, replayed at the speed at which people type: how long the list of completions takes
//! among all the other requests, and the time of the server's processor.
//!
//! Arguments: sizes in lines. Fails where the list takes longer than [`BOUND`] in the median.
#![expect(clippy::print_stdout, reason = "a benchmark prints its tables")]

#[path = "../keystroke/process.rs"]
#[expect(dead_code, reason = "memory is the other benchmark's")]
mod process;
mod session;

use std::time::{Duration, Instant};

use affine_analyzer_tests::affine_code::affine_code;
use serde_json::{Value, json};
use session::{Session, URI};

/// Between two keys.
const KEY: Duration = Duration::from_millis(120);
/// How long the list may take, in the median.
const BOUND: Duration = Duration::from_millis(50);
/// What is typed on a line of its own.
const TYPED: &str = "%q = affine.load";
const ROUNDS: usize = 3;

/// What is asked about all of a document after each key.
const WHOLE_FILE: [&str; 6] = [
    "textDocument/diagnostic",
    "textDocument/semanticTokens/full/delta",
    "textDocument/codeLens",
    "textDocument/foldingRange",
    "textDocument/documentLink",
    "textDocument/documentSymbol",
];

fn main() {
    let sizes: Vec<usize> = std::env::args().skip(1).filter_map(|it| it.parse().ok()).collect();
    let sizes = if sizes.is_empty() { vec![1_000, 20_000, 100_000] } else { sizes };
    println!(
        "| lines | list, median | list, longest | without a list | CPU per key | of it change and list alone |"
    );
    println!("|--:|--:|--:|--:|--:|--:|");
    let mut alone = Vec::new();
    let mut is_late = false;
    for lines in sizes {
        let text = affine_code(lines, 1);
        let place = Place::in_middle(&text);
        let mut session = Session::of(&text);
        // Everything was asked for once before somebody types.
        for method in WHOLE_FILE {
            let id = ask(&mut session, method, &place, 0);
            session.wait(id);
        }
        session.settle();
        let all = typed(&mut session, &place, true);
        session.settle();
        let few = typed(&mut session, &place, false);
        is_late |= all.median().is_none_or(|it| it > BOUND);
        println!(
            "| {lines} | {} | {} | {} | {} | {} |",
            shown(all.median()),
            shown(all.lists.iter().flatten().max().copied()),
            all.lists.iter().filter(|it| it.is_none()).count(),
            shown(Some(all.per_key)),
            shown(Some(few.per_key))
        );
        for method in WHOLE_FILE {
            alone.push((lines, method, after_a_key(&mut session, &place, method)));
        }
        session.end();
    }
    println!("\n| lines | alone after a key | median | CPU |\n|--:|---|--:|--:|");
    for (lines, method, (median, cpu)) in alone {
        println!("| {lines} | `{method}` | {} | {} |", shown(Some(median)), shown(Some(cpu)));
    }
    assert!(!is_late, "the list takes longer than {BOUND:?}");
}

/// A line in the middle of a text, before which another one is typed.
struct Place {
    line: usize,
}

impl Place {
    fn in_middle(text: &str) -> Self {
        let middle = text.len() / 2;
        let at = text[middle..].find(" = affine.load").map_or(middle, |it| it + middle);
        Self { line: text[..at].matches('\n').count() }
    }

    fn position(&self, typed: usize) -> Value {
        json!({ "line": self.line, "character": typed })
    }

    /// Of so many letters.
    fn range(&self, start: usize, end: usize) -> Value {
        json!({ "start": self.position(start), "end": self.position(end) })
    }

    fn line_start(&self, line: usize) -> Value {
        json!({ "line": line, "character": 0 })
    }
}

/// Sends the request of a method, where so many letters are typed.
fn ask(session: &mut Session, method: &'static str, place: &Place, typed: usize) -> u64 {
    let document = json!({ "uri": URI });
    let visible = json!({ "start": place.line_start(place.line.saturating_sub(30)),
        "end": place.line_start(place.line + 30) });
    let params = match method {
        "textDocument/semanticTokens/full/delta" => return session.ask_for_tokens(),
        "textDocument/completion" => json!({ "textDocument": document, "position": place.position(typed),
            "context": { "triggerKind": 1 } }),
        "textDocument/inlayHint" => json!({ "textDocument": document, "range": visible }),
        "textDocument/codeAction" => json!({ "textDocument": document,
            "range": place.range(typed, typed), "context": { "diagnostics": [], "triggerKind": 2 } }),
        "textDocument/signatureHelp" | "textDocument/documentHighlight" => {
            json!({ "textDocument": document, "position": place.position(typed) })
        }
        _ => json!({ "textDocument": document }),
    };
    session.ask(method, &params)
}

struct Typed {
    /// From the key to the list; `None` where the next key came before it.
    lists: Vec<Option<Duration>>,
    /// Of the processor.
    per_key: Duration,
}

impl Typed {
    fn median(&self) -> Option<Duration> {
        let mut sorted = self.lists.clone();
        // No list is the longest wait.
        sorted.sort_by_key(|it| it.unwrap_or(Duration::MAX));
        *sorted.get(sorted.len() / 2)?
    }
}

/// Types a line and takes it away, again and again; each key cancels what is open, as the editor does.
fn typed(session: &mut Session, place: &Place, asks_all: bool) -> Typed {
    let mut lists = Vec::new();
    let before = session.processor_time();
    for _ in 0..ROUNDS {
        session.change(&place.range(0, 0), "\n");
        for (typed, letter) in TYPED.char_indices() {
            let start = Instant::now();
            session.cancel_all();
            session.change(&place.range(typed, typed), letter.encode_utf8(&mut [0; 4]));
            let others = asks_all.then(|| ask(session, "textDocument/diagnostic", place, typed + 1));
            let list = ask(session, "textDocument/completion", place, typed + 1);
            if others.is_some() {
                let first = ["textDocument/signatureHelp", "textDocument/inlayHint"];
                let last = ["textDocument/codeAction", "textDocument/documentHighlight"];
                for method in first.into_iter().chain(WHOLE_FILE.into_iter().skip(1)).chain(last) {
                    ask(session, method, place, typed + 1);
                }
            }
            session.listen(start + KEY);
            let answered = session.answer(list).filter(|it| !it.is_error);
            lists.push(answered.map(|it| it.at.saturating_duration_since(start)));
        }
        session.cancel_all();
        let end = json!({ "line": place.line + 1, "character": 0 });
        session.change(&json!({ "start": place.line_start(place.line), "end": end }), "");
        session.listen(Instant::now() + KEY);
    }
    let used = session.processor_time().saturating_sub(before);
    Typed { lists, per_key: used / u32::try_from(ROUNDS * TYPED.len()).unwrap_or(u32::MAX) }
}

/// The time to the answer and of the processor of one request after a key, without those of the key alone.
fn after_a_key(session: &mut Session, place: &Place, method: &'static str) -> (Duration, Duration) {
    const KEYS: u32 = 10;
    session.change(&place.range(0, 0), "\n");
    let keys = |session: &mut Session, asks: bool| {
        let before = session.processor_time();
        let mut times = Vec::new();
        for _ in 0..KEYS {
            let start = Instant::now();
            session.change(&place.range(0, 0), "/");
            if asks {
                let id = ask(session, method, place, 1);
                times.push(session.wait(id).at.saturating_duration_since(start));
            }
            session.listen(start + KEY);
        }
        session.change(&place.range(0, KEYS as usize), "");
        times.sort_unstable();
        (times.get(times.len() / 2).copied().unwrap_or_default(), session.processor_time() - before)
    };
    let first = ask(session, method, place, 0);
    session.wait(first);
    session.settle();
    let (_, without) = keys(session, false);
    session.settle();
    let (median, with) = keys(session, true);
    session.change(
        &json!({ "start": place.line_start(place.line), "end": place.line_start(place.line + 1) }),
        "",
    );
    session.settle();
    (median, with.saturating_sub(without) / KEYS)
}

fn shown(time: Option<Duration>) -> String {
    time.map_or_else(|| "–".to_owned(), |it| format!("{:.1} ms", it.as_secs_f64() * 1e3))
}

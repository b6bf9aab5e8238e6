//! A random session: edits, requests and cancellations without waiting, documents opened and closed in between. Every
//! request is answered or cancelled, what the server then says is what a fresh one says, and no memory is kept.
//!
//! `AFFINE_ANALYZER_SESSION_SECONDS` makes it longer; the same seed sends the same messages.

use std::io::Write;
use std::ops::Range;
use std::time::{Duration, Instant};

use affine_analyzer_tests::affine_code::affine_code;
use affine_analyzer_tests::client::Client;
use affine_analyzer_tests::random::Random;
use serde_json::{Value, json};

use crate::memory::{analyse, resident};
use crate::{PUBLISH, URI, able, range};

const OTHER: &str = "untitled:Untitled-1";

/// Messages that are sent before the answers so far are looked at.
const BURST: usize = 2_000;
/// How long it takes unless the user says so.
const SECONDS: u64 = 4;
const LINES: usize = 400;
/// Rounds until tables and heaps have the size that they keep.
const WARM_UP: usize = 2;

/// Cancelled by the client, overtaken by an edit, cancelled by the server, not possible here, not open.
const REFUSALS: [i64; 5] = [-32800, -32801, -32802, -32803, -32602];

const PIECES: &[&str] = &[
    "",
    "",
    "x",
    "0",
    " ",
    "\n",
    "%i",
    "%",
    "{",
    "}",
    "(",
    ")",
    "[",
    "]",
    ",",
    ":",
    "// note\n",
    "😀",
    "ä",
    "affine.for %q = 0 to 8 {\n}\n",
    "func.func private @g()\n",
    "\"",
    "-> ",
    "#map",
    "// -----\n",
];

/// Lines of ASCII and other text, as the client has them.
pub(crate) struct Text {
    pub(crate) lines: Vec<String>,
}

impl Text {
    pub(crate) fn new(text: &str) -> Self {
        Self { lines: text.split('\n').map(str::to_owned).collect() }
    }

    pub(crate) fn whole(&self) -> String {
        self.lines.join("\n")
    }

    /// A place in a random line: its number, and a byte offset and a column of UTF-16 in it.
    fn place(&self, random: &mut Random) -> (usize, usize, usize) {
        let line = random.below(self.lines.len());
        let text = &self.lines[line];
        let mut byte = random.below(text.len() + 1);
        while !text.is_char_boundary(byte) {
            byte -= 1;
        }
        (line, byte, text[..byte].encode_utf16().count())
    }

    /// Inserts something, or replaces some characters of one line.
    fn edit(&mut self, random: &mut Random) -> Value {
        let (line, start, column) = self.place(random);
        let insert = PIECES[random.below(PIECES.len())];
        let removed: String = self.lines[line][start..].chars().take(random.below(4)).collect();
        let end = column + removed.encode_utf16().count();
        self.replace(line, start..start + removed.len(), insert);
        json!({ "range": range((line, column), (line, end)), "text": insert })
    }

    /// Replaces bytes of a line.
    pub(crate) fn replace(&mut self, line: usize, bytes: Range<usize>, insert: &str) {
        let text = &self.lines[line];
        let changed = format!("{}{insert}{}", &text[..bytes.start], &text[bytes.end..]);
        self.lines.splice(line..=line, changed.split('\n').map(str::to_owned));
    }
}

/// A request about a random place, as an editor sends them while somebody types and looks around.
fn request(text: &Text, random: &mut Random) -> (&'static str, Value) {
    const ABOUT_A_PLACE: &[&str] = &[
        "completion",
        "definition",
        "documentHighlight",
        "hover",
        "linkedEditingRange",
        "prepareRename",
        "signatureHelp",
        "typeDefinition",
        "references",
        "rename",
    ];
    const ABOUT_A_DOCUMENT: &[&str] = &[
        "codeLens",
        "diagnostic",
        "documentLink",
        "documentSymbol",
        "foldingRange",
        "semanticTokens/full",
        "formatting",
    ];
    const ABOUT_A_RANGE: &[&str] = &["codeAction", "inlayHint", "semanticTokens/range", "rangeFormatting"];
    const METHODS: &[&[&str]] = &[ABOUT_A_PLACE, ABOUT_A_DOCUMENT, ABOUT_A_RANGE];
    let methods = METHODS[random.below(METHODS.len())];
    let method = methods[random.below(methods.len())];
    let (line, _, column) = text.place(random);
    let position = json!({ "line": line, "character": column });
    let params = json!({
        "textDocument": { "uri": URI },
        "position": position,
        "range": { "start": position, "end": { "line": line + random.below(20), "character": 0 } },
        "context": { "includeDeclaration": true, "diagnostics": [] },
        "options": { "tabSize": 2, "insertSpaces": true },
        "newName": "renamed",
    });
    (method, params)
}

/// What a server says in the end about a text.
fn diagnostics(client: &mut Client) -> Value {
    let params = json!({ "textDocument": { "uri": URI } });
    client.request("textDocument/diagnostic", &params)["items"].take()
}

/// What is put together of parts, some of them kept from answers to earlier texts.
pub(crate) fn answers_about_all(client: &mut Client, uri: &str) -> Vec<Value> {
    const METHODS: [&str; 5] =
        ["codeLens", "documentLink", "documentSymbol", "foldingRange", "semanticTokens/full"];
    let params = json!({ "textDocument": { "uri": uri } });
    let ask = |method| {
        let mut answer = client.request(&format!("textDocument/{method}"), &params);
        // The number of the answer is another one.
        answer.as_object_mut().and_then(|it| it.remove("resultId"));
        answer
    };
    METHODS.map(ask).into()
}

/// Every diagnostic is asked for, so that none is left out that another one is nearer to the last edit.
pub(crate) fn start() -> Client {
    let (mut client, _) = Client::initialize(&able());
    client.ignore(PUBLISH);
    let settings = json!({ "settings": { "diagnostics": { "limit": 100_000 } } });
    client.notify("workspace/didChangeConfiguration", &settings);
    client
}

/// One burst of messages; gives the requests that wait for an answer.
fn burst(
    client: &mut Client,
    text: &mut Text,
    version: &mut i32,
    random: &mut Random,
) -> Vec<(i64, &'static str)> {
    let mut waiting = Vec::new();
    for _ in 0..BURST {
        match random.below(10) {
            0..5 => {
                *version += 1;
                let changes: Vec<Value> = (0..=random.below(2)).map(|_| text.edit(random)).collect();
                client.change(URI, *version, &changes);
            }
            5..8 => {
                let (method, params) = request(text, random);
                waiting.push((client.start_request(&format!("textDocument/{method}"), &params), method));
            }
            8 => {
                if let Some((id, _)) = waiting.get(random.below(waiting.len())) {
                    client.notify("$/cancelRequest", &json!({ "id": id }));
                }
            }
            _ if random.below(8) > 0 => {
                let params = json!({ "query": "kern" });
                waiting.push((client.start_request("workspace/symbol", &params), "symbol"));
            }
            _ => {
                client.open(OTHER, 1, "func.func @other() {\n  return\n}\n");
                client.close(OTHER);
            }
        }
    }
    waiting
}

/// Puts the first text back and asks everything of it, so that two states compare.
fn settle(client: &mut Client, original: &str, version: &mut i32) {
    *version += 1;
    client.change(URI, *version, &[json!({ "text": original })]);
    analyse(client, URI);
}

#[test]
fn every_request_is_answered_and_nothing_is_left() {
    let seconds = std::env::var("AFFINE_ANALYZER_SESSION_SECONDS").ok().and_then(|it| it.parse().ok());
    let duration = Duration::from_secs(seconds.unwrap_or(SECONDS));
    let original = affine_code(LINES, 3);
    let mut random = Random::new(11);
    let mut client = start();
    let (mut text, mut version) = (Text::new(&original), 1);
    client.open(URI, version, &original);

    let (mut requests, mut refused, mut rounds) = (0, 0, 0);
    let mut before = 0;
    let begun = Instant::now();
    while rounds <= WARM_UP || begun.elapsed() < duration {
        for (id, method) in burst(&mut client, &mut text, &mut version, &mut random) {
            requests += 1;
            if let Err(error) = client.answer(id) {
                refused += 1;
                assert!(REFUSALS.iter().any(|it| error["code"] == *it), "{method}: {error}");
            }
        }
        let found = diagnostics(&mut client);
        let mut fresh = start();
        fresh.open(URI, 1, &text.whole());
        assert_eq!(found, diagnostics(&mut fresh), "round {rounds}\n{}", text.whole());
        assert_eq!(client.syntax_tree(URI), fresh.syntax_tree(URI), "round {rounds}");
        let answers = [&mut client, &mut fresh].map(|it| answers_about_all(it, URI));
        assert_eq!(answers[0], answers[1], "round {rounds}\n{}", text.whole());
        fresh.shut_down();
        settle(&mut client, &original, &mut version);
        text = Text::new(&original);
        client.forget(PUBLISH);
        rounds += 1;
        if rounds == WARM_UP {
            before = resident(&client).unwrap_or_default();
        }
    }
    let after = resident(&client).unwrap_or_default();
    let _ = writeln!(
        std::io::stderr(),
        "{rounds} rounds, {version} edits, {requests} requests, {refused} cancelled or overtaken, {before} kB before and {after} kB after"
    );
    // What the allocator keeps back varies from round to round; a leak grows with every one of many.
    let most = if seconds.is_some() { before * 12 / 10 } else { before * 3 / 2 };
    assert!(after <= most, "{before} kB before and {after} kB after");
    client.shut_down();
}

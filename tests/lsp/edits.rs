//! Edits in order: thousands in a burst, several per message, and the server's text is still the client's.

use affine_analyzer_tests::client::Client;
use affine_analyzer_tests::random::Random;
use serde_json::{Value, json};

use crate::{KERNEL, URI, able, at, finish, range};

const FRESH: &str = "file:///fresh.mlir";
const PIECES: &[&str] = &[
    "",
    "",
    "{",
    "}",
    "\n",
    "\r\n",
    "%i",
    "😀",
    "ä",
    " ",
    "affine.for %j = 0 to 8 {\n}\n",
    "// x\n",
    "\"",
    "(",
    ")",
    "[",
    "]",
    "->",
    "#map",
    "!t",
    "@f",
    "func.func @g() {\n  return\n}\n",
    "^bb0:",
    "0x1F",
    "-",
];

/// A document as the client has it.
struct Text(Vec<char>);

impl Text {
    /// Replaces a random range and says so as the protocol does, in UTF-16.
    fn edit(&mut self, random: &mut Random) -> Value {
        let start = random.below(self.0.len() + 1);
        let end = (start + random.below(6)).min(self.0.len());
        let (start, end) = (self.outside_line_end(start), self.outside_line_end(end));
        let insert = random.pick(PIECES);
        let change = json!({ "range": range(self.position(start), self.position(end)), "text": insert });
        self.0.splice(start..end, insert.chars());
        change
    }

    /// No position names the place between the two characters that end a line.
    fn outside_line_end(&self, index: usize) -> usize {
        let is_inside = index > 0 && self.0[index - 1] == '\r' && self.0.get(index) == Some(&'\n');
        if is_inside { index - 1 } else { index }
    }

    fn position(&self, index: usize) -> (usize, usize) {
        let (mut line, mut character) = (0, 0);
        for (at, char) in self.0[..index].iter().enumerate() {
            let ends_line = *char == '\n' || *char == '\r' && self.0.get(at + 1) != Some(&'\n');
            if ends_line {
                (line, character) = (line + 1, 0);
            } else {
                character += char.len_utf16();
            }
        }
        (line, character)
    }

    fn string(&self) -> String {
        self.0.iter().collect()
    }
}

/// Compares what the server has with the same text freshly opened.
fn assert_same_text(client: &mut Client, text: &Text) {
    let edited = client.syntax_tree(URI);
    client.open(FRESH, 1, &text.string());
    let fresh = client.syntax_tree(FRESH);
    client.close(FRESH);
    assert_eq!(edited, fresh, "{:?}", text.string());
}

#[test]
fn thousands_in_a_burst() {
    let (mut client, _) = Client::initialize(&able());
    let mut text = Text(KERNEL.chars().collect());
    let mut random = Random::new(1);
    client.open(URI, 0, KERNEL);
    for version in 1..=3000 {
        let change = text.edit(&mut random);
        client.change(URI, version, &[change]);
    }
    client.request("textDocument/hover", &at(URI, 0, 0));
    assert_same_text(&mut client, &text);
    finish(client);
}

#[test]
fn several_in_one_message_build_on_each_other() {
    for seed in 0..20 {
        let (mut client, _) = Client::initialize(&able());
        let mut text = Text(KERNEL.chars().collect());
        let mut random = Random::new(seed);
        client.open(URI, 0, KERNEL);
        for version in 1..=20 {
            let changes: Vec<_> = (0..random.below(8)).map(|_| text.edit(&mut random)).collect();
            client.change(URI, version, &changes);
        }
        assert_same_text(&mut client, &text);
        finish(client);
    }
}

#[test]
fn a_whole_text_between_small_edits() {
    let (mut client, _) = Client::initialize(&able());
    client.open(URI, 1, "a");
    client.change(
        URI,
        2,
        &[
            json!({ "range": range((0, 1), (0, 1)), "text": "b" }),
            json!({ "text": "// c\r\n" }),
            json!({ "range": range((1, 0), (1, 0)), "text": "// d" }),
        ],
    );
    assert_same_text(&mut client, &Text("// c\r\n// d".chars().collect()));
    finish(client);
}

#[test]
fn reopening_replaces_the_text() {
    let (mut client, _) = Client::initialize(&able());
    client.open(URI, 1, KERNEL);
    client.close(URI);
    client.open(URI, 1, "// b\n");
    client.open(URI, 5, "// c\n");
    assert_same_text(&mut client, &Text("// c\n".chars().collect()));
    finish(client);
}

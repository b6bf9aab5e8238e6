//! Places in a text, and what is typed there.

use serde_json::{Value, json};

/// What is typed at a place and taken back.
pub(crate) struct Keystroke {
    pub(crate) what: &'static str,
    /// Whether the diagnostics are others then, so that a server has something to send.
    pub(crate) is_heard: bool,
    line: usize,
    character: usize,
    typed: &'static str,
    without: String,
    with: String,
}

/// How a server takes changes; the peer takes whole texts only.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Sync {
    Incremental,
    Full,
}

impl Keystroke {
    /// In a text of one byte per character.
    pub(crate) fn new(
        what: &'static str,
        is_heard: bool,
        text: &str,
        at: usize,
        typed: &'static str,
    ) -> Self {
        let (line, character) = position(text, at);
        let with = format!("{}{typed}{}", &text[..at], &text[at..]);
        Self { what, is_heard, line, character, typed, without: text.to_owned(), with }
    }

    /// Breaks the name of a value that is used, in the middle of the text.
    pub(crate) fn breaking(text: &str) -> Self {
        Self::breaking_at(text, load(text))
    }

    /// Breaks the name that ends at an offset.
    pub(crate) fn breaking_at(text: &str, at: usize) -> Self {
        Self::new("a name is broken and mended", true, text, at, "x")
    }

    /// All kinds, in the function in the middle. `marked` is a line there on which something is reported, so that a
    /// blank before it changes what is reported.
    pub(crate) fn all(text: &str, marked: usize) -> Vec<Self> {
        let of_line = |line: usize| text.split_inclusive('\n').take(line).map(str::len).sum::<usize>();
        let middle = text.len() / 2;
        let behind = |what: &'static str| {
            text[middle..].match_indices(what).map(move |(it, _)| middle + it + what.len())
        };
        let comment = behind("// ").next().unwrap_or(middle);
        let number = |at: &usize| text[*at..].starts_with(|it: char| it.is_ascii_digit());
        let bound = behind(" = 0 to ").find(number).unwrap_or(middle);
        vec![
            Self::breaking(text),
            Self::new("a blank in a function", true, text, of_line(marked), " "),
            Self::new("a new line", true, text, of_line(marked), "\n"),
            Self::new("a comment", false, text, comment, "x"),
            Self::new("a loop bound", false, text, bound, "1"),
        ]
    }

    pub(crate) fn change(&self, sync: Sync, is_typed: bool) -> Value {
        let text = match (sync, is_typed) {
            (Sync::Full, true) => return json!({ "text": self.with }),
            (Sync::Full, false) => return json!({ "text": self.without }),
            (Sync::Incremental, true) => self.typed,
            (Sync::Incremental, false) => "",
        };
        let start = json!({ "line": self.line, "character": self.character });
        let end = match (is_typed, self.typed) {
            (true, _) => start.clone(),
            (false, "\n") => json!({ "line": self.line + 1, "character": 0 }),
            (false, _) => json!({ "line": self.line, "character": self.character + self.typed.len() }),
        };
        json!({ "range": { "start": start, "end": end }, "text": text })
    }
}

/// Behind the name of a value that is loaded, in the middle of the text.
pub(crate) fn load(text: &str) -> usize {
    let middle = text.len() / 2;
    let loads = [" = affine.load", " = memref.load"].iter().filter_map(|it| text[middle..].find(it));
    loads.min().map_or(middle, |it| it + middle)
}

/// The empty range before the name of a loop, in the middle of the text.
pub(crate) fn loop_header(text: &str) -> Value {
    let middle = text.len() / 2;
    let loops = ["affine.for", "scf.for"].iter().filter_map(|it| text[middle..].find(it));
    let (line, character) = position(text, loops.min().map_or(middle, |it| it + middle));
    json!({ "start": { "line": line, "character": character }, "end": { "line": line, "character": character } })
}

pub(crate) fn position(text: &str, at: usize) -> (usize, usize) {
    let before = &text[..at];
    let line_start = before.rfind('\n').map_or(0, |it| it + 1);
    (before.matches('\n').count(), at - line_start)
}

//! What the client takes its documents to be, written without a look at how the server does it.

use std::collections::BTreeMap;
use std::ops::Range;

use arbitrary::Arbitrary;

/// What a position's `character` counts.
#[derive(Debug, Clone, Copy, Arbitrary)]
pub(crate) enum Encoding {
    Utf8,
    Utf16,
    Utf32,
}

impl Encoding {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Encoding::Utf8 => "utf-8",
            Encoding::Utf16 => "utf-16",
            Encoding::Utf32 => "utf-32",
        }
    }

    fn units(self, char: char) -> u64 {
        match self {
            Encoding::Utf8 => char.len_utf8() as u64,
            Encoding::Utf16 => char.len_utf16() as u64,
            Encoding::Utf32 => 1,
        }
    }
}

/// A line and a number of units in it.
pub(crate) type Position = (u64, u64);

/// The open documents by their URIs.
pub(crate) struct Documents {
    encoding: Encoding,
    texts: BTreeMap<String, String>,
}

impl Documents {
    pub(crate) fn new(encoding: Encoding) -> Self {
        Self { encoding, texts: BTreeMap::new() }
    }

    pub(crate) fn open(&self) -> impl Iterator<Item = (&str, &str)> {
        self.texts.iter().map(|(uri, text)| (uri.as_str(), text.as_str()))
    }

    pub(crate) fn set(&mut self, uri: &str, text: String) {
        self.texts.insert(uri.to_owned(), text);
    }

    pub(crate) fn close(&mut self, uri: &str) {
        self.texts.remove(uri);
    }

    /// Replaces a range, or the whole text, of a document that is open.
    pub(crate) fn edit(&mut self, uri: &str, range: Option<(Position, Position)>, insert: &str) {
        let Some(text) = self.texts.get_mut(uri) else { return };
        let Some((start, end)) = range else {
            insert.clone_into(text);
            return;
        };
        let (start, end) = (offset(text, start, self.encoding), offset(text, end, self.encoding));
        text.replace_range(start.min(end)..start.max(end), insert);
    }
}

/// The lines of a text without what ends them: `\n`, `\r\n` or `\r`.
fn lines(text: &str) -> Vec<Range<usize>> {
    let mut lines = Vec::new();
    let mut start = 0;
    let mut chars = text.char_indices().peekable();
    while let Some((at, char)) = chars.next() {
        let width = match char {
            '\r' if chars.next_if(|it| it.1 == '\n').is_some() => 2,
            '\r' | '\n' => 1,
            _ => continue,
        };
        lines.push(start..at);
        start = at + width;
    }
    lines.push(start..text.len());
    lines
}

/// Behind the last line is the end of the text, behind the end of a line is its end, inside a character is its start.
fn offset(text: &str, (line, character): Position, encoding: Encoding) -> usize {
    let lines = lines(text);
    let Some(line) = usize::try_from(line).ok().and_then(|it| lines.get(it)) else { return text.len() };
    let mut units = 0;
    for (at, char) in text[line.clone()].char_indices() {
        units += encoding.units(char);
        if units > character {
            return line.start + at;
        }
    }
    line.end
}

//! The diagnostics of a document as the text that a client is sent.
//!
//! Hundreds may be sent after each keystroke, and all but a few only move. So everything but the ranges is copied from
//! the text before, where it is the same. Of the processor time of a keystroke in 10,000 lines that is 0.6 of 10.2 ms with
//! 300 errors, and 3.5 of 13.9 ms with 1,000.

use std::ops::Range;
use std::sync::Arc;

use analysis::Severity;
use memchr::memmem;
use tower_lsp::ls_types::{self, Uri};

use crate::config::Config;
use crate::lsp::convert;
use crate::lsp::document::Places;
use crate::lsp::snapshot::Snapshot;

/// This many diagnostics of the text before may have gone between two that are still there, for the second to be found.
const MOST_GONE: usize = 8;

/// A list in JSON.
pub(in crate::lsp) struct WrittenDiagnostics {
    json: Vec<u8>,
    entries: Vec<Entry>,
    /// Where the texts before, between and after ranges are, those of each entry in a row.
    gaps: Vec<Range<usize>>,
    /// The configuration that links to pages were made with.
    config: Arc<Config>,
}

/// A diagnostic without its ranges.
struct Entry {
    code: &'static str,
    severity: Severity,
    message: Arc<str>,
    related: Box<[Arc<str>]>,
    gaps: Range<usize>,
}

impl WrittenDiagnostics {
    /// Writes what was found, with the help of what was written before.
    pub(super) fn new(
        snapshot: &Snapshot,
        (uri, places): (&Uri, &mut Places<'_>),
        found: &[analysis::Diagnostic],
        before: Option<&Self>,
    ) -> Self {
        let before = before.filter(|it| Arc::ptr_eq(&it.config, &snapshot.config));
        let mut known = before.map_or(&[][..], |it| &it.entries);
        let mut written = Self {
            json: Vec::with_capacity(before.map_or(0, |it| it.json.len() + it.json.len() / 8)),
            entries: Vec::with_capacity(found.len()),
            gaps: Vec::with_capacity(before.map_or(0, |it| it.gaps.len())),
            config: snapshot.config.clone(),
        };
        written.json.push(b'[');
        for it in found {
            let same = known.iter().take(MOST_GONE).position(|known| known.says(it));
            let same = same.and_then(|same| known.get(same..)?.split_first());
            if let (Some(before), Some((entry, behind))) = (before, same) {
                known = behind;
                written.add(it, before.texts(entry), places);
                continue;
            }
            match serde_json::to_vec(&convert::diagnostic(snapshot, uri, places, it)) {
                Ok(json) => written.add(it, between_ranges(&json).into_iter(), places),
                Err(error) => tracing::error!("a diagnostic cannot be written: {error}"),
            }
        }
        written.json.push(b']');
        written
    }

    /// Adds a diagnostic, of texts with a range after each but the last.
    fn add<'a>(
        &mut self,
        found: &analysis::Diagnostic,
        texts: impl Iterator<Item = &'a [u8]>,
        places: &mut Places<'_>,
    ) {
        if !self.entries.is_empty() {
            self.json.push(b',');
        }
        let first_gap = self.gaps.len();
        let mut ranges = std::iter::once(found.range).chain(found.related.iter().map(|it| it.range));
        let mut texts = texts.peekable();
        while let Some(text) = texts.next() {
            let start = self.json.len();
            self.json.extend_from_slice(text);
            self.gaps.push(start..self.json.len());
            if let (Some(_), Some(range)) = (texts.peek(), ranges.next()) {
                write_range(&mut self.json, places.range(range));
            }
        }
        self.entries.push(Entry {
            code: found.code,
            severity: found.severity,
            message: found.message.clone(),
            related: found.related.iter().map(|it| it.message.clone()).collect(),
            gaps: first_gap..self.gaps.len(),
        });
    }

    fn texts(&self, entry: &Entry) -> impl Iterator<Item = &[u8]> {
        let gaps = self.gaps.get(entry.gaps.clone()).unwrap_or_default();
        gaps.iter().filter_map(|it| self.json.get(it.clone()))
    }

    pub(super) fn json(&self) -> &[u8] {
        &self.json
    }

    pub(super) fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }
}

impl Entry {
    fn says(&self, found: &analysis::Diagnostic) -> bool {
        let is_same = |a: &Arc<str>, b: &Arc<str>| Arc::ptr_eq(a, b) || a == b;
        self.code == found.code
            && self.severity == found.severity
            && self.related.len() == found.related.len()
            && is_same(&self.message, &found.message)
            && self.related.iter().zip(&found.related).all(|(a, b)| is_same(a, &b.message))
    }
}

/// The texts before, between and after the ranges of a diagnostic.
fn between_ranges(json: &[u8]) -> Vec<&[u8]> {
    // Quotes inside strings are escaped, so that this is in none.
    let key = br#""range":"#;
    let mut texts = Vec::new();
    let mut rest = json;
    while let Some(at) = memmem::find(rest, key) {
        let (text, behind) = rest.split_at(at + key.len());
        let Some(end) = memmem::find(behind, b"}}") else { break };
        texts.push(text);
        rest = behind.split_at(end + 2).1;
    }
    texts.push(rest);
    texts
}

/// Writes a range as the protocol's type is written.
fn write_range(json: &mut Vec<u8>, range: ls_types::Range) {
    for (name, position) in [(r#"{"start":{"line":"#, range.start), (r#","end":{"line":"#, range.end)] {
        json.extend_from_slice(name.as_bytes());
        json.extend_from_slice(itoa::Buffer::new().format(position.line).as_bytes());
        json.extend_from_slice(br#","character":"#);
        json.extend_from_slice(itoa::Buffer::new().format(position.character).as_bytes());
        json.push(b'}');
    }
    json.push(b'}');
}

#[cfg(test)]
mod tests {
    use serde_json::json;
    use tower_lsp::ls_types::Position;

    use super::*;

    #[test]
    fn ranges_are_written_as_the_protocol_has_them() {
        let range = ls_types::Range::new(Position::new(0, 12), Position::new(u32::MAX, 7));
        let mut json = Vec::new();
        write_range(&mut json, range);
        assert_eq!(String::from_utf8(json).unwrap(), serde_json::to_string(&range).unwrap());
    }

    #[test]
    fn ranges_are_found_between_texts_that_look_like_them() {
        let range = |line| ls_types::Range::new(Position::new(line, 1), Position::new(line, 2));
        let message = r#""range":{"start":{}}"#;
        let related = json!({ "location": { "uri": message, "range": range(2) }, "message": message });
        let told = json!({ "range": range(1), "message": message, "relatedInformation": [related, related] });
        let json = serde_json::to_vec(&told).unwrap();
        let texts = between_ranges(&json);
        assert_eq!(texts.len(), 4);
        let starts = texts.iter().map(|it| it.as_ptr() as usize - json.as_ptr() as usize);
        let ends = texts.iter().zip(starts.clone()).map(|(text, start)| start + text.len());
        for (end, start) in ends.zip(starts.skip(1)) {
            let found: ls_types::Range = serde_json::from_slice(&json[end..start]).unwrap();
            assert!([range(1), range(2)].contains(&found));
        }
    }
}

//! One open document: its text as the client has it, beside the file that `analysis` has.
//!
//! A byte order mark belongs to the client's text and not to the analysed one.

use std::ops::Range;
use std::sync::Arc;
use std::time::Instant;

use analysis::{CodeLens, Depth, DocumentLink, FoldingRange, SourceFile, TextEdit, TextRange, TextSize};
use ropey::Rope;
use tower_lsp::ls_types::{self, Position};

use super::kept_list::KeptList;
use super::kept_tokens::KeptTokens;
use super::position::{self, Encoding, Positions, from_start};

const BYTE_ORDER_MARK: char = '\u{feff}';

/// Some 1,500 lines.
const SMALL_BYTES: usize = 64 << 10;

/// Parts of earlier answers about a document, for the next ones; kept as long as it is open, through all changes of its
/// text.
#[derive(Default)]
pub(super) struct KeptAnswers {
    pub(super) lenses: KeptList<CodeLens>,
    pub(super) folds: KeptList<FoldingRange>,
    pub(super) links: KeptList<DocumentLink>,
    pub(super) tokens: KeptTokens,
}

#[derive(Clone)]
pub(super) struct Document {
    pub(super) file: SourceFile,
    /// The client's number for this text.
    pub(super) version: i32,
    /// Ours: greater with each change of the text or of what is reported about it.
    pub(super) generation: u64,
    /// When it was changed last.
    pub(super) changed: Option<Instant>,
    /// Set by a change that soon followed another: until then the user counts as typing.
    pub(super) typing_until: Option<Instant>,
    /// Where that was changed last, in the analysed text.
    pub(super) last_edit: TextSize,
    /// The parts of earlier answers about the whole document.
    pub(super) answers: Arc<KeptAnswers>,
    /// How far it has been looked at since it was opened, for a client that asks for diagnostics.
    pub(super) known: Option<Depth>,
    /// Whether its text has a line that is too long to be analysed; then it is analysed as an empty one.
    pub(super) is_left_out: bool,
    text: Rope,
    mark_bytes: usize,
}

/// A change of the text, as the analysed file takes it.
pub(super) enum Change {
    Edit(TextEdit),
    Whole,
}

/// The part of a client's text that `analysis` sees.
pub(super) fn analysed(text: &str) -> &str {
    text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text)
}

impl Document {
    pub(super) fn new(file: SourceFile, version: i32, generation: u64, text: &str) -> Self {
        let mut document = Self {
            file,
            version,
            generation,
            changed: None,
            typing_until: None,
            last_edit: TextSize::default(),
            answers: Arc::default(),
            known: None,
            is_left_out: false,
            text: Rope::new(),
            mark_bytes: 0,
        };
        document.replace(text);
        document
    }

    /// Replaces the whole text.
    pub(super) fn replace(&mut self, text: &str) {
        self.text = Rope::from_str(text);
        self.find_mark();
    }

    /// Replaces a range of the text.
    pub(super) fn splice(&mut self, range: ls_types::Range, insert: &str, encoding: Encoding) -> Change {
        let a = position::offset(&self.text, range.start, encoding);
        let is_insertion = range.start == range.end;
        let b = if is_insertion { a } else { position::offset(&self.text, range.end, encoding) };
        let bytes = a.min(b)..a.max(b);
        let chars = self.text.byte_to_char(bytes.start)..self.text.byte_to_char(bytes.end);
        let start = chars.start;
        self.text.remove(chars);
        self.text.insert(start, insert);
        if bytes.start < self.mark_bytes || bytes.start == 0 {
            let mark_bytes = self.mark_bytes;
            self.find_mark();
            if mark_bytes > 0 || self.mark_bytes > 0 {
                return Change::Whole;
            }
        }
        let range = self.analysed_range(bytes);
        self.last_edit = range.start() + TextSize::of(insert);
        Change::Edit(TextEdit { range, insert: insert.to_owned() })
    }

    fn find_mark(&mut self) {
        self.mark_bytes = match self.text.get_char(0) {
            Some(BYTE_ORDER_MARK) => BYTE_ORDER_MARK.len_utf8(),
            _ => 0,
        };
    }

    /// Whether to look at all of it takes no time.
    pub(super) fn is_small(&self) -> bool {
        self.len() <= SMALL_BYTES
    }

    /// In bytes.
    pub(super) fn len(&self) -> usize {
        self.text.len_bytes()
    }

    /// The text that `analysis` sees.
    pub(super) fn analysed_text(&self) -> String {
        String::from(self.text.byte_slice(self.mark_bytes..))
    }

    /// The beginning of the text that `analysis` sees.
    pub(super) fn first_lines(&self, lines: usize) -> String {
        let end = self.text.line_to_byte(lines.min(self.text.len_lines()));
        String::from(self.text.byte_slice(self.mark_bytes.min(end)..end))
    }

    pub(super) fn analysed_offset(&self, position: Position, encoding: Encoding) -> TextSize {
        self.size(position::offset(&self.text, position, encoding))
    }

    pub(super) fn text_range(&self, range: ls_types::Range, encoding: Encoding) -> TextRange {
        let a = self.analysed_offset(range.start, encoding);
        let b = self.analysed_offset(range.end, encoding);
        TextRange::new(a.min(b), a.max(b))
    }

    pub(super) fn position(&self, offset: TextSize, encoding: Encoding) -> Position {
        self.places(encoding).position(offset)
    }

    pub(super) fn range(&self, range: TextRange, encoding: Encoding) -> ls_types::Range {
        self.places(encoding).range(range)
    }

    /// For places near each other.
    pub(super) fn places(&self, encoding: Encoding) -> Places<'_> {
        Places { positions: Positions::new(&self.text, encoding), mark_bytes: self.mark_bytes }
    }

    fn analysed_range(&self, bytes: Range<usize>) -> TextRange {
        TextRange::new(self.size(bytes.start), self.size(bytes.end))
    }

    fn size(&self, byte: usize) -> TextSize {
        let offset = byte.saturating_sub(self.mark_bytes);
        u32::try_from(offset).map_or(TextSize::from(u32::MAX), TextSize::from)
    }
}

/// The protocol's positions and ranges of those in the analysed text.
pub(super) struct Places<'a> {
    positions: Positions<'a>,
    mark_bytes: usize,
}

impl Places<'_> {
    pub(super) fn position(&mut self, offset: TextSize) -> Position {
        self.positions.position(usize::from(offset) + self.mark_bytes)
    }

    pub(super) fn range(&mut self, range: TextRange) -> ls_types::Range {
        ls_types::Range { start: self.position(range.start()), end: self.position(range.end()) }
    }

    /// The range in a root as it is seen from where that starts.
    pub(super) fn seen(&mut self, root: TextSize, range: TextRange) -> ls_types::Range {
        let (at, range) = (self.position(root), self.range(range + root));
        ls_types::Range { start: from_start(range.start, at), end: from_start(range.end, at) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use analysis::Host;

    fn document(text: &str) -> Document {
        Document::new(Host::new().add_file(""), 1, 0, text)
    }

    fn range(start: (u32, u32), end: (u32, u32)) -> ls_types::Range {
        ls_types::Range::new(Position::new(start.0, start.1), Position::new(end.0, end.1))
    }

    #[test]
    fn splice_gives_the_same_edit_in_bytes() {
        let mut document = document("α\r\nbc\n");
        let Change::Edit(edit) = document.splice(range((1, 1), (1, 2)), "😀", Encoding::Utf16) else {
            panic!("a small edit")
        };
        assert_eq!((edit.range, edit.insert.as_str()), (TextRange::new(5.into(), 6.into()), "😀"));
        assert_eq!(document.analysed_text(), "α\r\nb😀\n");
    }

    #[test]
    fn the_byte_order_mark_is_not_analysed() {
        let mut document = document("\u{feff}ab");
        assert_eq!(document.analysed_text(), "ab");
        assert_eq!(document.analysed_offset(Position::new(0, 2), Encoding::Utf16), 1.into());
        assert_eq!(document.position(1.into(), Encoding::Utf16), Position::new(0, 2));
        let Change::Edit(edit) = document.splice(range((0, 2), (0, 3)), "x", Encoding::Utf16) else {
            panic!("a small edit")
        };
        assert_eq!(edit.range, TextRange::new(1.into(), 2.into()));
        assert!(matches!(document.splice(range((0, 0), (0, 1)), "", Encoding::Utf16), Change::Whole));
        assert_eq!(document.analysed_text(), "ax");
    }

    #[test]
    fn a_backward_range_is_turned() {
        let mut document = document("abc");
        document.splice(range((0, 2), (0, 1)), "", Encoding::Utf8);
        assert_eq!(document.analysed_text(), "ac");
    }
}

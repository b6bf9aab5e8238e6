//! How positions in a root, which count from its start, move where blanks and comments in it are others.

use analysis::TriviaChange;
use ropey::Rope;
use tower_lsp::ls_types::{Position, Range};

use super::position::{Encoding, from_start, placed, position};

#[derive(Debug)]
pub(super) struct Shift {
    /// Where the blanks and comments start.
    pub(super) start: Position,
    /// Where they ended, and where they end.
    pub(super) before: Position,
    pub(super) now: Position,
}

impl Shift {
    /// Of a change that is at a range, as it is seen from where the root starts.
    pub(super) fn of(change: &TriviaChange, seen: Range, encoding: Encoding) -> Self {
        let Range { start, end: now } = seen;
        let text = Rope::from_str(&change.before);
        let before = placed(position(&text, text.len_bytes(), encoding), start);
        Self { start, before, now }
    }

    /// Whether everything is where it was.
    pub(super) fn is_none(&self) -> bool {
        self.before == self.now
    }

    pub(super) fn position(&self, position: Position) -> Position {
        match position < self.before {
            true => position,
            false => placed(from_start(position, self.before), self.now),
        }
    }

    pub(super) fn range(&self, range: Range) -> Range {
        Range::new(self.position(range.start), self.position(range.end))
    }
}

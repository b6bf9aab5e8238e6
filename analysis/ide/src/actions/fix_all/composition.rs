//! Edits of a text that has been edited, as edits of what it was at first.

use syntax::{TextEdit, TextRange, TextSize};

/// A text as pieces of what it was, and of what has been inserted.
pub(super) struct Composition {
    /// Of the first text.
    len: TextSize,
    pieces: Vec<Segment>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Segment {
    Kept(TextRange),
    Inserted(String),
}

impl Segment {
    fn len(&self) -> TextSize {
        match self {
            Segment::Kept(range) => range.len(),
            Segment::Inserted(text) => TextSize::of(&**text),
        }
    }

    /// The parts before and after an offset.
    fn split(self, at: TextSize) -> (Segment, Segment) {
        match self {
            Segment::Kept(range) => {
                let middle = range.start() + at.min(range.len());
                (
                    Segment::Kept(TextRange::new(range.start(), middle)),
                    Segment::Kept(TextRange::new(middle, range.end())),
                )
            }
            Segment::Inserted(mut text) => {
                let behind = text.split_off(usize::from(at).min(text.len()));
                (Segment::Inserted(text), Segment::Inserted(behind))
            }
        }
    }
}

impl Composition {
    /// An unedited text.
    pub(super) fn of(len: TextSize) -> Self {
        Self { len, pieces: vec![Segment::Kept(TextRange::up_to(len))] }
    }

    /// Applies edits of the present text, which are in text order and do not overlap.
    pub(super) fn then(&mut self, edits: &[TextEdit]) {
        for edit in edits.iter().rev() {
            let end = self.cut(edit.range.end());
            let start = self.cut(edit.range.start());
            // The second cut may have made one piece more.
            let end = if edit.range.is_empty() { start } else { self.index_at(edit.range.end()).max(end) };
            self.pieces.splice(start..end, [Segment::Inserted(edit.insert.clone())]);
        }
    }

    /// Makes a piece begin at an offset, and says which.
    fn cut(&mut self, offset: TextSize) -> usize {
        let mut start = TextSize::new(0);
        for index in 0..self.pieces.len() {
            if start == offset {
                return index;
            }
            let end = start + self.pieces[index].len();
            if offset < end {
                let (before, behind) = self.pieces[index].clone().split(offset - start);
                self.pieces.splice(index..=index, [before, behind]);
                return index + 1;
            }
            start = end;
        }
        self.pieces.len()
    }

    /// The first piece that begins at an offset.
    fn index_at(&self, offset: TextSize) -> usize {
        let mut start = TextSize::new(0);
        for (index, piece) in self.pieces.iter().enumerate() {
            if start == offset {
                return index;
            }
            start += piece.len();
        }
        self.pieces.len()
    }

    /// The edits that lead from the first text to this one, in text order.
    pub(super) fn edits(self) -> Vec<TextEdit> {
        let (mut edits, mut at, mut inserted) = (Vec::new(), TextSize::new(0), String::new());
        let end = Segment::Kept(TextRange::empty(self.len));
        for piece in self.pieces.into_iter().chain([end]) {
            match piece {
                Segment::Inserted(text) => inserted.push_str(&text),
                Segment::Kept(range) if range.is_empty() && range.start() != self.len => {}
                Segment::Kept(range) => {
                    let range_before = TextRange::new(at, range.start());
                    if !range_before.is_empty() || !inserted.is_empty() {
                        edits.push(TextEdit { range: range_before, insert: std::mem::take(&mut inserted) });
                    }
                    at = range.end();
                }
            }
        }
        edits
    }
}

#[cfg(test)]
mod tests {
    use super::Composition;
    use proptest::prelude::*;
    use syntax::{TextEdit, TextRange, TextSize};

    fn apply(text: &str, edits: &[TextEdit]) -> String {
        edits.iter().rev().fold(text.to_owned(), |text, it| it.apply(&text))
    }

    proptest! {
        #[test]
        fn edits_one_after_the_other_are_one(
            text in "[a-e]{0,12}",
            rounds in proptest::collection::vec((0..12_usize, 0..5_usize, "[A-E]{0,3}"), 0..6),
        ) {
            let mut now = text.clone();
            let mut whole = Composition::of(TextSize::of(&*text));
            for (start, len, insert) in rounds {
                let start = start.min(now.len());
                let end = (start + len).min(now.len());
                let size = |it: usize| TextSize::try_from(it).expect("a small text");
                let edit = TextEdit { range: TextRange::new(size(start), size(end)), insert };
                whole.then(std::slice::from_ref(&edit));
                now = apply(&now, &[edit]);
            }
            prop_assert_eq!(apply(&text, &whole.edits()), now);
        }
    }
}

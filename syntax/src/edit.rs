//! Edits of texts.

use crate::{TextRange, TextSize};

/// Replaces a range by a text.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct TextEdit {
    pub range: TextRange,
    pub insert: String,
}

impl TextEdit {
    pub fn replace(range: TextRange, insert: impl Into<String>) -> TextEdit {
        TextEdit { range, insert: insert.into() }
    }

    pub fn insert(offset: TextSize, insert: impl Into<String>) -> TextEdit {
        TextEdit::replace(TextRange::empty(offset), insert)
    }

    pub fn delete(range: TextRange) -> TextEdit {
        TextEdit::replace(range, "")
    }

    /// The text after the edit. A range that is not in the text, or splits a character, leaves it as it is.
    pub fn apply(&self, text: &str) -> String {
        let (start, end) = (usize::from(self.range.start()), usize::from(self.range.end()));
        let (Some(before), Some(after)) = (text.get(..start), text.get(end..)) else {
            return text.to_owned();
        };
        [before, &self.insert, after].concat()
    }
}

/// Disjoint edits of one text, in text order. All ranges are those of the text before any edit.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TextEdits {
    edits: Vec<TextEdit>,
}

impl TextEdits {
    /// `None` if two edits overlap. Insertions at one place keep their order.
    pub fn new(mut edits: Vec<TextEdit>) -> Option<TextEdits> {
        edits.sort_by_key(|it| (it.range.start(), it.range.end()));
        let overlap = edits.windows(2).any(|it| it[0].range.end() > it[1].range.start());
        (!overlap).then_some(TextEdits { edits })
    }

    pub fn is_empty(&self) -> bool {
        self.edits.is_empty()
    }

    pub fn iter(&self) -> impl DoubleEndedIterator<Item = &TextEdit> {
        self.edits.iter()
    }

    /// The text after all edits.
    pub fn apply(&self, text: &str) -> String {
        let mut result = String::with_capacity(text.len());
        let mut at = 0;
        for edit in &self.edits {
            result.push_str(text.get(at..edit.range.start().into()).unwrap_or_default());
            result.push_str(&edit.insert);
            at = edit.range.end().into();
        }
        result.push_str(text.get(at..).unwrap_or_default());
        result
    }
}

impl From<TextEdit> for TextEdits {
    fn from(edit: TextEdit) -> TextEdits {
        TextEdits { edits: vec![edit] }
    }
}

impl IntoIterator for TextEdits {
    type Item = TextEdit;
    type IntoIter = std::vec::IntoIter<TextEdit>;

    fn into_iter(self) -> Self::IntoIter {
        self.edits.into_iter()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn range(start: u32, end: u32) -> TextRange {
        TextRange::new(start.into(), end.into())
    }

    #[test]
    fn edits_are_applied_together() {
        let edits = vec![
            TextEdit::delete(range(4, 6)),
            TextEdit::insert(0.into(), "<"),
            TextEdit::replace(range(1, 3), "BC"),
            TextEdit::insert(6.into(), ">"),
        ];
        let edits = TextEdits::new(edits).expect("disjoint");
        assert_eq!(edits.apply("abcdef"), "<aBCd>");
    }

    #[test]
    fn overlapping_edits_are_refused() {
        assert_eq!(TextEdits::new(vec![TextEdit::delete(range(0, 2)), TextEdit::delete(range(1, 3))]), None);
    }

    #[test]
    fn edit_inside_a_character_changes_nothing() {
        assert_eq!(TextEdit::delete(range(0, 1)).apply("\u{e9}"), "\u{e9}");
    }
}

//! Two texts that differ in some pieces, and how places in one are places in the other.

use syntax::{TextRange, TextSize};

/// A range of the first text, and the text that replaces it in the second.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Replacement {
    /// In the first text.
    pub range: TextRange,
    pub text: String,
    /// In the second text.
    pub after: TextRange,
}

impl Replacement {
    pub fn new(range: TextRange, text: String) -> Self {
        Self { range, text, after: TextRange::default() }
    }
}

/// All pieces, in text order, none inside another.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Places(Box<[Replacement]>);

impl Places {
    /// `None` where pieces overlap.
    pub fn new(mut pieces: Vec<Replacement>) -> Option<Self> {
        pieces.sort_by_key(|it| (it.range.start(), it.range.end()));
        let mut grown = 0i64;
        let mut end = TextSize::new(0);
        for piece in &mut pieces {
            if piece.range.start() < end {
                return None;
            }
            end = piece.range.end();
            let start = u32::try_from(i64::from(u32::from(piece.range.start())) + grown).ok()?;
            let len = u32::try_from(piece.text.len()).ok()?;
            piece.after = TextRange::at(TextSize::new(start), TextSize::new(len));
            grown += i64::from(len) - i64::from(u32::from(piece.range.len()));
        }
        Some(Self(pieces.into()))
    }

    pub fn pieces(&self) -> &[Replacement] {
        &self.0
    }

    /// Whether a piece starts there in the first text and replaces something.
    pub fn starts_at(&self, offset: TextSize) -> bool {
        let first = self.0.partition_point(|it| it.range.start() < offset);
        let mut here = self.0.get(first..).unwrap_or_default().iter();
        here.by_ref().take_while(|it| it.range.start() == offset).any(|it| !it.range.is_empty())
    }

    /// The second text.
    pub fn applied(&self, text: &str) -> Option<String> {
        let mut written = String::with_capacity(text.len());
        let mut at = 0;
        for piece in &self.0 {
            written.push_str(text.get(at..usize::from(piece.range.start()))?);
            written.push_str(&piece.text);
            at = usize::from(piece.range.end());
        }
        written.push_str(text.get(at..)?);
        Some(written)
    }

    /// The piece that an offset of the second text is inside of, its ends not among it.
    pub fn around(&self, offset: TextSize) -> Option<&Replacement> {
        let next = self.0.partition_point(|it| it.after.start() < offset);
        let piece = self.0.get(next.checked_sub(1)?)?;
        (offset < piece.after.end()).then_some(piece)
    }

    /// The place in the first text of a place in the second; of one that a piece is around, the whole piece.
    pub fn before(&self, range: TextRange) -> TextRange {
        let start = match self.around(range.start()) {
            Some(piece) => piece.range.start(),
            None => self.offset(range.start(), false),
        };
        let end = match self.around(range.end()) {
            Some(piece) => piece.range.end(),
            None => self.offset(range.end(), !range.is_empty()),
        };
        TextRange::new(start, end.max(start))
    }

    /// For an offset outside all pieces. An offset at which text was added is before it in both texts, or
    /// after it.
    fn offset(&self, offset: TextSize, is_behind: bool) -> TextSize {
        let is_passed =
            |it: &Replacement| it.after.end() <= offset && (is_behind || it.after.start() < offset);
        let next = self.0.partition_point(is_passed);
        match next.checked_sub(1).and_then(|it| self.0.get(it)) {
            Some(piece) => piece.range.end() + (offset - piece.after.end()),
            None => offset,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Places, Replacement};
    use syntax::{TextRange, TextSize};

    fn range(start: u32, end: u32) -> TextRange {
        TextRange::new(TextSize::new(start), TextSize::new(end))
    }

    #[test]
    fn places_are_found_again() {
        // `ab cd` is `[new]XYZ cd`.
        let pieces = vec![
            Replacement::new(range(0, 2), "XYZ".to_owned()),
            Replacement::new(range(0, 0), "[new]".to_owned()),
        ];
        let places = Places::new(pieces).unwrap();
        assert_eq!(places.applied("ab cd").unwrap(), "[new]XYZ cd");
        assert_eq!(places.before(range(5, 8)), range(0, 2));
        assert_eq!(places.before(range(6, 7)), range(0, 2));
        assert_eq!(places.before(range(0, 11)), range(0, 5));
        assert_eq!(places.before(range(9, 11)), range(3, 5));
        assert_eq!(places.before(range(0, 0)), range(0, 0));
    }
}

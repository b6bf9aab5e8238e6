//! Positions in text: byte offsets, LSP positions in the negotiated encoding, one-based lines and columns.
//!
//! Lines end at `\n`, `\r\n` and `\r`, as the protocol says. Nothing here fails: what lies outside the text is moved
//! to the nearest place inside, what lies within a character to its start.

use memchr::{memchr, memchr_iter, memchr2, memrchr};
use ropey::Rope;
use tower_lsp::ls_types::{Position, PositionEncodingKind};

/// The units that a position's `character` counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Encoding {
    Utf8,
    #[default]
    Utf16,
    Utf32,
}

impl Encoding {
    /// The client's first choice among those that it offers; UTF-16 if it offers none.
    pub(crate) fn negotiate(offered: Option<&[PositionEncodingKind]>) -> Self {
        offered.unwrap_or_default().iter().find_map(Self::from_kind).unwrap_or_default()
    }

    fn from_kind(kind: &PositionEncodingKind) -> Option<Self> {
        [Encoding::Utf8, Encoding::Utf16, Encoding::Utf32].into_iter().find(|it| it.kind() == *kind)
    }

    pub(crate) fn kind(self) -> PositionEncodingKind {
        match self {
            Encoding::Utf8 => PositionEncodingKind::UTF8,
            Encoding::Utf16 => PositionEncodingKind::UTF16,
            Encoding::Utf32 => PositionEncodingKind::UTF32,
        }
    }

    /// The units of the text before a character.
    fn units_before(self, text: &Rope, char: usize) -> usize {
        match self {
            Encoding::Utf8 => text.char_to_byte(char),
            Encoding::Utf16 => text.char_to_utf16_cu(char),
            Encoding::Utf32 => char,
        }
    }

    /// The character that contains this unit, or the end of the text.
    fn char_at(self, text: &Rope, unit: usize) -> usize {
        match self {
            Encoding::Utf8 => text.byte_to_char(unit.min(text.len_bytes())),
            Encoding::Utf16 => text.utf16_cu_to_char(unit.min(text.len_utf16_cu())),
            Encoding::Utf32 => unit.min(text.len_chars()),
        }
    }
}

/// The byte offset of a position.
pub(crate) fn offset(text: &Rope, position: Position, encoding: Encoding) -> usize {
    let line = position.line as usize;
    if line >= text.len_lines() {
        return text.len_bytes();
    }
    if let Some(offset) = offset_in_ascii(text, line, position.character as usize) {
        return offset;
    }
    let start = text.line_to_char(line);
    let unit = encoding.units_before(text, start) + position.character as usize;
    text.char_to_byte(encoding.char_at(text, unit).min(line_end(text, line)))
}

/// The byte offset of a character of a line that the rope holds up to there in one piece, in ASCII: it is the same in each
/// encoding.
fn offset_in_ascii(text: &Rope, line: usize, character: usize) -> Option<usize> {
    let start = text.line_to_byte(line);
    let (chunk, chunk_start, ..) = text.get_chunk_at_byte(start)?;
    let before = chunk.as_bytes().get(start.checked_sub(chunk_start)?..)?.get(..character)?;
    let is_plain = before.is_ascii() && memchr2(b'\n', b'\r', before).is_none();
    is_plain.then_some(start + character)
}

/// The position of a byte offset.
pub(crate) fn position(text: &Rope, offset: usize, encoding: Encoding) -> Position {
    Positions::new(text, encoding).position(offset)
}

/// A position as it is seen from an earlier one: the lines between them, and its character, counted from the earlier one
/// where both are in one line.
pub(crate) fn from_start(position: Position, start: Position) -> Position {
    let line = position.line.saturating_sub(start.line);
    let before = if line == 0 { start.character } else { 0 };
    Position { line, character: position.character.saturating_sub(before) }
}

/// The position that is seen so from another one: the inverse of [`from_start`].
pub(crate) fn placed(seen: Position, start: Position) -> Position {
    let before = if seen.line == 0 { start.character } else { 0 };
    Position { line: start.line.saturating_add(seen.line), character: before.saturating_add(seen.character) }
}

/// Positions of byte offsets that are mostly near the one before.
///
/// Where the rope holds a line up to the offset in one piece, in ASCII, the position is the same in each encoding and
/// needs no look into the rope but the one for the piece, which the next offset may need too. Hundreds of diagnostics
/// are converted after each keystroke, and thousands of symbols.
pub(crate) struct Positions<'a> {
    text: &'a Rope,
    encoding: Encoding,
    chunk: Option<Chunk<'a>>,
}

impl<'a> Positions<'a> {
    pub(crate) fn new(text: &'a Rope, encoding: Encoding) -> Self {
        Self { text, encoding, chunk: None }
    }

    pub(crate) fn position(&mut self, offset: usize) -> Position {
        let known = self.chunk.take().filter(|it| it.holds_text_before(offset));
        self.chunk = known.or_else(|| Chunk::at(self.text, offset));
        let found = self.chunk.as_mut().and_then(|it| it.position(offset));
        found.unwrap_or_else(|| position_by_lines(self.text, offset, self.encoding))
    }
}

/// A piece of a rope.
struct Chunk<'a> {
    text: &'a str,
    /// Its first byte and line in the rope.
    start: usize,
    first_line: usize,
    /// Carriage returns end lines of their own, or belong to the line feed after them.
    has_returns: bool,
    /// The beginning of the line that was asked for last, in the piece, and the lines before it there.
    last_line: Option<(usize, usize)>,
}

impl<'a> Chunk<'a> {
    fn at(text: &'a Rope, offset: usize) -> Option<Self> {
        let (text, start, _, first_line) = text.get_chunk_at_byte(offset)?;
        let has_returns = text.starts_with('\n') || memchr(b'\r', text.as_bytes()).is_some();
        Some(Self { text, start, first_line, has_returns, last_line: None })
    }

    fn holds_text_before(&self, offset: usize) -> bool {
        (self.start + 1..=self.start + self.text.len()).contains(&offset)
    }

    fn position(&mut self, offset: usize) -> Option<Position> {
        let length = offset.checked_sub(self.start).filter(|_| !self.has_returns)?;
        let (from, lines) = self.last_line.filter(|it| it.0 <= length).unwrap_or_default();
        let between = self.text.as_bytes().get(from..length)?;
        let line_start = match memrchr(b'\n', between) {
            Some(end) => from + end + 1,
            // The line may have begun before the piece.
            None if from == 0 => return None,
            None => from,
        };
        let lines = lines + memchr_iter(b'\n', between).count();
        let is_plain = self.text.as_bytes().get(line_start..length)?.is_ascii();
        if !is_plain || !self.text.is_char_boundary(length) {
            return None;
        }
        self.last_line = Some((line_start, lines));
        Some(Position { line: saturate(self.first_line + lines), character: saturate(length - line_start) })
    }
}

fn position_by_lines(text: &Rope, offset: usize, encoding: Encoding) -> Position {
    let offset = offset.min(text.len_bytes());
    let line = text.byte_to_line(offset);
    let start = text.line_to_byte(line);
    let before = text.byte_slice(start..text.char_to_byte(text.byte_to_char(offset)));
    let units = match encoding {
        Encoding::Utf8 => before.len_bytes(),
        Encoding::Utf16 => before.len_utf16_cu(),
        Encoding::Utf32 => before.len_chars(),
    };
    // Between the two characters that end a line.
    let is_behind_end = before.get_char(before.len_chars().wrapping_sub(1)) == Some('\r');
    Position { line: saturate(line), character: saturate(units - usize::from(is_behind_end)) }
}

/// One-based line and column in characters, as the command line reads and prints them.
pub(crate) fn line_column(text: &Rope, offset: usize) -> (usize, usize) {
    let position = position(text, offset, Encoding::Utf32);
    (position.line as usize + 1, position.character as usize + 1)
}

/// The character just before the line's end, without its terminator.
fn line_end(text: &Rope, line: usize) -> usize {
    let mut end = if line + 1 < text.len_lines() { text.line_to_char(line + 1) } else { text.len_chars() };
    let start = text.line_to_char(line);
    for terminator in ['\n', '\r'] {
        if end > start && text.char(end - 1) == terminator {
            end -= 1;
        }
    }
    end
}

fn saturate(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: [Encoding; 3] = [Encoding::Utf8, Encoding::Utf16, Encoding::Utf32];

    fn at(line: u32, character: u32) -> Position {
        Position { line, character }
    }

    #[test]
    fn lines_end_as_the_protocol_says() {
        let text = Rope::from_str("a\nb\r\nc\rd\u{2028}e\u{b}f");
        assert_eq!(text.len_lines(), 4);
        assert_eq!(offset(&text, at(2, 0), Encoding::Utf16), 5);
        assert_eq!(offset(&text, at(3, 0), Encoding::Utf16), 7);
    }

    /// Asserts that offsets have the same positions whichever was asked for before; gives how many one look has found.
    fn check_looks(text: &Rope, offsets: impl Iterator<Item = usize>) -> usize {
        let mut positions = ALL.map(|it| Positions::new(text, it));
        let mut found = 0;
        for offset in offsets {
            for positions in &mut positions {
                let expected = position_by_lines(text, offset, positions.encoding);
                assert_eq!(positions.position(offset), expected, "{offset}");
            }
            found += usize::from(Chunk::at(text, offset).is_some_and(|mut it| it.position(offset).is_some()));
        }
        found
    }

    #[test]
    fn one_look_into_the_rope_finds_the_same() {
        let lines = ["a\n", "\n", "bcd\r\n", "\r", "ä😀x\n", "affine.for %i = 0 to 8 {\n"];
        let text: String = (0..800_usize).map(|it| lines[it * it % 7 % lines.len()]).collect();
        let mixed = Rope::from_str(&text);
        let plain = Rope::from_str(&lines[5].repeat(400));
        for text in [&mixed, &plain] {
            let end = text.len_bytes() + 1;
            let forth = check_looks(text, 0..=end);
            let back = check_looks(text, (0..=end).rev());
            let far = check_looks(text, (0..=end).map(|it| it.wrapping_mul(7_919) % (end + 1)));
            assert_eq!((forth, back), (far, far));
        }
        assert!(check_looks(&plain, 0..plain.len_bytes()) > plain.len_bytes() / 2);
    }

    #[test]
    fn units_of_each_encoding() {
        let text = Rope::from_str("ä😀x\n");
        for (encoding, character) in [(Encoding::Utf8, 6), (Encoding::Utf16, 3), (Encoding::Utf32, 2)] {
            assert_eq!(position(&text, 6, encoding), at(0, character));
            assert_eq!(offset(&text, at(0, character), encoding), 6);
        }
    }

    #[test]
    fn inside_a_character_is_its_start() {
        let text = Rope::from_str("😀x");
        assert_eq!(offset(&text, at(0, 1), Encoding::Utf16), 0);
        assert_eq!(offset(&text, at(0, 3), Encoding::Utf8), 0);
        assert_eq!(position(&text, 2, Encoding::Utf16), at(0, 0));
    }

    #[test]
    fn outside_is_the_nearest_place() {
        let text = Rope::from_str("ab\r\ncd");
        for encoding in ALL {
            assert_eq!(offset(&text, at(0, 9), encoding), 2);
            assert_eq!(offset(&text, at(1, u32::MAX), encoding), 6);
            assert_eq!(offset(&text, at(7, 0), encoding), 6);
            assert_eq!(position(&text, 99, encoding), at(1, 2));
            assert_eq!(position(&text, 3, encoding), at(0, 2));
        }
    }

    #[test]
    fn every_offset_comes_back() {
        let text = Rope::from_str("α😀\r\n\n\r%x = \u{feff}y\n");
        for encoding in ALL {
            for (byte, _) in text.to_string().char_indices().filter(|(_, char)| *char != '\n') {
                let position = position(&text, byte, encoding);
                assert_eq!(offset(&text, position, encoding), byte);
            }
        }
    }

    #[test]
    fn first_known_encoding_wins() {
        let offered = ["utf-7", "utf-32", "utf-8"].map(PositionEncodingKind::new);
        assert_eq!(Encoding::negotiate(Some(&offered)), Encoding::Utf32);
        assert_eq!(Encoding::negotiate(Some(&[])), Encoding::Utf16);
        assert_eq!(Encoding::negotiate(None), Encoding::Utf16);
    }
}

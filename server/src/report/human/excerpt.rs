//! The lines that a finding speaks of, of long ones only what is near.

use std::ops::Range;

/// Lines of at most this many bytes are shown as they are.
const LONG_LINE_BYTES: usize = 140;
/// Characters that are shown on each side of a place in a longer line.
const CONTEXT_CHARS: usize = 50;
/// Stands for what is left out.
const ELLIPSIS: &str = "...";

/// Lines of a text, without what is far from certain places in them.
///
/// A signature or a list of constants may fill a line of any length, and thousands of findings may speak of it.
pub(super) struct Excerpt {
    pub(super) text: String,
    pieces: Vec<Fragment>,
}

/// A part of the text that is left, in order.
struct Fragment {
    /// In bytes of the whole text.
    bytes: Range<usize>,
    /// Where these begin in the excerpt.
    start: usize,
}

impl Excerpt {
    /// Those lines of a text that lie between two bytes; the places are bytes there too, in any order.
    pub(super) fn new(text: &str, lines: Range<usize>, mut places: Vec<usize>) -> Self {
        places.sort_unstable();
        let mut excerpt = Self { text: String::new(), pieces: Vec::new() };
        let mut places = places.as_slice();
        let mut line_start = lines.start;
        for line in text.get(lines.clone()).unwrap_or_default().split_inclusive('\n') {
            let line_end = line_start + line.len();
            let (here, behind) = places.split_at(places.partition_point(|it| *it < line_end));
            let here = if line_end == lines.end { places } else { here };
            excerpt.add_line(text, line_start..line_end, here);
            (places, line_start) = (behind, line_end);
        }
        excerpt
    }

    /// A range of the text, both of whose ends are among the places, in the excerpt.
    pub(super) fn span(&self, bytes: Range<usize>) -> Range<usize> {
        self.offset(bytes.start)..self.offset(bytes.end)
    }

    fn offset(&self, byte: usize) -> usize {
        let behind = self.pieces.partition_point(|it| it.bytes.start <= byte);
        let piece = behind.checked_sub(1).and_then(|index| self.pieces.get(index));
        piece.map_or(0, |it| it.start + byte.min(it.bytes.end) - it.bytes.start)
    }

    fn add_line(&mut self, text: &str, line: Range<usize>, places: &[usize]) {
        let whole = text.get(line.clone()).unwrap_or_default();
        if whole.len() <= LONG_LINE_BYTES {
            return self.keep(text, line);
        }
        let content_end = line.start + whole.trim_end_matches(['\n', '\r']).len();
        let mut shown = line.start;
        let places = if places.is_empty() { &[line.start] } else { places };
        for place in places {
            let place = (*place).min(content_end);
            let before = text.get(shown..place).unwrap_or_default();
            let before = before.char_indices().rev().nth(CONTEXT_CHARS - 1);
            let from = before.map_or(shown, |(index, _)| shown + index);
            self.leave_out(text, shown..from);
            let after = text.get(place..content_end).unwrap_or_default();
            let after = after.char_indices().nth(CONTEXT_CHARS);
            let to = after.map_or(content_end, |(index, _)| place + index).max(shown);
            self.keep(text, from..to);
            shown = to;
        }
        self.leave_out(text, shown..content_end);
        self.keep(text, content_end..line.end);
    }

    fn keep(&mut self, text: &str, bytes: Range<usize>) {
        let start = self.text.len();
        self.text.push_str(text.get(bytes.clone()).unwrap_or_default());
        match self.pieces.last_mut() {
            Some(last) if last.bytes.end == bytes.start => last.bytes.end = bytes.end,
            _ => self.pieces.push(Fragment { bytes, start }),
        }
    }

    fn leave_out(&mut self, text: &str, bytes: Range<usize>) {
        if bytes.len() <= ELLIPSIS.len() {
            self.keep(text, bytes);
        } else {
            self.text.push_str(ELLIPSIS);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The excerpt of a text for these parts of it; each is found again where its span says.
    fn shown(text: &str, parts: &[&str]) -> String {
        let ranges: Vec<_> = parts
            .iter()
            .map(|part| {
                let start = text.find(part).unwrap();
                start..start + part.len()
            })
            .collect();
        let places = ranges.iter().flat_map(|it| [it.start, it.end]).collect();
        let excerpt = Excerpt::new(text, 0..text.len(), places);
        for (range, part) in ranges.into_iter().zip(parts) {
            let span = excerpt.text.get(excerpt.span(range)).unwrap();
            let ends = part.split(ELLIPSIS).next().unwrap().chars().take(CONTEXT_CHARS).collect::<String>();
            assert!(span.starts_with(&ends), "{span}");
            assert_eq!(span.chars().last(), part.chars().last());
        }
        excerpt.text
    }

    #[test]
    fn short_lines_stay() {
        let text = format!("{}\r\nb\n\n", "a".repeat(LONG_LINE_BYTES - 2));
        assert_eq!(shown(&text, &["b"]), text);
        assert_eq!(shown("", &[]), "");
    }

    #[test]
    fn what_stands_near_a_place() {
        let far = "-".repeat(1000);
        let near = "-".repeat(CONTEXT_CHARS);
        let text = format!("{far}b{far}\r\nc");
        assert_eq!(shown(&text, &["b", "c"]), format!("...{near}b{near}...\r\nc"));
        let text = format!("b{far}c{far}d");
        assert_eq!(shown(&text, &["d", "b"]), format!("b{near}...{near}d"));
        assert_eq!(shown(&text, &["b", "c", "d"]), format!("b{near}...{near}c{near}...{near}d"));
        assert_eq!(shown(&text, &[]), format!("b{}...", "-".repeat(CONTEXT_CHARS - 1)));
    }

    #[test]
    fn both_ends_of_a_long_range() {
        let long = format!("<{}>", "-".repeat(1000));
        let near = "-".repeat(CONTEXT_CHARS - 1);
        assert_eq!(shown(&format!("{long}\n"), &[&long]), format!("<{near}...{near}>\n"));
    }

    #[test]
    fn nothing_is_replaced_by_more_than_it_takes() {
        let text = format!("b{}c", "-".repeat(2 * CONTEXT_CHARS + ELLIPSIS.len()));
        let text = format!("{text}{text}");
        assert_eq!(
            shown(&text, &["b", "c"]),
            text.split_at(text.find('c').unwrap() + CONTEXT_CHARS + 1).0.to_owned() + ELLIPSIS
        );
    }

    #[test]
    fn characters_of_any_length() {
        let (before, after) = ("é😀中".repeat(100), "中é😀".repeat(100));
        let shown = shown(&format!("{before}b{after}"), &["b"]);
        let (left, right) = shown.split_once('b').unwrap();
        for (side, whole) in [(left.trim_start_matches('.'), before), (right.trim_end_matches('.'), after)] {
            assert!(whole.contains(side));
            assert_eq!(side.chars().count(), CONTEXT_CHARS);
        }
    }

    #[test]
    fn the_end_of_the_text() {
        let text = "a".repeat(1000);
        let excerpt = Excerpt::new(&text, 0..text.len(), vec![text.len()]);
        assert_eq!(excerpt.span(1000..1000), excerpt.text.len()..excerpt.text.len());
        let text = format!("{text}\n");
        let excerpt = Excerpt::new(&text, 0..text.len(), vec![text.len()]);
        assert_eq!(excerpt.span(1001..1001), excerpt.text.len()..excerpt.text.len());
    }
}

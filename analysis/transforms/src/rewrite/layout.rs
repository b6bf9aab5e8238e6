//! Lines: where they start, how far they are indented, and how a piece of text is moved to another indentation.

/// The offset of the start of the line that holds the offset.
pub fn line_start(text: &str, offset: usize) -> usize {
    text.get(..offset).and_then(|it| it.rfind('\n')).map_or(0, |it| it + 1)
}

/// The offset after the line that holds the offset, its line break included.
pub fn line_end(text: &str, offset: usize) -> usize {
    text.get(offset..).and_then(|it| it.find('\n')).map_or(text.len(), |it| offset + it + 1)
}

/// The blanks at the start of the line that holds the offset.
pub fn indentation(text: &str, offset: usize) -> &str {
    let line = text.get(line_start(text, offset)..).unwrap_or_default();
    let blanks = line.bytes().take_while(|it| matches!(it, b' ' | b'\t')).count();
    &line[..blanks]
}

/// Collects lines of moved text, without indentation and line breaks of their own.
#[derive(Default)]
pub struct Layout {
    lines: Vec<String>,
    /// In front of the lines that are added.
    prefix: String,
}

impl Layout {
    /// Adds lines further in from now on, by that many levels of two blanks each.
    pub fn deeper(&mut self, levels: usize) -> &mut Self {
        self.prefix = "  ".repeat(levels);
        self
    }

    fn push(&mut self, line: &str) {
        let prefix = if line.is_empty() { "" } else { &self.prefix };
        self.lines.push(format!("{prefix}{line}"));
    }

    /// Adds one line.
    pub fn line(&mut self, text: impl AsRef<str>) {
        self.push(text.as_ref());
    }

    /// Adds a text whose lines are indented by `indentation`, or more. Its first and last lines may be parts of
    /// lines: they are kept only if they hold something.
    pub fn text(&mut self, text: &str, indentation: &str) {
        let count = text.split('\n').count();
        for (index, line) in text.split('\n').enumerate() {
            let line = line.trim_end();
            if (index == 0 || index + 1 == count) && line.trim().is_empty() {
                continue;
            }
            let stripped = match line.strip_prefix(indentation) {
                Some(rest) if index > 0 => rest,
                _ => line.trim_start(),
            };
            self.push(stripped);
        }
    }

    pub fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    /// Adds the lines of another.
    pub fn append(&mut self, other: Layout) {
        self.lines.extend(other.lines);
    }

    /// All lines for a place that is indented already and ends before a line break.
    pub fn in_place(&self, indentation: &str, line_break: &str) -> String {
        let text = self.at(indentation, line_break);
        text.strip_prefix(indentation).unwrap_or(&text).trim_end().to_owned()
    }

    /// All lines at an indentation, each with a line break.
    pub fn at(&self, indentation: &str, line_break: &str) -> String {
        let mut text = String::new();
        for line in &self.lines {
            if !line.is_empty() {
                text.push_str(indentation);
                text.push_str(line);
            }
            text.push_str(line_break);
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::{Layout, indentation, line_end, line_start};

    #[test]
    fn lines_are_found_from_any_offset() {
        let text = "a\n  bc\n";
        assert_eq!((line_start(text, 4), line_end(text, 4)), (2, 7));
        assert_eq!(indentation(text, 5), "  ");
    }

    #[test]
    fn moved_text_keeps_its_inner_indentation() {
        let mut layout = Layout::default();
        layout.text("\n      a {\n        b\n\n      }\n    ", "      ");
        assert_eq!(layout.at("  ", "\n"), "  a {\n    b\n\n  }\n");
    }
}

//! Edits around the lines of a loop: replaced pieces, removed operations, and new lines before and after others.

use crate::rewrite::{Layout, indentation, line_end, line_start};
use syntax::{TextRange, TextSize};

/// Disjoint edits of one text.
pub(super) struct Lines<'a> {
    text: &'a str,
    loop_: TextRange,
    edits: Vec<(TextRange, String)>,
    before: Vec<String>,
    after: Vec<String>,
    rest: Option<String>,
    guard: Option<String>,
    /// Pieces that are indented two blanks too far.
    dedented: Vec<TextRange>,
}

impl<'a> Lines<'a> {
    pub(super) fn new(text: &'a str, loop_: TextRange) -> Self {
        Self {
            text,
            loop_,
            edits: Vec::new(),
            before: Vec::new(),
            after: Vec::new(),
            rest: None,
            guard: None,
            dedented: Vec::new(),
        }
    }

    pub(super) fn replace(&mut self, range: TextRange, new: impl Into<String>) {
        self.edits.push((range, new.into()));
    }

    pub(super) fn insert(&mut self, at: TextSize, new: impl Into<String>) {
        self.edits.push((TextRange::empty(at), new.into()));
    }

    /// A line before the loop.
    pub(super) fn before_loop(&mut self, line: String) {
        self.before.push(line);
    }

    /// A line after the loop.
    pub(super) fn after_loop(&mut self, line: String) {
        self.after.push(line);
    }

    /// A loop, whose first line has no indentation, after all else.
    pub(super) fn rest(&mut self, text: String) {
        self.rest = Some(text);
    }

    /// Puts the loop with the lines before and after it, but not the rest, into an `affine.if`.
    pub(super) fn guard(&mut self, head: String) {
        self.guard = Some(head);
    }

    /// Moves the lines that start in a piece two blanks to the left.
    pub(super) fn dedent(&mut self, piece: TextRange) {
        self.dedented.push(piece);
    }

    /// Takes the blanks away from lines that are not taken away themselves.
    fn move_dedented(&mut self) {
        for piece in std::mem::take(&mut self.dedented) {
            let mut at = line_end(self.text, piece.start().into());
            while at + indentation(self.text, at).len() < usize::from(piece.end()) {
                let Ok(start) = TextSize::try_from(at) else { return };
                let blanks = TextRange::at(start, TextSize::from(2));
                let overlaps = |it: &TextRange| it.intersect(blanks).is_some_and(|it| !it.is_empty());
                let is_free = !self.edits.iter().any(|it| overlaps(&it.0));
                if is_free && self.text.get(at..).is_some_and(|it| it.starts_with("  ")) {
                    self.replace(blanks, "");
                }
                at = line_end(self.text, at);
            }
        }
    }

    /// The blanks in front of an operation.
    pub(super) fn indentation(&self, op: TextRange) -> String {
        self.inner_indentation(op)
    }

    pub(super) fn line_break(&self) -> &'static str {
        if self.text.contains("\r\n") { "\r\n" } else { "\n" }
    }

    /// A line before an operation.
    pub(super) fn before(&mut self, op: TextRange, line: &str) {
        let indentation = self.inner_indentation(op);
        let new = format!("{line}{}{indentation}", self.line_break());
        self.insert(op.start(), new);
    }

    /// A line after an operation and the comment at its end.
    pub(super) fn after(&mut self, op: TextRange, line: &str) {
        let at = self.end_with_comment(op.end());
        let new = format!("{}{}{line}", self.line_break(), self.inner_indentation(op));
        self.insert(at, new);
    }

    /// A line at the start of a body, whose brace opens at `open` and whose first operation is `first`.
    pub(super) fn at_start(&mut self, open: TextSize, first: TextRange, line: &str) {
        let next = line_end(self.text, open.into());
        if line_start(self.text, first.start().into()) < next {
            self.before(first, line);
            return;
        }
        if let Ok(at) = TextSize::try_from(next) {
            let new = format!("{}{line}{}", indentation(self.text, first.start().into()), self.line_break());
            self.insert(at, new);
        }
    }

    /// Takes an operation out, and its line where nothing else is on it.
    pub(super) fn remove(&mut self, op: TextRange) -> Option<()> {
        let (start, end) = (line_start(self.text, op.start().into()), line_end(self.text, op.end().into()));
        let before = self.text.get(start..usize::from(op.start()))?;
        let behind = self.text.get(usize::from(op.end())..end)?;
        let is_alone = before.trim().is_empty() && behind.trim().is_empty();
        let range = match is_alone {
            true => TextRange::new(start.try_into().ok()?, end.try_into().ok()?),
            false => {
                // A comment after it moves to its place.
                let blanks = behind.bytes().take_while(|it| matches!(it, b' ' | b'\t')).count();
                TextRange::new(op.start(), op.end() + TextSize::try_from(blanks).ok()?)
            }
        };
        self.replace(range, "");
        Some(())
    }

    /// Blanks before an operation; for one that follows others on a line, those of the line and two more
    /// inside the loop.
    fn inner_indentation(&self, op: TextRange) -> String {
        let start = line_start(self.text, op.start().into());
        let of_line = indentation(self.text, op.start().into());
        let stands_first = start + of_line.len() == usize::from(op.start());
        let shares_line = !stands_first && op != self.loop_;
        let is_dedented = self.dedented.iter().any(|it| it.contains_range(op));
        match (shares_line, is_dedented) {
            (true, false) => format!("{of_line}  "),
            (false, true) => of_line.strip_suffix("  ").unwrap_or(of_line).to_owned(),
            _ => of_line.to_owned(),
        }
    }

    /// The end of a line's text after an operation, if only a comment follows it there.
    fn end_with_comment(&self, end: TextSize) -> TextSize {
        let next = line_end(self.text, end.into());
        let rest = self.text.get(usize::from(end)..next).unwrap_or_default();
        let is_comment = rest.trim_start().starts_with("//");
        let length = if is_comment { rest.trim_end().len() } else { 0 };
        end + TextSize::try_from(length).unwrap_or_default()
    }

    /// The lines above the loop that hold comments belong to it.
    fn start_with_comments(&self) -> Option<usize> {
        let start = usize::from(self.loop_.start());
        let mut line = line_start(self.text, start);
        if !self.text.get(line..start)?.trim().is_empty() {
            return None;
        }
        while line > 0 {
            let above = line_start(self.text, line - 1);
            if !self.text.get(above..line)?.trim_start().starts_with("//") {
                break;
            }
            line = above;
        }
        Some(line)
    }

    /// All edits, disjoint and in text order; `None` where some overlap.
    pub(super) fn edits(mut self) -> Option<Vec<(TextRange, String)>> {
        self.move_dedented();
        let (line_break, indentation) = (self.line_break(), self.inner_indentation(self.loop_));
        if let Some(guard) = self.guard.take() {
            return self.guarded(&guard);
        }
        if !self.before.is_empty() {
            let (at, new) = match self.start_with_comments() {
                Some(line) => {
                    let lines = self.before.iter().map(|it| format!("{indentation}{it}{line_break}"));
                    (TextSize::try_from(line).ok()?, lines.collect::<String>())
                }
                None => {
                    let lines = self.before.iter().map(|it| format!("{it}{line_break}{indentation}"));
                    (self.loop_.start(), lines.collect::<String>())
                }
            };
            self.edits.insert(0, (TextRange::empty(at), new));
        }
        let after = self.after.iter().chain(&self.rest);
        let new: String = after.map(|it| format!("{line_break}{indentation}{it}")).collect();
        if !new.is_empty() {
            self.insert(self.end_with_comment(self.loop_.end()), new);
        }
        disjoint(self.edits)
    }

    /// One edit: the loop and the lines that belong to it inside an `affine.if`, and the rest after it.
    fn guarded(self, head: &str) -> Option<Vec<(TextRange, String)>> {
        let (line_break, indentation) = (self.line_break(), self.inner_indentation(self.loop_));
        let whole = TextRange::new(self.loop_.start(), self.end_with_comment(self.loop_.end()));
        let piece = |from: TextSize, to: TextSize| self.text.get(usize::from(from)..usize::from(to));
        let (mut text, mut at) = (String::new(), whole.start());
        for (range, new) in disjoint(self.edits)? {
            text.push_str(piece(at, range.start())?);
            text.push_str(&new);
            at = range.end();
        }
        text.push_str(piece(at, whole.end())?);
        let mut layout = Layout::default();
        layout.line(format!("{head} {{"));
        layout.deeper(1);
        self.before.iter().for_each(|it| layout.line(it));
        layout.text(&text, &indentation);
        self.after.iter().for_each(|it| layout.line(it));
        layout.deeper(0).line("}");
        layout.text(&self.rest?, &indentation);
        Some(vec![(whole, layout.in_place(&indentation, line_break))])
    }
}

/// In text order; an insertion comes before a replacement at the same place. `None` if some overlap.
fn disjoint(mut edits: Vec<(TextRange, String)>) -> Option<Vec<(TextRange, String)>> {
    edits.sort_by_key(|it| (it.0.start(), it.0.end()));
    let mut found: Vec<(TextRange, String)> = Vec::new();
    for (range, new) in edits {
        match found.last_mut() {
            Some((last, text)) if last.is_empty() && last.start() == range.start() => {
                *last = range;
                text.push_str(&new);
            }
            Some((last, _)) if range.start() < last.end() => return None,
            _ => found.push((range, new)),
        }
    }
    Some(found)
}

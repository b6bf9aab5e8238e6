//! The text of one root of an isolated op with its tree: where operations, headers and bodies are in it.

use super::layout::{indentation, line_end, line_start};
use base::isolated_op::IsolatedOp;
use ir::{Ir, OpId, OpKind, Pointer, trimmed_range};
use syntax::ast::{self, AstNode};
use syntax::{SyntaxKind, SyntaxNode, TextRange, TextSize};

/// All ranges are relative to the root's start, as those of [`Pointer`]s are.
#[derive(Clone)]
pub struct RootText<'a> {
    pub ir: &'a Ir,
    pub root: usize,
    pub text: String,
    node: SyntaxNode,
}

impl<'a> RootText<'a> {
    /// The root that holds an operation.
    pub fn around<'db>(
        db: &'db dyn salsa::Database,
        isolated: IsolatedOp<'db>,
        ir: &'a Ir,
        op: OpId,
    ) -> Option<Self> {
        let root = ir.ops[op].pointer.root;
        let green = isolated.roots(db).get(root)?;
        Some(Self { ir, root, text: green.text(), node: green.syntax_node() })
    }

    /// The root that holds another operation. Most are in one, whose text is not read again.
    pub fn around_other(&self, db: &dyn salsa::Database, isolated: IsolatedOp<'_>, op: OpId) -> Option<Self> {
        match self.ir.ops[op].pointer.root == self.root {
            true => Some(self.clone()),
            false => Self::around(db, isolated, self.ir, op),
        }
    }

    pub fn pointer(&self, range: TextRange) -> Pointer {
        Pointer { root: self.root, range }
    }

    /// Whether the place is in the range.
    pub fn holds(&self, range: TextRange, place: Pointer) -> bool {
        place.root == self.root && range.contains_range(place.range)
    }

    pub fn slice(&self, range: TextRange) -> &str {
        self.text.get(usize::from(range.start())..usize::from(range.end())).unwrap_or_default()
    }

    /// The tree of an operation of this root.
    pub fn operation(&self, op: OpId) -> Option<SyntaxNode> {
        self.ancestor(self.ir.ops[op].name_pointer.range, |it| it == SyntaxKind::OPERATION)
    }

    /// The innermost node of a kind around a range.
    pub fn ancestor(&self, range: TextRange, is_wanted: impl Fn(SyntaxKind) -> bool) -> Option<SyntaxNode> {
        if !self.node.text_range().contains_range(range) {
            return None;
        }
        self.node.covering_element(range).ancestors().find(|it| is_wanted(it.kind()))
    }

    /// A piece of an operation: `LOWER_BOUND`, `STEP`.
    pub fn piece(&self, op: OpId, kind: SyntaxKind) -> Option<TextRange> {
        let node = self.operation(op)?;
        node.children().find(|it| it.kind() == kind).map(|it| trimmed_range(&it))
    }

    /// From the brace to the brace of the regions of an operation.
    pub fn regions(&self, op: OpId) -> Vec<TextRange> {
        let node = self.operation(op);
        node.iter().flat_map(ast::children::<ast::Region>).map(|it| trimmed_range(it.syntax())).collect()
    }

    /// From the start of an operation to the brace that opens its first region, blanks before the brace left out.
    pub fn header(&self, op: OpId) -> Option<TextRange> {
        let start = self.ir.ops[op].pointer.range.start();
        let brace = self.regions(op).first()?.start();
        let header = self.text.get(usize::from(start)..usize::from(brace))?;
        Some(TextRange::at(start, TextSize::of(header.trim_end())))
    }

    /// The comment after the brace that opens an operation's first region.
    pub fn opening_comment(&self, op: OpId) -> Option<TextRange> {
        let start = self.regions(op).first()?.start() + TextSize::from(1);
        let line = self.text.get(usize::from(start)..)?.split('\n').next()?.trim_end();
        let is_comment = line.trim_start().starts_with("//");
        is_comment.then(|| TextRange::at(start, TextSize::of(line)))
    }

    /// The brace that opens an operation's first region, with the comment after it: `{ // rows`.
    pub fn opening(&self, op: OpId) -> String {
        format!("{{{}", self.opening_comment(op).map_or("", |it| self.slice(it)))
    }

    /// The text after the regions of an operation: attributes.
    pub fn behind(&self, op: OpId) -> Option<TextRange> {
        Some(TextRange::new(self.regions(op).last()?.end(), self.ir.ops[op].pointer.range.end()))
    }

    /// The text between the braces of an operation's first region, without the comment after the first one, its
    /// written terminator and the blanks around it all.
    pub fn body(&self, op: OpId) -> Option<TextRange> {
        let braces = *self.regions(op).first()?;
        let start = match self.opening_comment(op) {
            Some(comment) => comment.end(),
            None => braces.start() + TextSize::from(1),
        };
        let mut end = braces.end() - TextSize::from(1);
        if let Some(terminator) = self.terminator(op) {
            end = self.ir.ops[terminator].pointer.range.start();
        }
        let text = self.slice(TextRange::new(start, end));
        let from = text.len() - text.trim_start().len();
        let start = start + TextSize::try_from(from).ok()?;
        Some(TextRange::at(start, TextSize::of(text.trim())))
    }

    /// The comments between an operation's written terminator and the brace after it, line by line.
    pub fn closing_comments(&self, op: OpId) -> impl Iterator<Item = &str> {
        let range = || {
            let start = self.ir.ops[self.terminator(op)?].pointer.range.end();
            let end = self.regions(op).first()?.end().checked_sub(TextSize::from(1))?;
            (start <= end).then(|| TextRange::new(start, end))
        };
        let lines = range().map_or("", |it| self.slice(it)).lines();
        lines.map(str::trim).filter(|it| !it.is_empty())
    }

    /// The `affine.yield` at the end of an operation's body, where one is written.
    pub fn terminator(&self, op: OpId) -> Option<OpId> {
        let last = *self.ir.blocks[self.ir.body(op)?].ops.last()?;
        matches!(self.ir.ops[last].kind, OpKind::Yield).then_some(last)
    }

    /// The blanks at the start of the line on which the range starts.
    pub fn indentation(&self, range: TextRange) -> &str {
        indentation(&self.text, range.start().into())
    }

    /// The blanks before the statements of an operation's body, or the usual ones if it has none.
    pub fn inner_indentation(&self, op: OpId) -> String {
        let outer = self.indentation(self.ir.ops[op].pointer.range);
        let first = self.ir.body(op).and_then(|it| self.ir.blocks[it].ops.first());
        let inner = first.map(|it| self.indentation(self.ir.ops[*it].pointer.range));
        match inner.filter(|it| it.len() > outer.len() && it.starts_with(outer)) {
            Some(inner) => inner.to_owned(),
            None => format!("{outer}  "),
        }
    }

    /// Whether nothing follows the range on its last line.
    pub fn ends_line(&self, range: TextRange) -> bool {
        let end = usize::from(range.end());
        self.text.get(end..line_end(&self.text, end)).is_some_and(|it| it.trim().is_empty())
    }

    /// The range with the comment after it on its last line.
    pub fn with_comment_behind(&self, range: TextRange) -> TextRange {
        let end = usize::from(range.end());
        let rest = self.text.get(end..line_end(&self.text, end)).unwrap_or_default().trim_end();
        match rest.trim_start().starts_with("//") {
            true => TextRange::new(range.start(), range.end() + TextSize::of(rest)),
            false => range,
        }
    }

    /// A new line if the replacement of a range ends with a comment, so that the text after the
    /// range does not become a part of it.
    pub fn break_behind_comment(&self, text: &str, range: TextRange) -> String {
        match text.lines().last().is_some_and(|it| it.contains("//")) && !self.ends_line(range) {
            true => format!("{}{}", self.line_break(), self.indentation(range)),
            false => String::new(),
        }
    }

    pub fn line_break(&self) -> &'static str {
        // All of a long text is not read for it.
        let is_crlf = self.text.split_once('\n').is_some_and(|(first, _)| first.ends_with('\r'));
        if is_crlf { "\r\n" } else { "\n" }
    }

    /// After the line on which a range ends, its comment and its line break included.
    pub fn line_end(&self, range: TextRange) -> TextSize {
        let end = line_end(&self.text, range.end().into());
        TextSize::try_from(end).unwrap_or(range.end())
    }

    /// The text that an operation takes along: its lines with their line break if nothing else is on them,
    /// and the blanks before a comment after it.
    pub fn lines_of(&self, range: TextRange) -> TextRange {
        let (start, end) = (usize::from(range.start()), usize::from(range.end()));
        let (from, to) = (line_start(&self.text, start), line_end(&self.text, end));
        let is_blank = |from, to| self.text.get(from..to).is_some_and(|it: &str| it.trim().is_empty());
        let rest = self.text.get(end..to).unwrap_or_default();
        let blanks = rest.len() - rest.trim_start().len();
        let (first, last) = match is_blank(from, start) {
            true if rest.trim().is_empty() => (from, to),
            true if rest.trim_start().starts_with("//") => (start, end + blanks),
            _ => return range,
        };
        match (TextSize::try_from(first), TextSize::try_from(last)) {
            (Ok(first), Ok(last)) => TextRange::new(first, last),
            _ => range,
        }
    }

    /// The range with the comments on the lines right above it.
    pub fn with_comments_above(&self, range: TextRange) -> TextRange {
        let mut from = line_start(&self.text, range.start().into());
        if self.text.get(from..range.start().into()).is_none_or(|it: &str| !it.trim().is_empty()) {
            return range;
        }
        let mut first = range.start();
        while from > 0 {
            let above = line_start(&self.text, from - 1);
            let line = self.text.get(above..from).unwrap_or_default();
            let blanks = line.len() - line.trim_start().len();
            let start = TextSize::try_from(above + blanks);
            let (true, Ok(start)) = (line.trim_start().starts_with("//"), start) else { break };
            (from, first) = (above, start);
        }
        TextRange::new(first, range.end())
    }
}

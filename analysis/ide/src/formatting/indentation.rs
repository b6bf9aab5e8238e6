//! How far lines are indented.

use super::INDENTATION;
use rustc_hash::FxHashMap;
use syntax::{SyntaxKind, SyntaxNode, SyntaxToken, TextSize};
use transforms::rewrite::{token_after, token_before};

/// The lines of a text, and how far those were moved that have been looked at.
pub(super) struct Lines<'t> {
    text: &'t str,
    line_end: &'static str,
    /// Where they start.
    starts: Vec<usize>,
    /// By the offset at which the line of a token starts: columns that it moves to the right.
    moved: FxHashMap<usize, isize>,
    /// The token after the last comment that was looked at, and perhaps comments after it; `None` inside for the end.
    following: Option<Option<SyntaxToken>>,
}

impl<'t> Lines<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        let line_end = match text.find(['\n', '\r']) {
            Some(at) if text.get(at..).is_some_and(|it| it.starts_with("\r\n")) => "\r\n",
            Some(at) if text.get(at..).is_some_and(|it| it.starts_with('\r')) => "\r",
            _ => "\n",
        };
        let breaks = text.bytes().enumerate().filter(|it| matches!(it.1, b'\n' | b'\r'));
        let starts = [0].into_iter().chain(breaks.map(|it| it.0 + 1)).collect();
        Self { text, line_end, starts, moved: FxHashMap::default(), following: None }
    }

    /// The line ending of this text, as of its first line.
    pub(super) fn line_end(&self) -> &'static str {
        self.line_end
    }

    /// Line breaks in white space; `\r\n` is one.
    pub(super) fn breaks(&self, gap: &str) -> usize {
        gap.matches('\n').count() + gap.matches('\r').count() - gap.matches("\r\n").count()
    }

    /// Indentation of the line that begins with the token, in blanks.
    pub(super) fn indent(&mut self, token: &SyntaxToken) -> usize {
        let alignment = match token.kind() {
            SyntaxKind::COMMENT => alignment_of_comment(token, self.following(token).as_ref()),
            _ => alignment(token),
        };
        let wanted = match alignment {
            Alignment::Depth(depth) => depth * INDENTATION,
            Alignment::Continues(first) => {
                let start = self.line_start(first);
                let moved = self.moved.get(&start).copied().unwrap_or(0);
                self.columns(token).saturating_add_signed(moved)
            }
        };
        self.place(token, wanted);
        wanted
    }

    /// The token after a comment that is not trivia. Comments are asked for in text order.
    fn following(&mut self, comment: &SyntaxToken) -> Option<SyntaxToken> {
        let end = comment.text_range().end();
        let is_behind =
            |it: &Option<SyntaxToken>| it.as_ref().is_none_or(|it| it.text_range().start() >= end);
        let known = self.following.take().filter(is_behind);
        let following = known.unwrap_or_else(|| meant_after(comment));
        self.following.insert(following).clone()
    }

    /// Remembers that the line of the token is indented by this many blanks.
    pub(super) fn place(&mut self, token: &SyntaxToken, wanted: usize) {
        let old = self.columns(token);
        let moved = isize::try_from(wanted).unwrap_or(0) - isize::try_from(old).unwrap_or(0);
        self.moved.insert(self.line_start(token.text_range().start()), moved);
    }

    /// Remembers that the line of the token stays where it is, unless it was placed.
    pub(super) fn keep(&mut self, token: &SyntaxToken) {
        let start = self.line_start(token.text_range().start());
        self.moved.entry(start).or_insert(0);
    }

    fn line_start(&self, offset: TextSize) -> usize {
        let count = self.starts.partition_point(|it| *it <= usize::from(offset));
        count.checked_sub(1).and_then(|it| self.starts.get(it)).copied().unwrap_or(0)
    }

    /// Columns before the token, which is the first of its line.
    fn columns(&self, token: &SyntaxToken) -> usize {
        let start = token.text_range().start();
        let blanks = self.text.get(self.line_start(start)..usize::from(start)).unwrap_or_default();
        blanks.bytes().map(|it| if it == b'\t' { INDENTATION } else { 1 }).sum()
    }
}

/// The rule that decides the indentation of a line.
enum Alignment {
    /// This many regions are around it.
    Depth(usize),
    /// It goes on with the statement that starts at the offset, and moves with that.
    Continues(TextSize),
}

/// Indentation of a line that begins at an offset, in blanks; `None` where it goes on with a statement of lines before.
pub(super) fn at(root: &SyntaxNode, offset: TextSize) -> Option<usize> {
    let token = root.token_at_offset(offset).right_biased();
    let first = token.as_ref().filter(|it| it.kind() != SyntaxKind::WHITESPACE);
    match first.map(alignment) {
        Some(Alignment::Depth(depth)) => Some(depth * INDENTATION),
        Some(Alignment::Continues(_)) => None,
        // An empty line: as deep as the regions around it.
        None => {
            let before = std::iter::successors(root.token_at_offset(offset).left_biased(), token_before)
                .find(|it| !it.kind().is_trivia())?;
            let is_around = |it: &SyntaxNode| {
                it.kind() == SyntaxKind::REGION
                    && it.text_range().start() < offset
                    && it.last_token().is_none_or(|last| {
                        last.kind() != SyntaxKind::R_BRACE || offset <= last.text_range().start()
                    })
            };
            Some(before.parent_ancestors().filter(is_around).count() * INDENTATION)
        }
    }
}

fn alignment(token: &SyntaxToken) -> Alignment {
    if token.kind() == SyntaxKind::COMMENT {
        return alignment_of_comment(token, meant_after(token).as_ref());
    }
    if token.kind() == SyntaxKind::SPLIT_MARKER {
        return Alignment::Depth(0);
    }
    let start = token.text_range().start();
    let statement = token.parent_ancestors().find(|it| is_statement(it.kind()));
    let regions = |from: &SyntaxNode| from.ancestors().filter(|it| it.kind() == SyntaxKind::REGION).count();
    let parent = token.parent();
    if let Some(region) = parent.as_ref().filter(|it| it.kind() == SyntaxKind::REGION) {
        let depth = regions(region);
        // The opening brace goes on with the operation, the closing one ends the region.
        return match (token.kind(), statement) {
            (SyntaxKind::L_BRACE, Some(statement)) => Alignment::Continues(statement.text_range().start()),
            _ => Alignment::Depth(depth.saturating_sub(1)),
        };
    }
    match statement {
        Some(statement) if statement.text_range().start() < start => {
            Alignment::Continues(statement.text_range().start())
        }
        Some(statement) => {
            let depth = regions(&statement);
            let is_label = statement.kind() == SyntaxKind::BLOCK_LABEL;
            Alignment::Depth(if is_label { depth.saturating_sub(1) } else { depth })
        }
        None => Alignment::Depth(parent.map_or(0, |it| regions(&it))),
    }
}

fn meant_after(token: &SyntaxToken) -> Option<SyntaxToken> {
    std::iter::successors(token_after(token), token_after).find(|it| !it.kind().is_trivia())
}

/// Comments are with what follows; before a closing brace with the statements of the region.
fn alignment_of_comment(comment: &SyntaxToken, next: Option<&SyntaxToken>) -> Alignment {
    let start = comment.text_range().start();
    // Inside a statement, as between the arguments of a function.
    let inside = comment.parent_ancestors().find(|it| {
        matches!(it.kind(), SyntaxKind::REGION | SyntaxKind::PART | SyntaxKind::BLOCK)
            || is_statement(it.kind())
    });
    if let Some(statement) = inside.filter(|it| is_statement(it.kind())) {
        let goes_on = next.is_some_and(|it| it.text_range().end() <= statement.text_range().end());
        if goes_on && statement.text_range().start() < start {
            return Alignment::Continues(statement.text_range().start());
        }
    }
    match next {
        Some(next) if next.kind() == SyntaxKind::R_BRACE => {
            let regions = next.parent_ancestors().filter(|it| it.kind() == SyntaxKind::REGION);
            Alignment::Depth(regions.count())
        }
        Some(next) => match alignment(next) {
            Alignment::Depth(depth) => Alignment::Depth(depth),
            Alignment::Continues(_) => Alignment::Continues(next.text_range().start()),
        },
        None => Alignment::Depth(0),
    }
}

fn is_statement(kind: SyntaxKind) -> bool {
    matches!(
        kind,
        SyntaxKind::OPERATION
            | SyntaxKind::ATTRIBUTE_ALIAS_DEFINITION
            | SyntaxKind::TYPE_ALIAS_DEFINITION
            | SyntaxKind::RESOURCES
            | SyntaxKind::BLOCK_LABEL
    )
}

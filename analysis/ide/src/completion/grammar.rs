//! What the grammar takes at the cursor: the parser is asked, with each candidate in the text.

use std::sync::Arc;
use syntax::ods::Registry;
use syntax::{Parse, SyntaxKind, SyntaxNode, SyntaxToken, TextEdit, TextRange, TextSize};
use transforms::rewrite::previous_token;

pub(super) struct Grammar {
    parse: Parse,
    word: TextRange,
    /// End of the last token before the word.
    before: TextSize,
}

/// What a text with a candidate is like.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Verdict {
    /// Syntax errors that are left in the text around.
    pub(super) errors: usize,
    /// The node that the candidate's token stands in.
    pub(super) parent: SyntaxKind,
}

impl Grammar {
    /// Judges what may replace the word of a text.
    pub(super) fn new(text: &str, word: TextRange, registry: &Arc<Registry>) -> Self {
        let parse = syntax::parse_with(text, registry);
        let root = parse.syntax_node();
        let mut token = root.token_at_offset(word.start()).left_biased();
        while let Some(it) = token.take_if(|it| it.kind().is_trivia()) {
            token = previous_token(&it);
        }
        let before = token.map_or(TextSize::new(0), |it| it.text_range().end().min(word.start()));
        Self { parse, word, before }
    }

    /// Errors in the text as it is.
    pub(super) fn errors(&self) -> usize {
        self.parse.errors().len()
    }

    /// Whether something is wrong at the cursor, so that what mends it is wanted.
    pub(super) fn is_broken(&self) -> bool {
        !self.parse.errors().is_empty()
    }

    /// Whether the grammar takes `text` in place of the word; `None` if it does not.
    pub(super) fn takes(&self, text: &str) -> Option<Verdict> {
        self.try_at(self.word, text)
    }

    /// Whether the grammar takes `text` in place of the word if `follow` stands behind it.
    pub(super) fn takes_followed(&self, text: &str, follow: &str) -> Option<Verdict> {
        self.try_at(self.word, &format!("{text}{follow}"))
    }

    /// Whether the grammar takes `text` behind the word.
    pub(super) fn takes_behind(&self, text: &str) -> Option<Verdict> {
        self.try_at(TextRange::empty(self.word.end()), text)
    }

    fn try_at(&self, range: TextRange, text: &str) -> Option<Verdict> {
        let tried = self.parse.reparse(&TextEdit::replace(range, text));
        let root = tried.syntax_node();
        let end = range.start() + TextSize::of(text);
        let first = token_from(&root, range.start())?;
        let last = root.token_at_offset(end).left_biased()?;
        if last.text_range().end() != end || first.kind().is_trivia() {
            return None;
        }
        let before = if range.is_empty() && !self.word.is_empty() { range.start() } else { self.before };
        let is_here = |at: TextSize| before <= at && at < end;
        if tried.errors().iter().any(|it| is_here(it.range.start())) {
            return None;
        }
        let parent = first.parent()?;
        if parent.kind() == SyntaxKind::ERROR {
            return None;
        }
        Some(Verdict { errors: tried.errors().len(), parent: parent.kind() })
    }

    /// The tree with `text` in place of the word, and the token that it makes.
    pub(super) fn tree_with(&self, text: &str) -> Option<SyntaxToken> {
        let tried = self.parse.reparse(&TextEdit::replace(self.word, text));
        token_from(&tried.syntax_node(), self.word.start())
    }
}

fn token_from(root: &SyntaxNode, start: TextSize) -> Option<SyntaxToken> {
    root.token_at_offset(start).right_biased().filter(|it| it.text_range().start() == start)
}

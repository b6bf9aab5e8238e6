//! Filters candidates by the grammar: the text is parsed with each candidate at the cursor.

use super::context::CompletionContext;
use crate::FileView;
use std::sync::Arc;
use syntax::ods::Registry;
use syntax::{SyntaxError, SyntaxKind, SyntaxNode, SyntaxToken, TextEdit, TextRange, TextSize};
use transforms::rewrite::previous_token;

pub(super) struct Grammar {
    text: String,
    errors: usize,
    registry: Arc<Registry>,
    word: TextRange,
    /// End of the last token before the word.
    before: TextSize,
}

/// The parse of a text with a candidate.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Verdict {
    /// Syntax errors that are left in the text around.
    pub(super) errors: usize,
    /// The node that the candidate's token is in.
    pub(super) parent: SyntaxKind,
}

impl Grammar {
    /// Judges what may replace the word of a ctx, by as little of its text as says the same.
    pub(super) fn around(view: &FileView<'_>, ctx: &CompletionContext) -> Self {
        let errors = view.file.parse(view.db).errors();
        let left_out = others_around(&view.root, errors, ctx.surrounding, ctx.word);
        let (text, word) = ctx.without(&left_out);
        Self::new(&text, word, &ctx.registry)
    }

    /// Judges what may replace the word of a text.
    pub(super) fn new(text: &str, word: TextRange, registry: &Arc<Registry>) -> Self {
        let parse = syntax::parse_with(text, registry);
        let root = parse.syntax_node();
        let mut token = root.token_at_offset(word.start()).left_biased();
        while let Some(it) = token.take_if(|it| it.kind().is_trivia()) {
            token = previous_token(&it);
        }
        let before = token.map_or(TextSize::new(0), |it| it.text_range().end().min(word.start()));
        let errors = parse.errors().len();
        Self { text: text.to_owned(), errors, registry: Arc::clone(registry), word, before }
    }

    /// Errors in the text as it is.
    pub(super) fn errors(&self) -> usize {
        self.errors
    }

    /// Whether something is wrong at the cursor, so that what mends it is wanted.
    pub(super) fn is_broken(&self) -> bool {
        self.errors > 0
    }

    /// Whether the grammar takes `text` in place of the word; `None` if it does not.
    pub(super) fn takes(&self, text: &str) -> Option<Verdict> {
        self.try_at(self.word, text)
    }

    /// Whether the grammar takes `text` in place of the word if `follow` is after it.
    pub(super) fn takes_followed(&self, text: &str, follow: &str) -> Option<Verdict> {
        self.try_at(self.word, &format!("{text}{follow}"))
    }

    /// Whether the grammar takes `text` after the word.
    pub(super) fn takes_behind(&self, text: &str) -> Option<Verdict> {
        self.try_at(TextRange::empty(self.word.end()), text)
    }

    fn try_at(&self, range: TextRange, text: &str) -> Option<Verdict> {
        let end = range.start() + TextSize::of(text);
        let tried = TextEdit::replace(range, text).apply(&self.text);
        let tried = syntax::probe(&tried, TextRange::new(range.start(), end), &self.registry);
        let (first, parent) = tried.first?;
        if !tried.is_whole || first.is_trivia() || parent == SyntaxKind::ERROR {
            return None;
        }
        let before = if range.is_empty() && !self.word.is_empty() { range.start() } else { self.before };
        let is_here = |at: TextSize| before <= at && at < end;
        let is_fine = !tried.errors.iter().any(|it| is_here(it.range.start()));
        is_fine.then_some(Verdict { errors: tried.errors.len(), parent })
    }

    /// The tree with `text` in place of the word, and the token that it makes.
    pub(super) fn tree_with(&self, text: &str) -> Option<SyntaxToken> {
        let tried = TextEdit::replace(self.word, text).apply(&self.text);
        let tried = syntax::parse_with(&tried, &self.registry);
        token_from(&tried.syntax_node(), self.word.start())
    }
}

/// The statements of a piece of text that are neither around the word nor next to it or to what is around it, at any
/// depth: each trial would parse them, and none can matter to the grammar.
fn others_around(
    root: &SyntaxNode,
    errors: &[SyntaxError],
    piece: TextRange,
    word: TextRange,
) -> Vec<TextRange> {
    let token = root.token_at_offset(word.start()).left_biased();
    let around = || token.iter().flat_map(|it| it.parent_ancestors());
    let mut left_out = Vec::new();
    let is_beyond =
        |it: &SyntaxNode| it.kind() == SyntaxKind::OPERATION && it.text_range().contains_range(piece);
    for body in around().take_while(|it| !is_beyond(it)).filter(is_body) {
        others(&body, word, &mut left_out);
    }
    if let Some(own) = around().find(|it| it.kind() == SyntaxKind::OPERATION) {
        bodies(&own).for_each(|it| others(&it, word, &mut left_out));
    }
    let mut left_out: Vec<TextRange> =
        left_out.iter().filter_map(|it| it.intersect(piece)).filter(|it| !it.is_empty()).collect();
    left_out.retain(|range| errors.iter().all(|it| range.intersect(it.range).is_none()));
    left_out.sort_by_key(|it| it.start());
    // A statement that ends at the word is both around it and before it.
    left_out.dedup_by(|next, known| next.start() < known.end());
    left_out
}

fn is_body(node: &SyntaxNode) -> bool {
    matches!(node.kind(), SyntaxKind::BLOCK | SyntaxKind::PART)
}

/// The blocks in the regions of an operation.
fn bodies(operation: &SyntaxNode) -> impl Iterator<Item = SyntaxNode> {
    let regions = operation.children().filter(|it| it.kind() == SyntaxKind::REGION);
    regions.flat_map(|it| it.children()).filter(is_body)
}

/// From the first to the last but one of the statements before the word, and from the second to the last after it; of the
/// others, what is like that in their regions.
///
/// Recursion follows the tree, whose depth the parser bounds.
fn others(body: &SyntaxNode, word: TextRange, found: &mut Vec<TextRange>) {
    use SyntaxKind::{ATTRIBUTE_ALIAS_DEFINITION, OPERATION, TYPE_ALIAS_DEFINITION};
    let is_statement =
        |it: &SyntaxNode| matches!(it.kind(), OPERATION | ATTRIBUTE_ALIAS_DEFINITION | TYPE_ALIAS_DEFINITION);
    let statements: Vec<SyntaxNode> = body.children().filter(is_statement).collect();
    let before = statements.iter().take_while(|it| it.text_range().end() <= word.start()).count();
    let behind = statements.iter().filter(|it| it.text_range().start() < word.end()).count();
    let (before, behind) = (&statements[..before], statements.get(behind..).unwrap_or_default());
    let (last, before) = before.split_last().unzip();
    let (first, behind) = behind.split_first().unzip();
    for far in [before, behind].into_iter().flatten() {
        found.extend(far.iter().map(|it| it.text_range()).reduce(TextRange::cover));
    }
    for next in [last, first].into_iter().flatten() {
        bodies(next).for_each(|it| others(&it, word, found));
    }
}

fn token_from(root: &SyntaxNode, start: TextSize) -> Option<SyntaxToken> {
    root.token_at_offset(start).right_biased().filter(|it| it.text_range().start() == start)
}

#[cfg(test)]
mod tests {
    use super::others_around;
    use syntax::{TextRange, TextSize};

    /// The text without what is left out around the word.
    fn shorter(text: &str, word: TextRange) -> String {
        let parse = syntax::parse(text);
        let mut text = text.to_owned();
        let all = TextRange::up_to(TextSize::of(&text));
        for range in others_around(&parse.syntax_node(), parse.errors(), all, word).into_iter().rev() {
            text.replace_range(std::ops::Range::<usize>::from(range), "");
        }
        text
    }

    /// The text without the mark, and the piece before it as the word.
    fn marked(text: &str, word: &str) -> (String, TextRange) {
        let at = TextSize::of(text.split("<|>").next().unwrap_or_default());
        (text.replace("<|>", ""), TextRange::new(at - TextSize::of(word), at))
    }

    #[test]
    fn statements_that_are_not_next_to_the_cursor_are_left_out() {
        let (text, word) = marked(
            "#a = 1\n#b = 2\nfunc.func @f() {\n  x.a\n  x.b\n  x.<|>\n  x.c\n  x.d\n}\nfunc.func @g()\nfunc.func @h()\n",
            "x.",
        );
        assert_eq!(
            shorter(&text, word),
            "\n#b = 2\nfunc.func @f() {\n  \n  x.b\n  x.\n  x.c\n  \n}\nfunc.func @g()\n\n"
        );
    }

    #[test]
    fn statements_in_the_regions_of_the_one_at_the_cursor_are_left_out() {
        let (text, word) = marked("affine.for<|> %i = 0 to 4 {\n  x.a\n  x.b\n  x.c\n}\n", "affine.for");
        assert_eq!(shorter(&text, word), "affine.for %i = 0 to 4 {\n  x.a\n  \n}\n");
    }

    #[test]
    fn statements_in_what_is_next_to_the_cursor_are_left_out() {
        let (text, word) = marked(
            "affine.for %i = 0 to 4 {\n  x.a\n  affine.for %j = 0 to 4 {\n    x.b\n    x.c\n  }\n}\nx.<|>\n",
            "x.",
        );
        assert_eq!(
            shorter(&text, word),
            "affine.for %i = 0 to 4 {\n  \n  affine.for %j = 0 to 4 {\n    \n    x.c\n  }\n}\nx.\n"
        );
    }

    #[test]
    fn a_region_around_the_cursor_counts_once() {
        let (text, word) =
            marked("affine.for %i = 0 to 4 {\n  x.a\n  x.b\n  x.c\n  <|>\n  x.d\n  x.e\n}\n", "");
        assert_eq!(shorter(&text, word), "affine.for %i = 0 to 4 {\n  \n  x.c\n  \n  x.d\n  \n}\n");
    }

    /// The brace that is missing may be in what would be left out.
    #[test]
    fn broken_statements_stay() {
        let text = "func.func @f() {\n  x.a {\n}\nfunc.func @g()\n";
        assert_eq!(shorter(text, TextRange::empty(TextSize::of(text))), text);
    }
}

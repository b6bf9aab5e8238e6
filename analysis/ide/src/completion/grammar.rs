//! What the grammar takes at the cursor: the parser is asked, with each candidate in the text.

use std::sync::Arc;
use syntax::ods::Registry;
use syntax::{Parse, SyntaxKind, SyntaxNode, SyntaxToken, TextEdit, TextRange, TextSize};
use transforms::rewrite::previous_token;

/// A text of at most this length is parsed as a whole for each trial.
const LINE: TextSize = TextSize::new(256);

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
    /// Judges what may replace the word of a text, by as little of the text as says the same.
    pub(super) fn around(text: &str, word: TextRange, registry: &Arc<Registry>) -> Self {
        let parse = syntax::parse_with(text, registry);
        match without_others(&parse, text, word) {
            Some((shorter, word)) => Self::new(&shorter, word, registry),
            None => Self::of(parse, word),
        }
    }

    /// Judges what may replace the word of a text.
    pub(super) fn new(text: &str, word: TextRange, registry: &Arc<Registry>) -> Self {
        Self::of(syntax::parse_with(text, registry), word)
    }

    fn of(parse: Parse, word: TextRange) -> Self {
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
        let tried = self.with(&TextEdit::replace(range, text));
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
        let tried = self.with(&TextEdit::replace(self.word, text));
        token_from(&tried.syntax_node(), self.word.start())
    }

    /// The text with an edit.
    fn with(&self, edit: &TextEdit) -> Parse {
        // To find out what of a line can stay takes longer than to parse it.
        match self.parse.green().text_len() <= LINE {
            true => syntax::parse_with(&edit.apply(&self.parse.text()), self.parse.registry()),
            false => self.parse.reparse(edit),
        }
    }
}

/// The text and the place of the word in it, without statements that are beside the cursor, or in the regions of its
/// statement, and not next to it: each trial would parse them, and none can matter to the grammar. `None` if there are
/// none.
fn without_others(parse: &Parse, text: &str, word: TextRange) -> Option<(String, TextRange)> {
    let token = parse.syntax_node().token_at_offset(word.start()).left_biased();
    let around = || token.iter().flat_map(|it| it.parent_ancestors());
    let own = around().find(|it| it.kind() == SyntaxKind::OPERATION);
    let regions = own.iter().flat_map(|it| it.children()).filter(|it| it.kind() == SyntaxKind::REGION);
    // Those around the cursor are among the ancestors.
    let inside = regions.filter(|it| !it.text_range().contains_range(word)).flat_map(|it| it.children());
    let bodies =
        around().chain(inside).filter(|it| matches!(it.kind(), SyntaxKind::BLOCK | SyntaxKind::PART));
    let mut left_out: Vec<TextRange> = bodies.flat_map(|it| others(&it, word)).flatten().collect();
    left_out.retain(|range| parse.errors().iter().all(|it| range.intersect(it.range).is_none()));
    if left_out.is_empty() {
        return None;
    }
    left_out.sort_by_key(|it| it.start());
    let mut shorter = text.to_owned();
    for range in left_out.iter().rev() {
        shorter.replace_range(std::ops::Range::<usize>::from(*range), "");
    }
    let before: TextSize = left_out.iter().filter(|it| it.end() <= word.start()).map(|it| it.len()).sum();
    Some((shorter, word - before))
}

/// From the first to the last but one of the statements before the word, and from the second to the last behind it.
fn others(body: &SyntaxNode, word: TextRange) -> [Option<TextRange>; 2] {
    use SyntaxKind::{ATTRIBUTE_ALIAS_DEFINITION, OPERATION, TYPE_ALIAS_DEFINITION};
    let is_statement =
        |it: &SyntaxNode| matches!(it.kind(), OPERATION | ATTRIBUTE_ALIAS_DEFINITION | TYPE_ALIAS_DEFINITION);
    let statements: Vec<TextRange> = body.children().filter(is_statement).map(|it| it.text_range()).collect();
    let before = statements.iter().take_while(|it| it.end() <= word.start()).count();
    let behind = statements.iter().filter(|it| it.start() < word.end()).count();
    let covered = |of: &[TextRange]| of.iter().copied().reduce(TextRange::cover);
    [
        statements.get(..before.saturating_sub(1)).and_then(covered),
        statements.get(behind + 1..).and_then(covered),
    ]
}

fn token_from(root: &SyntaxNode, start: TextSize) -> Option<SyntaxToken> {
    root.token_at_offset(start).right_biased().filter(|it| it.text_range().start() == start)
}

#[cfg(test)]
mod tests {
    use super::without_others;
    use syntax::{TextRange, TextSize};

    #[test]
    fn statements_that_are_not_next_to_the_cursor_are_left_out() {
        let text = "#a = 1\n#b = 2\nfunc.func @f() {\n  x.a\n  x.b\n  x.<|>\n  x.c\n  x.d\n}\nfunc.func @g()\nfunc.func @h()\n";
        let at = TextSize::of(text.split("<|>").next().unwrap_or_default());
        let text = text.replace("<|>", "");
        let word = TextRange::new(at - TextSize::of("x."), at);
        let (shorter, word) = without_others(&syntax::parse(&text), &text, word).expect("four are left out");
        assert_eq!(shorter, "\n#b = 2\nfunc.func @f() {\n  \n  x.b\n  x.\n  x.c\n  \n}\nfunc.func @g()\n\n");
        assert_eq!(&shorter[word], "x.");
    }

    #[test]
    fn statements_in_the_regions_of_the_one_at_the_cursor_are_left_out() {
        let text = "affine.f<|> %i = 0 to 4 {\n  x.a\n  x.b\n  x.c\n}\n";
        let at = TextSize::of(text.split("<|>").next().unwrap_or_default());
        let text = text.replace("<|>", "");
        let word = TextRange::new(at - TextSize::of("affine.f"), at);
        let whole = text.replacen("affine.f ", "affine.for ", 1);
        let (shorter, _) = without_others(&syntax::parse(&whole), &whole, word).expect("two are left out");
        assert_eq!(shorter, "affine.for %i = 0 to 4 {\n  x.a\n  \n}\n");
    }

    #[test]
    fn a_region_around_the_cursor_counts_once() {
        let text = "affine.for %i = 0 to 4 {\n  x.a\n  x.b\n  x.c\n  \n  x.d\n  x.e\n}\n";
        let at = TextSize::of(text.split("\n  x.d").next().unwrap_or_default());
        let (shorter, word) =
            without_others(&syntax::parse(text), text, TextRange::empty(at)).expect("three are left out");
        assert_eq!(shorter, "affine.for %i = 0 to 4 {\n  \n  x.c\n  \n  x.d\n  \n}\n");
        assert_eq!(&shorter[..word.start().into()], "affine.for %i = 0 to 4 {\n  \n  x.c\n  ");
    }

    /// The brace that is missing may stand in what would be left out.
    #[test]
    fn broken_statements_stay() {
        let text = "func.func @f() {\n  x.a {\n}\nfunc.func @g()\n";
        let word = TextRange::empty(TextSize::of(text));
        assert_eq!(without_others(&syntax::parse(text), text, word), None);
    }
}

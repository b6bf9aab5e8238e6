//! What changed of an isolated op since it was looked at, where that is blanks and comments alone: answers about it move then,
//! and are not found anew.

use crate::versions::{Version, VersionedOp};
use base::change::{Change, differ_in_trivia};
use base::isolated_op::{Green, OpText};
use base::source_file::SourceFile;
use salsa::Database;
use syntax::{Located, SyntaxKind, SyntaxToken, TextRange};
use transforms::rewrite::{next_token, token_after, token_before, token_behind};

/// In a text of this length, to move an answer saves more than it takes to keep the text.
const LONG_BYTES: u32 = 8 << 10;

/// An isolated op as it was looked at.
pub struct SeenOp {
    surroundings: Version,
    roots: Box<[Green]>,
}

/// Blanks and comments that are others now, from the token before them to the one after them.
pub struct TriviaChange {
    /// The earlier ones.
    pub before: String,
    pub now: String,
    /// Where those of the present text are, counted from the root's start.
    pub range: TextRange,
    /// The comments among these.
    pub comments: Vec<TextRange>,
}

impl SeenOp {
    /// `None` where the text is short or has syntax errors.
    pub(crate) fn of(db: &dyn Database, file: SourceFile, op: &VersionedOp) -> Option<Self> {
        let text = op.text(db, file).filter(|it| is_whole(db, *it))?;
        let roots = text.roots(db);
        let is_long = roots.iter().any(|it| u32::from(it.0.text_len()) > LONG_BYTES);
        is_long.then(|| Self { surroundings: op.surroundings, roots: roots.clone() })
    }

    /// The changes since, root by root; `None` where there are others.
    pub(crate) fn trivia_changes(
        &self,
        db: &dyn Database,
        file: SourceFile,
        op: &VersionedOp,
    ) -> Option<Vec<Option<TriviaChange>>> {
        let text = op.text(db, file).filter(|it| is_whole(db, *it))?;
        let roots = text.roots(db);
        if self.surroundings != op.surroundings || self.roots.len() != roots.len() {
            return None;
        }
        self.roots.iter().zip(roots).map(|(before, now)| trivia_change(before, now)).collect()
    }
}

fn is_whole(db: &dyn Database, text: OpText) -> bool {
    text.errors(db).is_empty() && !text.beside_errors(db)
}

/// `None` where something else changed, `Some(None)` where nothing did.
#[expect(clippy::option_option, reason = "whether it is known, and what it is")]
fn trivia_change(before: &Green, now: &Green) -> Option<Option<TriviaChange>> {
    let [old, new] = [before, now].map(|it| Located::root(&it.0));
    if !differ_in_trivia(old, new) {
        return None;
    }
    let Some(change) = Change::between(old, new) else { return Some(None) };
    let root = now.syntax_node();
    let is_trivia = |it: &SyntaxToken| it.kind().is_trivia();
    let at_start = token_behind(&root, change.range.start())?;
    let backwards = std::iter::successors(Some(at_start), token_before);
    let is_before = |it: &SyntaxToken| it.text_range().end() <= change.range.start();
    let first = backwards.into_iter().find(|it| is_before(it) && !is_trivia(it))?;
    let last = next_token(&first)?;
    let (start, end) = (first.text_range().end(), last.text_range().start());
    // Else there are tokens between two changes.
    let end_before = end.checked_sub(change.new_end)? + change.range.end();
    let range = TextRange::new(start, end);
    let trivia = std::iter::successors(token_after(&first), token_after).take_while(is_trivia);
    let comments = trivia.filter(|it| it.kind() == SyntaxKind::COMMENT).map(|it| it.text_range()).collect();
    let (before, now) = (before.text_in(TextRange::new(start, end_before)), now.text_in(range));
    Some(Some(TriviaChange { before, now, range, comments }))
}

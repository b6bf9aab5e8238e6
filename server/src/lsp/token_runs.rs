//! Semantic tokens of a document in the protocol's relative form, in runs that documents share while they are the same: those
//! of a root of an isolated op, or of what is between two.

use std::sync::Arc;

use tower_lsp::ls_types::{Position, SemanticToken, SemanticTokensEdit};

use super::position::{from_start, placed};
use super::shift::Shift;

/// Numbers that make one token.
const NUMBERS: usize = 5;

/// Tokens wherever they are: each relative to the one before, the first to where the run begins.
#[derive(Debug)]
pub(super) struct Run {
    pub(super) tokens: Box<[SemanticToken]>,
    /// Where the last one begins, as it is seen from where the run begins.
    pub(super) last: Position,
}

impl Run {
    /// The run where blanks and comments are others: with these comments, the first relative to where they start.
    pub(super) fn with_trivia(&self, shift: &Shift, comments: &[SemanticToken]) -> Self {
        let mut last = Position::default();
        // Where each token begins; those that did in the blanks and comments are gone.
        let starts = self.tokens.iter().map(|it| {
            last = placed(Position::new(it.delta_line, it.delta_start), last);
            last
        });
        let starts: Vec<Position> = starts.collect();
        let first = starts.partition_point(|it| *it < shift.start);
        let behind = starts.partition_point(|it| *it < shift.before);
        let before = self.tokens.get(..first).unwrap_or_default();
        let after = self.tokens.get(behind..).unwrap_or_default();
        let mut tokens = Vec::with_capacity(before.len() + comments.len() + after.len());
        tokens.extend_from_slice(before);
        let mut last = first.checked_sub(1).and_then(|it| starts.get(it)).copied().unwrap_or_default();
        let mut add = |token: &SemanticToken, start: Position| {
            let seen = from_start(start, last);
            last = start;
            tokens.push(SemanticToken { delta_line: seen.line, delta_start: seen.character, ..*token });
        };
        let mut start = shift.start;
        for comment in comments {
            start = placed(Position::new(comment.delta_line, comment.delta_start), start);
            add(comment, start);
        }
        if let (Some(token), Some(start)) = (after.first(), starts.get(behind)) {
            add(token, shift.position(*start));
            tokens.extend(after.iter().skip(1));
            last = shift.position(self.last);
        }
        Self { tokens: tokens.into(), last }
    }
}

/// A run in a document.
#[derive(Debug, Clone)]
struct PlacedRun {
    /// Relative to the last token before the run.
    first: SemanticToken,
    run: Arc<Run>,
}

impl PlacedRun {
    fn tokens(&self) -> impl DoubleEndedIterator<Item = &SemanticToken> {
        std::iter::once(&self.first).chain(self.run.tokens.iter().skip(1))
    }

    fn len(&self) -> usize {
        self.run.tokens.len()
    }

    fn is_same(&self, other: &Self) -> bool {
        self.first == other.first && Arc::ptr_eq(&self.run, &other.run)
    }
}

fn tokens(runs: &[PlacedRun]) -> impl Iterator<Item = &SemanticToken> {
    runs.iter().flat_map(PlacedRun::tokens)
}

/// All tokens of a document.
#[derive(Debug, Default)]
pub(super) struct TokenRuns {
    runs: Vec<PlacedRun>,
    /// How many tokens there are.
    count: usize,
    /// Where the last one begins.
    last: Position,
}

impl TokenRuns {
    /// Adds a run after all others, which begins at a position.
    pub(super) fn push(&mut self, start: Position, run: Arc<Run>) {
        let Some(first) = run.tokens.first() else { return };
        let position = placed(Position::new(first.delta_line, first.delta_start), start);
        let seen = from_start(position, self.last);
        self.last = placed(run.last, start);
        self.count += run.tokens.len();
        let first = SemanticToken { delta_line: seen.line, delta_start: seen.character, ..*first };
        self.runs.push(PlacedRun { first, run });
    }

    /// The tokens, run by run.
    pub(super) fn by_runs(&self) -> impl DoubleEndedIterator<Item = impl Iterator<Item = &SemanticToken>> {
        self.runs.iter().map(PlacedRun::tokens)
    }

    /// The tokens from the last to the first, but those of this many runs at the end.
    fn tokens_from_end(&self, skipped: usize) -> impl Iterator<Item = &SemanticToken> {
        self.runs.iter().rev().skip(skipped).flat_map(|it| it.tokens().rev())
    }

    /// One edit from the first token that differs to the last; its numbers count numbers, not tokens.
    pub(super) fn difference(&self, new: &Self) -> Vec<SemanticTokensEdit> {
        let both = || self.runs.iter().zip(&new.runs);
        let same_runs = both().take_while(|(a, b)| a.is_same(b)).count();
        let before: usize = self.runs.iter().take(same_runs).map(PlacedRun::len).sum();
        let [old, inserted] = [self, new].map(|it| it.runs.get(same_runs..).unwrap_or_default());
        let start = before + tokens(old).zip(tokens(inserted)).take_while(|(a, b)| a == b).count();

        let most = self.count.min(new.count) - start;
        let (mut end, mut runs) = (0, 0);
        for (a, b) in self.runs.iter().rev().zip(new.runs.iter().rev()) {
            if !a.is_same(b) || end + a.len() > most {
                break;
            }
            (end, runs) = (end + a.len(), runs + 1);
        }
        let both = self.tokens_from_end(runs).zip(new.tokens_from_end(runs)).take(most - end);
        end += both.take_while(|(a, b)| a == b).count();

        let (deleted, added) = (self.count - start - end, new.count - start - end);
        if deleted == 0 && added == 0 {
            return Vec::new();
        }
        let count = |tokens: usize| u32::try_from(tokens * NUMBERS).unwrap_or(u32::MAX);
        let data = tokens(inserted).skip(start - before).take(added).copied().collect();
        vec![SemanticTokensEdit { start: count(start), delete_count: count(deleted), data: Some(data) }]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn token(delta_line: u32, delta_start: u32, length: u32) -> SemanticToken {
        SemanticToken { delta_line, delta_start, length, token_type: 0, token_modifiers_bitset: 0 }
    }

    fn run(lengths: &[u32]) -> Arc<Run> {
        let tokens = lengths.iter().map(|it| token(1, 0, *it)).collect();
        Arc::new(Run { tokens, last: Position::new(u32::try_from(lengths.len()).unwrap(), 0) })
    }

    fn document(runs: &[&Arc<Run>]) -> TokenRuns {
        let mut document = TokenRuns::default();
        for run in runs {
            document.push(Position::new(document.last.line, 0), (*run).clone());
        }
        document
    }

    fn flat(document: &TokenRuns) -> Vec<SemanticToken> {
        document.by_runs().flatten().copied().collect()
    }

    /// How many tokens lie between those that are the same at both ends.
    fn least_change(old: &[SemanticToken], new: &[SemanticToken]) -> usize {
        let start = old.iter().zip(new).take_while(|(a, b)| a == b).count();
        let (old, new) = (&old[start..], &new[start..]);
        let end = old.iter().rev().zip(new.iter().rev()).take_while(|(a, b)| a == b).count();
        old.len() + new.len() - 2 * end
    }

    #[test]
    fn edits_give_the_new_tokens() {
        let runs = [run(&[1, 2]), run(&[3]), run(&[1, 2]), run(&[2, 3, 2])];
        let [a, b, c, d] = &runs;
        let lists: [&[&Arc<Run>]; 9] =
            [&[], &[a], &[a, b], &[b, a], &[a, b, c], &[a, d, c], &[a, a, a], &[a, c], &[d, b, d]];
        for old in lists {
            for new in lists {
                let (old, new) = (document(old), document(new));
                let edits = old.difference(&new);
                let (old, new) = (flat(&old), flat(&new));
                let mut edited = old.clone();
                let mut changed = 0;
                for edit in edits {
                    let start = edit.start as usize / NUMBERS;
                    let end = start + edit.delete_count as usize / NUMBERS;
                    let data = edit.data.unwrap_or_default();
                    changed += data.len() + end - start;
                    edited.splice(start..end, data);
                }
                assert_eq!(edited, new);
                assert_eq!(changed, least_change(&old, &new));
            }
        }
    }

    #[test]
    fn a_run_is_the_same_wherever_it_begins() {
        let run =
            Arc::new(Run { tokens: [token(0, 2, 1), token(0, 3, 1)].into(), last: Position::new(0, 5) });
        let mut document = TokenRuns::default();
        document.push(Position::new(4, 10), run.clone());
        document.push(Position::new(4, 20), run);
        let expected = [token(4, 12, 1), token(0, 3, 1), token(0, 7, 1), token(0, 3, 1)];
        assert_eq!(flat(&document), expected);
    }
}

//! Ranks candidates by similar contexts in the file: tokens near the cursor, by the tokens before and after them.

use super::context::CompletionContext;
use crate::FileView;
use rustc_hash::FxHashMap;
use syntax::{Located, SyntaxKind, TextRange, TextSize};

/// Tokens that are looked at before and after the cursor.
const REACH: usize = 2_500;
/// They are within this many bytes of it.
const REACH_IN_BYTES: u32 = 32 * 1024;
/// Tokens on each side that make two places alike.
const CONTEXT: usize = 3;

/// How well a token has fitted in places like this one.
#[derive(Debug, Clone, Copy)]
pub(super) struct Seen {
    pub(super) kind: SyntaxKind,
    pub(super) score: f32,
}

#[derive(Default)]
pub(super) struct ContextRanking {
    seen: FxHashMap<String, Seen>,
    /// Share of each kind of token among the places that are like this one.
    kinds: FxHashMap<SyntaxKind, f32>,
}

struct Neighbour<'a> {
    kind: SyntaxKind,
    text: &'a str,
}

impl ContextRanking {
    pub(super) fn around(view: &FileView<'_>, ctx: &CompletionContext) -> Self {
        let (start, end) = (ctx.word.start(), ctx.offset);
        let far = TextSize::new(REACH_IN_BYTES);
        let reach =
            TextRange::new(start.checked_sub(far).unwrap_or_default(), end.checked_add(far).unwrap_or(end));
        let (mut before, mut after) = (Vec::new(), Vec::new());
        let green = view.root.green();
        Located::root(green).for_each_token_in(reach, &mut |token| {
            let (kind, text) = (token.kind(), token.text());
            match token.text_range() {
                // Inside a blank only the text after the cursor is an example.
                it if kind.is_trivia() && it.start() < start && start < it.end() => before.clear(),
                _ if kind.is_trivia() => {}
                it if it.end() <= start => before.push(Neighbour { kind, text }),
                it if it.start() >= end => after.push(Neighbour { kind, text }),
                _ => {}
            }
        });
        after.truncate(REACH);
        Self::of(before.get(before.len().saturating_sub(REACH)..).unwrap_or_default(), &after)
    }

    fn of(before: &[Neighbour<'_>], after: &[Neighbour<'_>]) -> Self {
        let cursor = before.len();
        let all: Vec<&Neighbour<'_>> = before.iter().chain(after).collect();
        let mut texts: FxHashMap<&str, Seen> = FxHashMap::default();
        let mut kinds: FxHashMap<SyntaxKind, f32> = FxHashMap::default();
        let mut total = 0.0;
        for (index, token) in all.iter().enumerate() {
            let mut likeness = 0.0;
            for step in 1..=CONTEXT.min(index).min(cursor) {
                let (there, here) = (all[index - step], all[cursor - step]);
                let equal = alike(there, here);
                likeness += equal * [3.0, 3.0, 1.5][step - 1];
                if equal < 0.5 {
                    break;
                }
            }
            for step in 0..CONTEXT {
                let (Some(there), Some(here)) = (all.get(index + 1 + step), all.get(cursor + step)) else {
                    break;
                };
                // The cursor's own surroundings are no example of themselves.
                let equal = alike(there, here);
                likeness += equal * [2.5, 2.0, 1.0][step];
                if equal < 0.5 {
                    break;
                }
            }
            let distance = index.abs_diff(cursor) as f32;
            let nearness = 1.0 / (1.0 + distance / 60.0);
            let weight = likeness * likeness;
            if weight > 0.0 {
                total += weight;
                *kinds.entry(token.kind).or_default() += weight;
            }
            let score = likeness + nearness;
            let first = Seen { kind: token.kind, score: f32::NEG_INFINITY };
            let seen = texts.entry(token.text).or_insert(first);
            // Once more, a little likelier.
            seen.score = if score > seen.score { score + 0.1 } else { seen.score + 0.1 * nearness };
        }
        if total > 0.0 {
            kinds.values_mut().for_each(|it| *it /= total);
        }
        Self { seen: texts.into_iter().map(|(text, seen)| (text.to_owned(), seen)).collect(), kinds }
    }

    /// How well the text has fitted; 0 where it was never seen.
    pub(super) fn score(&self, text: &str) -> f32 {
        self.seen.get(text).map_or(0.0, |it| it.score)
    }

    /// How often this kind of token is in places like this one: 0 to 1.
    pub(super) fn share(&self, kind: SyntaxKind) -> f32 {
        self.kinds.get(&kind).copied().unwrap_or(0.0)
    }

    /// Every text that was seen.
    pub(super) fn texts(&self) -> impl Iterator<Item = (&str, Seen)> {
        self.seen.iter().map(|(text, seen)| (text.as_str(), *seen))
    }
}

/// 1 for equal tokens, less for those of one kind, 0 for others.
fn alike(a: &Neighbour<'_>, b: &Neighbour<'_>) -> f32 {
    if a.kind != b.kind {
        return 0.0;
    }
    if a.text == b.text {
        return 1.0;
    }
    match a.kind {
        SyntaxKind::PERCENT_ID | SyntaxKind::CARET_ID | SyntaxKind::AT_ID | SyntaxKind::INTEGER => 0.6,
        SyntaxKind::HASH_ID | SyntaxKind::EXCLAMATION_ID | SyntaxKind::FLOAT => 0.5,
        _ => 0.1,
    }
}

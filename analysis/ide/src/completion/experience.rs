//! What stood in like places of the file: tokens near the cursor, by what stood before and after them.

use super::scene::Scene;
use crate::FileView;
use rustc_hash::FxHashMap;
use syntax::{SyntaxKind, SyntaxToken};
use transforms::rewrite::{next_token, previous_token};

/// Tokens that are looked at before and behind the cursor.
const REACH: usize = 2_500;
/// Tokens on each side that make two places alike.
const CONTEXT: usize = 3;

/// How well a token has fitted in places like this one.
#[derive(Debug, Clone, Copy)]
pub(super) struct Seen {
    pub(super) kind: SyntaxKind,
    pub(super) score: f32,
}

#[derive(Default)]
pub(super) struct Experience {
    seen: FxHashMap<String, Seen>,
    /// Share of each kind of token among the places that are like this one.
    kinds: FxHashMap<SyntaxKind, f32>,
}

struct Neighbour {
    kind: SyntaxKind,
    text: String,
}

impl Experience {
    pub(super) fn around(view: &FileView<'_>, scene: &Scene) -> Self {
        let mut before = Vec::new();
        let mut token = view.root.token_at_offset(scene.word.start()).left_biased();
        if scene.word.is_empty()
            || token.as_ref().is_some_and(|it| it.text_range().start() >= scene.word.start())
        {
            token = token.filter(|it| it.text_range().end() <= scene.word.start());
        }
        while let Some(it) = token {
            push(&mut before, &it);
            if before.len() == REACH {
                break;
            }
            token = previous_token(&it);
        }
        before.reverse();
        let mut after = Vec::new();
        let mut token = view.root.token_at_offset(scene.offset).right_biased();
        token = token.filter(|it| it.text_range().start() >= scene.offset).or_else(|| {
            view.root.token_at_offset(scene.offset).right_biased().and_then(|it| next_token(&it))
        });
        while let Some(it) = token {
            push(&mut after, &it);
            if after.len() == REACH {
                break;
            }
            token = next_token(&it);
        }
        Self::of(&before, &after)
    }

    fn of(before: &[Neighbour], after: &[Neighbour]) -> Self {
        let cursor = before.len();
        let all: Vec<&Neighbour> = before.iter().chain(after).collect();
        let mut experience = Self::default();
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
            total += weight;
            *experience.kinds.entry(token.kind).or_default() += weight;
            let score = likeness + nearness;
            let seen = experience
                .seen
                .entry(token.text.clone())
                .or_insert(Seen { kind: token.kind, score: f32::NEG_INFINITY });
            // Once more, a little likelier.
            seen.score = if score > seen.score { score + 0.1 } else { seen.score + 0.1 * nearness };
        }
        if total > 0.0 {
            experience.kinds.values_mut().for_each(|it| *it /= total);
        }
        experience
    }

    /// How well the text has fitted; 0 where it was never seen.
    pub(super) fn score(&self, text: &str) -> f32 {
        self.seen.get(text).map_or(0.0, |it| it.score)
    }

    /// How often this kind of token stands in places like this one: 0 to 1.
    pub(super) fn share(&self, kind: SyntaxKind) -> f32 {
        self.kinds.get(&kind).copied().unwrap_or(0.0)
    }

    /// Every text that was seen.
    pub(super) fn texts(&self) -> impl Iterator<Item = (&str, Seen)> {
        self.seen.iter().map(|(text, seen)| (text.as_str(), *seen))
    }
}

fn push(list: &mut Vec<Neighbour>, token: &SyntaxToken) {
    if !token.kind().is_trivia() {
        list.push(Neighbour { kind: token.kind(), text: token.text().to_owned() });
    }
}

/// 1 for equal tokens, less for those of one kind, 0 for others.
fn alike(a: &Neighbour, b: &Neighbour) -> f32 {
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

//! Whether our offers lead to the fusions that the pass has made.

use analysis::{Host, TextRange, TextSize};
use rustc_hash::FxHashSet;

use crate::transformations::FUSE;

use super::structure::{Fused, FusedNests, Structure};

const INTERCHANGE: &str = "refactor.rewrite.affine.interchange";

/// So many texts are looked at for one program.
const MOST_TEXTS: usize = 2_000;

/// Looks for offers that, one after the other, fuse the nests that the pass has fused, at the same depths, and no
/// others.
pub(super) struct Search<'a> {
    original: &'a Structure,
    wanted: &'a FusedNests,
    seen: FxHashSet<String>,
    refusals: Vec<String>,
}

/// How the search has ended.
pub(super) enum Found {
    /// The text after the offers, with their titles.
    Fused { text: String, titles: Vec<String> },
    /// What we say about the nests of the program.
    Refused(Vec<String>),
}

/// An offer with the text after it.
struct Step {
    title: String,
    text: String,
}

impl<'a> Search<'a> {
    pub(super) fn new(original: &'a Structure, wanted: &'a FusedNests) -> Self {
        Self { original, wanted, seen: FxHashSet::default(), refusals: Vec::new() }
    }

    /// Begins with the program, and where that does not lead there, with the program after one or two interchanges:
    /// the pass moves loops that carry dependences inwards before it fuses.
    pub(super) fn run(mut self, program: &str) -> Found {
        let mut beginnings = vec![(program.to_owned(), Vec::new())];
        for _ in 0..3 {
            let mut next = Vec::new();
            for (text, titles) in beginnings {
                // Copies of a producer may be made again and again: each offer has to be of some use.
                if let Some((text, more)) = self.fuse(&text, self.wanted.len()) {
                    return Found::Fused { text, titles: [titles, more].concat() };
                }
                for step in self.steps(&text, INTERCHANGE) {
                    let titles = [&titles[..], &[step.title]].concat();
                    next.push((step.text, titles));
                }
            }
            beginnings = next;
        }
        Found::Refused(self.refusals)
    }

    /// By at most so many offers.
    fn fuse(&mut self, text: &str, most: usize) -> Option<(String, Vec<String>)> {
        let most = most.checked_sub(1)?;
        let mut open = Vec::new();
        for step in self.steps(text, FUSE) {
            let after = Structure::of(&step.text);
            let fused = self.original.fused_in(&after);
            // Nests that share loops share them in whatever is done next.
            let is_within = |(pair, found): (&_, &Fused)| {
                self.wanted.get(pair).is_some_and(|wanted| found.depth <= wanted.depth)
            };
            if !fused.iter().all(is_within) {
                continue;
            }
            let is_reached = |(pair, wanted): &(&_, &Fused)| match fused.get(pair) {
                Some(found) => found.depth == wanted.depth && (wanted.is_kept || !found.is_kept),
                None => self.original.is_dissolved(&after, **pair),
            };
            let reached = self.wanted.iter().filter(is_reached).count();
            if reached == self.wanted.len() {
                return Some((step.text, vec![step.title]));
            }
            open.push((reached, step));
        }
        // What has reached most first.
        open.sort_by_key(|it| std::cmp::Reverse(it.0));
        open.into_iter().find_map(|(_, step)| {
            let (text, titles) = self.fuse(&step.text, most)?;
            Some((text, [vec![step.title], titles].concat()))
        })
    }

    /// The offers of a kind whose text has not been seen.
    fn steps(&mut self, text: &str, kind: &str) -> Vec<Step> {
        let mut host = Host::new();
        let file = host.add_file(text);
        let analysis = host.analysis();
        let is_first = self.seen.is_empty();
        let mut found = Vec::new();
        for action in analysis.actions(file, TextRange::up_to(TextSize::of(text))) {
            if action.kind != kind {
                continue;
            }
            if let Some(reason) = action.disabled {
                if is_first {
                    self.refusals.push(format!("{}: {reason}", action.title));
                }
                continue;
            }
            if self.seen.len() >= MOST_TEXTS {
                break;
            }
            let edits = analysis.resolve_action(file, &action.request).expect("an offer has an edit");
            let after = edits.iter().rev().fold(text.to_owned(), |text, edit| edit.apply(&text));
            if self.seen.insert(after.clone()) {
                found.push(Step { title: action.title, text: after });
            }
        }
        found
    }
}

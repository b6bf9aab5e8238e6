//! An answer that is a list about all of a document, in text order: put together of texts, one for each root of an isolated
//! op, that are kept as long as the root says the same at the same place.

use std::fmt::Write as _;
use std::sync::{Arc, Mutex, PoisonError};

use analysis::{Scope, TextRange, TextSize, TriviaChange, VersionedOp};
use serde::Serialize;
use tower_lsp::ls_types::{Position, Range};

use super::document::{Document, Places};
use super::kept_ops::KeptOps;
use super::position::{from_start, placed};
use super::shift::Shift;
use super::snapshot::Snapshot;

/// The parts of the last answer.
pub(super) struct KeptList<T>(Mutex<KeptOps<OfRoot<T>>>);

impl<T> Default for KeptList<T> {
    fn default() -> Self {
        Self(Mutex::default())
    }
}

/// How an answer is found and written.
pub(super) struct Entries<'a, T, S> {
    /// The inputs that it depends on.
    pub(super) scope: Scope,
    /// Whether other blanks and comments do no more than move the entries.
    pub(super) moves: fn(&TriviaChange) -> bool,
    /// Finds the entries in an isolated op, root by root, with places that count from the root's start.
    pub(super) inside: &'a dyn Fn(&VersionedOp) -> Vec<Vec<T>>,
    /// The entries outside of isolated ops, in text order.
    pub(super) outside: Vec<T>,
    pub(super) range: fn(&T) -> TextRange,
    /// The text that is sent for an entry at a place; `None` for nothing. Always the same for the same entry and place of a document.
    pub(super) sent: &'a dyn Fn(&T, Range) -> Option<S>,
}

/// The entries of one root.
struct OfRoot<T> {
    /// With ranges that count from the root's start.
    entries: Box<[(T, Range)]>,
    /// The text that is sent where the root starts at that position.
    written: Option<(Position, Arc<str>)>,
}

impl<T> KeptList<T> {
    /// The texts of the entries in JSON, one or more in each with commas between them.
    pub(super) fn texts<S: Serialize>(
        &self,
        snapshot: &Snapshot,
        document: &Document,
        list: Entries<'_, T, S>,
    ) -> Vec<Arc<str>> {
        let encoding = snapshot.client.encoding;
        let mut places = document.places(encoding);
        let mut texts: Vec<(TextSize, Arc<str>)> = Vec::new();
        for entry in &list.outside {
            let range = (list.range)(entry);
            let sent = (list.sent)(entry, places.range(range));
            texts.extend(sent.and_then(|it| Some((range.start(), joined([it])?))));
        }
        let ops = snapshot.analysis.isolated_ops(document.file, list.scope);
        // Where the computation of an answer was ended, what is there holds.
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        for op in &ops {
            let compute = || {
                let mut places = document.places(encoding);
                let found = (list.inside)(op).into_iter().zip(&op.starts);
                found.map(|(entries, start)| OfRoot::new(entries, *start, &mut places, list.range)).collect()
            };
            let mut move_ = |root: &mut OfRoot<T>, start: TextSize, change: &TriviaChange| {
                let is_moved = (list.moves)(change);
                if is_moved {
                    root.shift(&Shift::of(change, places.seen(start, change.range), encoding));
                }
                is_moved
            };
            let known = kept.of(snapshot, document.file, op, compute, &mut move_);
            for (root, start) in known.iter_mut().zip(&op.starts).filter(|it| !it.0.entries.is_empty()) {
                let at = places.position(*start);
                if root.written.as_ref().is_none_or(|it| it.0 != at) {
                    let sent = root.entries.iter().filter_map(|(entry, range)| {
                        let range = Range::new(placed(range.start, at), placed(range.end, at));
                        (list.sent)(entry, range)
                    });
                    root.written = Some((at, joined(sent).unwrap_or_default()));
                }
                let text = root.written.as_ref().map(|it| &it.1).filter(|it| !it.is_empty());
                texts.extend(text.map(|it| (*start, it.clone())));
            }
        }
        kept.keep(&ops);
        // Those outside come first where a root begins in the same place, as they are around it.
        texts.sort_by_key(|it| it.0);
        texts.into_iter().map(|it| it.1).collect()
    }
}

impl<T> OfRoot<T> {
    fn new(entries: Vec<T>, start: TextSize, places: &mut Places<'_>, range: fn(&T) -> TextRange) -> Self {
        let at = places.position(start);
        let with_range = |entry: T| {
            let absolute = places.range(range(&entry) + start);
            (entry, Range::new(from_start(absolute.start, at), from_start(absolute.end, at)))
        };
        Self { entries: entries.into_iter().map(with_range).collect(), written: None }
    }

    fn shift(&mut self, shift: &Shift) {
        if !shift.is_none() {
            self.entries.iter_mut().for_each(|(_, range)| *range = shift.range(*range));
            self.written = None;
        }
    }
}

/// Entries in JSON with commas between them; `None` for none.
fn joined<S: Serialize>(entries: impl IntoIterator<Item = S>) -> Option<Arc<str>> {
    let mut text = String::new();
    for entry in entries {
        match serde_json::to_string(&entry) {
            Ok(json) => {
                let comma = if text.is_empty() { "" } else { "," };
                _ = write!(text, "{comma}{json}");
            }
            Err(error) => tracing::error!("an entry of an answer cannot be written: {error}"),
        }
    }
    (!text.is_empty()).then(|| text.into())
}

//! The search for definitions of dialects that are not configured: begun when the first such dialect is seen, on a
//! thread of its own, and done again when a `.td` file changes.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::state::State;
use super::turns::Turns;
use crate::dialect_search::Found;

#[derive(Default)]
pub(super) struct Search {
    was_wanted: Arc<AtomicBool>,
    is_running: bool,
    /// Whether files have changed since the search that runs has begun.
    is_outdated: bool,
    found: Option<Arc<Found>>,
}

/// The search as a snapshot sees it.
pub(super) struct Dialects {
    was_wanted: Arc<AtomicBool>,
    turns: Turns,
    /// `None` until the first search has ended.
    pub(super) found: Option<Arc<Found>>,
}

impl Dialects {
    pub(super) fn of(search: &Search, turns: &Turns) -> Self {
        Self { was_wanted: search.was_wanted.clone(), turns: turns.clone(), found: search.found.clone() }
    }

    /// For background work: no search begins.
    pub(super) fn unasked(turns: &Turns) -> Self {
        Self { was_wanted: Arc::new(AtomicBool::new(true)), turns: turns.clone(), found: None }
    }

    /// Has the search begun, if it has not been yet.
    pub(super) fn want(&self) {
        if !self.was_wanted.swap(true, Ordering::Relaxed) {
            self.turns.send("search of dialects", State::search_dialects);
        }
    }
}

impl State {
    /// Searches again if a search has been asked for before.
    pub(super) fn search_dialects_again(&mut self) {
        if self.search.was_wanted.load(Ordering::Relaxed) {
            self.search_dialects();
        }
    }

    fn search_dialects(&mut self) {
        let folders = self.configuration.folders.clone();
        if folders.is_empty() {
            return;
        }
        if self.search.is_running {
            self.search.is_outdated = true;
            return;
        }
        self.search.is_running = true;
        let (before, progress, turns) =
            (self.search.found.clone().unwrap_or_default(), self.progress(), self.turns.clone());
        let search = move || {
            let _running = progress.running("Searching for definitions of dialects".to_owned());
            let found = catch_unwind(AssertUnwindSafe(|| Found::search(&folders, &before)));
            turns.send("dialects found", move |state| state.take_dialects(found.ok()));
        };
        // The workers are for requests that the user waits for.
        let thread = std::thread::Builder::new().name("search of dialects".into());
        if let Err(error) = thread.stack_size(analysis::STACK_BYTES).spawn(search) {
            tracing::error!("cannot start a thread that searches for dialects: {error}");
            self.search.is_running = false;
        }
    }

    /// Takes what a search has found; `None` where it panicked.
    fn take_dialects(&mut self, found: Option<Found>) {
        self.search.is_running = false;
        match found {
            Some(found) => self.search.found = Some(Arc::new(found)),
            None => tracing::error!("searching for dialects panicked"),
        }
        if std::mem::take(&mut self.search.is_outdated) {
            self.search_dialects();
        }
    }
}

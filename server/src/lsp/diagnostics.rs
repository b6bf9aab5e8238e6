//! Push diagnostics: one background job per changed document, newest text only, unchanged results not sent again.
//!
//! While somebody types, what is quickly known comes with every keystroke and the rest when the typing pauses. A first
//! change of a small file, and its opening, are answered in one go. A client that asks for diagnostics itself is sent
//! none, and is told to ask again when the typing pauses.

use std::time::{Duration, Instant};

use analysis::{Depth, Most};
use rustc_hash::FxHashMap;
use serde::Serialize;
use tower_lsp::ls_types::{Diagnostic, Uri};

use super::convert;
use super::document::Document;
use super::snapshot::{CancellationHandle, Outcome, Snapshot, run};
use super::state::{Outgoing, Refresh, State};

const METHOD: &str = "textDocument/publishDiagnostics";

/// Two changes this near to each other are typing.
pub(super) const TYPING: Duration = Duration::from_millis(500);
/// How long typing has to pause before what takes long is looked for.
const PAUSE: Duration = Duration::from_millis(250);
/// Larger files are answered in two steps, also when they are opened.
const LARGE_FILE_BYTES: usize = 128 << 10;
/// Errors of one file that are sent; editors show no more.
const MOST_ERRORS: usize = 1_000;

const UNKNOWN_DIALECT: &str = "unknown-dialect";

#[derive(Default)]
pub(super) struct Publisher {
    /// Documents whose diagnostics are to be computed, how far, and when.
    due: FxHashMap<Uri, Due>,
    /// The diagnostics that the client has.
    sent: FxHashMap<Uri, Sent>,
}

struct Sent {
    diagnostics: Vec<Diagnostic>,
    /// The generation of the document that they are about.
    generation: u64,
    depth: Depth,
}

#[derive(Serialize)]
struct Notification<'a> {
    jsonrpc: &'static str,
    method: &'static str,
    params: Published<'a>,
}

/// The parameters of a notification, as [`tower_lsp::ls_types::PublishDiagnosticsParams`] without a copy.
#[derive(Serialize)]
struct Published<'a> {
    uri: &'a Uri,
    diagnostics: &'a [Diagnostic],
    #[serde(skip_serializing_if = "Option::is_none")]
    version: Option<i32>,
}

#[derive(Default, Clone, Copy)]
struct Due {
    /// Answer what is quickly known before the rest.
    at_once: bool,
    in_depth: Option<Instant>,
}

impl Publisher {
    /// The document is new.
    pub(super) fn mark_opened(&mut self, uri: Uri, bytes: usize) {
        let at_once = bytes > LARGE_FILE_BYTES;
        self.due.insert(uri, Due { at_once, in_depth: Some(Instant::now()) });
    }

    /// The document has another text, which somebody is typing in, or all of it at once. Until the time returned somebody is
    /// typing.
    pub(super) fn mark_changed(&mut self, uri: Uri, bytes: usize, is_typed: bool) -> Option<Instant> {
        let now = Instant::now();
        let pause = is_typed.then(|| now + PAUSE);
        let at_once = pause.is_some() || bytes > LARGE_FILE_BYTES;
        self.due.insert(uri, Due { at_once, in_depth: Some(pause.unwrap_or(now)) });
        pause
    }

    /// All may be different about the document, but its text.
    pub(super) fn mark(&mut self, uri: Uri) {
        self.due.entry(uri).or_default().in_depth.get_or_insert_with(Instant::now);
    }

    /// When the next job is to start.
    pub(super) fn next_due(&self) -> Option<Instant> {
        self.due.values().filter_map(|it| it.in_depth).min()
    }
}

impl State {
    /// Starts the jobs that are due.
    pub(super) fn schedule_diagnostics(&mut self) {
        if self.client.pulls_diagnostics {
            // It would show both what it asks for and what it is sent.
            self.ask_to_pull_again();
            return;
        }
        let now = Instant::now();
        let mut jobs = Vec::new();
        self.publisher.due.retain(|uri, due| {
            if std::mem::take(&mut due.at_once) {
                jobs.push((uri.clone(), Depth::AtOnce));
            } else if due.in_depth.take_if(|it| *it <= now).is_some() {
                jobs.push((uri.clone(), Depth::Full));
            }
            due.in_depth.is_some()
        });
        for (uri, depth) in jobs {
            let Some(document) = self.documents.get(&uri) else { continue };
            let (generation, turns, snapshot) = (document.generation, self.turns.clone(), self.snapshot());
            self.pool.background(format!("{depth:?} {}", uri.as_str()), move || {
                match run(METHOD, snapshot, &CancellationHandle::default(), |it| collect(it, &uri, depth)) {
                    Outcome::Done(found) => {
                        turns.send(METHOD, move |state| state.publish(uri, generation, depth, found));
                    }
                    // The write may have been to another document.
                    Outcome::Superseded => turns.send(METHOD, move |state| state.publisher.mark(uri)),
                    Outcome::Cancelled | Outcome::Panicked => {}
                }
            });
        }
    }

    /// A client that was answered at once is to have the rest when the typing pauses.
    fn ask_to_pull_again(&mut self) {
        let now = Instant::now();
        let typed = |uri: &Uri| self.documents.get(uri).is_some_and(|it| it.typing_until.is_some());
        let mut paused = false;
        self.publisher.due.retain(|uri, due| {
            let is_due = due.in_depth.is_none_or(|it| it <= now);
            paused |= is_due && typed(uri);
            !is_due
        });
        if paused && self.client.refreshes.contains(&Refresh::Diagnostics) {
            self.send(Outgoing::Refresh(Refresh::Diagnostics));
        }
    }

    /// Sends what was found, unless the document has changed since, or the client has just that or more.
    fn publish(&mut self, uri: Uri, generation: u64, depth: Depth, found: Vec<Diagnostic>) {
        let Some(document) = self.documents.get(&uri).filter(|it| it.generation == generation) else {
            return;
        };
        let version = self.client.diagnostic_versions.then_some(document.version);
        if let Some(sent) = self.publisher.sent.get_mut(&uri) {
            let has_more = sent.generation == generation && sent.depth == Depth::Full;
            if has_more && depth == Depth::AtOnce {
                return;
            }
            (sent.generation, sent.depth) = (generation, depth);
            if sent.diagnostics == found {
                return;
            }
        }
        self.send_diagnostics(Published { uri: &uri, diagnostics: &found, version });
        self.publisher.sent.insert(uri, Sent { diagnostics: found, generation, depth });
    }

    /// Takes back what the client has of a closed document.
    pub(super) fn clear_diagnostics(&mut self, uri: &Uri) {
        self.publisher.due.remove(uri);
        if self.publisher.sent.remove(uri).is_some_and(|sent| !sent.diagnostics.is_empty()) {
            self.send_diagnostics(Published { uri, diagnostics: &[], version: None });
        }
    }

    /// Publishes the diagnostics of a file that is no document of ours.
    pub(super) fn publish_beside_documents(&self, uri: &Uri, diagnostics: &[Diagnostic]) {
        self.send_diagnostics(Published { uri, diagnostics, version: None });
    }

    fn send_diagnostics(&self, params: Published<'_>) {
        self.outbox.send(&Notification { jsonrpc: "2.0", method: METHOD, params });
    }
}

fn collect(snapshot: &Snapshot, uri: &Uri, depth: Depth) -> Vec<Diagnostic> {
    snapshot.documents.get(uri).map(|it| found(snapshot, uri, it, depth)).unwrap_or_default()
}

/// The diagnostics of a document as the client is told them.
pub(super) fn found(snapshot: &Snapshot, uri: &Uri, document: &Document, depth: Depth) -> Vec<Diagnostic> {
    let _running = (depth == Depth::Full).then(|| snapshot.progress.analysing(uri));
    let others = snapshot.config.most_hints;
    let most = Most { errors: MOST_ERRORS, others, near: document.last_edit };
    let found = snapshot.analysis.some_diagnostics(document.file, depth, most);
    if found.iter().any(|it| it.code == UNKNOWN_DIALECT) {
        snapshot.dialects.want();
    }
    let mut places = document.places(snapshot.client.encoding);
    let client = &snapshot.client;
    // What is left out now has to be said later.
    let comes_later = !client.pulls_diagnostics || client.refreshes.contains(&Refresh::Diagnostics);
    let is_typing = is_typing(document) && comes_later;
    let is_half = |it: &analysis::Diagnostic| {
        is_typing && it.range.end() == document.last_edit && OF_NAMES.contains(&it.code)
    };
    found
        .iter()
        .filter(|it| !is_half(it))
        .map(|it| convert::diagnostic(snapshot, uri, &mut places, it))
        .collect()
}

/// Codes of names of operations: nothing is said of one that is still typed.
const OF_NAMES: [&str; 3] = ["unknown-operation", "unqualified-operation", UNKNOWN_DIALECT];

fn is_typing(document: &Document) -> bool {
    document.typing_until.is_some_and(|it| Instant::now() < it)
}

/// How far to look for a client that asks: while somebody types, only for what is quickly known, if the client can be
/// told to ask again.
pub(super) fn depth_to_pull(snapshot: &Snapshot, document: &Document) -> Depth {
    match is_typing(document) && snapshot.client.refreshes.contains(&Refresh::Diagnostics) {
        true => Depth::AtOnce,
        false => Depth::Full,
    }
}

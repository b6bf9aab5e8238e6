//! Push diagnostics: one job per changed document, newest text only, unchanged results not sent again.
//!
//! While the user types, quick diagnostics come with every keystroke and the rest when the typing pauses. A document
//! that was opened is answered step by step, if it is not a short one: errors nearby, all errors, then what takes longer.
//! A first step that is short is taken by the thread that has the state, all others by workers. A client that asks for
//! diagnostics itself is sent none; it is asked to pull again when the next step is known, or when the typing pauses.

mod written;

use std::sync::Arc;
use std::time::{Duration, Instant};

use analysis::{Depth, Most, NEARBY_BYTES, Patience};
use rustc_hash::FxHashMap;
use tower_lsp::ls_types::{Diagnostic, Uri};

use super::convert;
use super::document::Document;
use super::progress::Running;
use super::snapshot::{CancellationHandle, Outcome, Snapshot, run, run_here};
use super::state::{Outgoing, Refresh, State};
use super::worker_pool::Job;
use written::WrittenDiagnostics;

const METHOD: &str = "textDocument/publishDiagnostics";

/// Two changes this near to each other are typing.
pub(super) const TYPING: Duration = Duration::from_millis(500);
/// How long typing has to pause before what takes long is looked for.
const PAUSE: Duration = Duration::from_millis(250);
/// A change of all of a larger file is answered in two steps, and any on a worker.
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
    diagnostics: Arc<WrittenDiagnostics>,
    /// The generation of the document that they are about.
    generation: u64,
    depth: Depth,
}

#[derive(Default)]
struct Due {
    /// The remaining steps of the answer.
    steps: &'static [Depth],
    in_depth: Option<Instant>,
}

const OPENING: &[Depth] = &[Depth::Nearby, Depth::AtOnce, Depth::Full];

/// The step after the last one that a client has asked for since it opened a document.
fn next_step(document: &Document) -> &'static [Depth] {
    match document.known {
        None => &[Depth::AtOnce],
        Some(_) => &[Depth::Full],
    }
}

/// How far a client that asks for diagnostics has been answered, as far as that counts after a change: the diagnostics
/// of a whole large document come in two steps.
pub(super) fn known_after_change(document: &Document, is_typed: bool) -> Option<Depth> {
    let is_in_steps = !is_typed && document.len() > LARGE_FILE_BYTES;
    document.known.map(|known| if is_in_steps { Depth::AtOnce } else { known })
}

impl Publisher {
    /// The document is new.
    pub(super) fn mark_opened(&mut self, uri: Uri, bytes: usize) {
        let steps = if bytes <= NEARBY_BYTES { &[Depth::Full] } else { OPENING };
        self.due.insert(uri, Due { steps, in_depth: None });
    }

    /// These steps are still to be answered, if nothing newer is.
    fn mark_steps(&mut self, uri: Uri, steps: &'static [Depth]) {
        let due = self.due.entry(uri).or_default();
        if due.steps.is_empty() && due.in_depth.is_none() {
            due.steps = steps;
        }
    }

    /// The document has another text, by typing or all at once. Until the time returned the user counts as
    /// typing.
    pub(super) fn mark_changed(&mut self, uri: Uri, bytes: usize, is_typed: bool) -> Option<Instant> {
        let now = Instant::now();
        let pause = is_typed.then(|| now + PAUSE);
        let steps: &[Depth] = match pause {
            Some(_) => &[Depth::AtOnce],
            None if bytes > LARGE_FILE_BYTES => &[Depth::AtOnce, Depth::Full],
            None => &[Depth::Full],
        };
        self.due.insert(uri, Due { steps, in_depth: pause });
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
    /// Starts the jobs that are due, but for one that is for this thread, as soon as others can have the state.
    #[must_use]
    pub(super) fn schedule_diagnostics(&mut self) -> Option<Job> {
        if self.client.pulls_diagnostics {
            // It would show both what it asks for and what it is sent.
            self.ask_to_pull_again();
            return None;
        }
        let now = Instant::now();
        let mut jobs: Vec<(Uri, &'static [Depth])> = Vec::new();
        self.publisher.due.retain(|uri, due| {
            if !due.steps.is_empty() {
                jobs.push((uri.clone(), std::mem::take(&mut due.steps)));
            } else if due.in_depth.take_if(|it| *it <= now).is_some() {
                jobs.push((uri.clone(), &[Depth::Full]));
            }
            due.in_depth.is_some()
        });
        let mut at_hand = None;
        for (uri, steps) in jobs {
            let is_at_hand = at_hand.is_none() && self.is_taken_here(&uri, steps);
            match steps.first() {
                Some(first) if is_at_hand => at_hand = Some(self.take_here(uri, *first, steps)),
                _ => self.publish_steps(uri, steps, true),
            }
        }
        at_hand
    }

    /// Whether the first step is for the thread that has the state now. To wake another one would take as long.
    fn is_taken_here(&self, uri: &Uri, steps: &[Depth]) -> bool {
        let is_first_short = |it: &Document| steps.first().is_some_and(|first| is_short(it, *first));
        self.pool.is_idle() && self.projects.document(uri).is_some_and(is_first_short)
    }

    /// Takes the first of these steps, and leaves those after it to a worker, or all where it takes long.
    fn take_here(&self, uri: Uri, first: Depth, steps: &'static [Depth]) -> Job {
        let (turns, snapshot, sent) = (self.turns.clone(), self.snapshot(Some(&uri)), self.sent(&uri));
        Box::new(move || {
            let found = snapshot.documents.get(&uri).and_then(|document| {
                let look = |it: &Snapshot| written(it, &uri, document, first, sent.as_deref());
                Some((document.generation, run_here(&snapshot, Patience::Frame, look)?))
            });
            drop(snapshot);
            turns.take(METHOD, move |state| {
                let Some((generation, found)) = found else {
                    return state.publish_steps(uri, steps, true);
                };
                state.publish(uri.clone(), generation, first, Arc::new(found));
                let others = steps.get(1..).unwrap_or_default();
                if !others.is_empty() {
                    state.publish_steps(uri, others, false);
                }
            });
        })
    }

    fn publish_steps(&self, uri: Uri, steps: &'static [Depth], is_first_waited_for: bool) {
        let Some(document) = self.projects.document(&uri) else { return };
        let generation = document.generation;
        let (steps, sent) = ((steps, is_first_waited_for), self.sent(&uri));
        self.take_steps(uri, steps, sent, written, move |state, uri, depth, found| {
            state.publish(uri, generation, depth, found);
        });
    }

    fn sent(&self, uri: &Uri) -> Option<Arc<WrittenDiagnostics>> {
        self.publisher.sent.get(uri).map(|it| it.diagnostics.clone())
    }

    /// Looks at a document step by step, in the background, each time with what came of the step before, and hands that to
    /// a turn. The first step may be waited for; the others let pass what is.
    fn take_steps<T: Send + Sync + 'static>(
        &self,
        uri: Uri,
        (steps, is_first_waited_for): (&'static [Depth], bool),
        before: Option<Arc<T>>,
        look: fn(&Snapshot, &Uri, &Document, Depth, Option<&T>) -> T,
        take: impl Fn(&mut Self, Uri, Depth, Arc<T>) + Copy + Send + 'static,
    ) {
        let (turns, snapshot, courtesy) =
            (self.turns.clone(), self.snapshot(Some(&uri)), self.pool.courtesy());
        self.pool.background(format!("{steps:?} {}", uri.as_str()), move || {
            let outcome = run(METHOD, snapshot, &CancellationHandle::default(), |it| {
                let Some(document) = it.documents.get(&uri) else { return };
                let _running = steps.last().and_then(|last| running(it, &uri, document, *last));
                let mut before = before.clone();
                for (index, &depth) in steps.iter().enumerate() {
                    if index > 0 || !is_first_waited_for {
                        // An editor that has opened a document asks for much at once.
                        courtesy.let_pass(|| !it.is_stale());
                    }
                    let (found, uri) =
                        (Arc::new(look(it, &uri, document, depth, before.as_deref())), uri.clone());
                    before = Some(found.clone());
                    turns.take(METHOD, move |state| take(state, uri, depth, found));
                }
            });
            if matches!(outcome, Outcome::Superseded) {
                turns.send(METHOD, move |state| state.take_up_again(uri, steps));
            }
        });
    }

    /// Resumes work that a write has cancelled, perhaps a write to another document.
    fn take_up_again(&mut self, uri: Uri, steps: &'static [Depth]) {
        match self.client.pulls_diagnostics {
            true => self.send(Outgoing::Refresh(Refresh::Diagnostics)),
            false => self.publisher.mark_steps(uri, steps),
        }
    }

    /// Asks a client with incomplete diagnostics to pull again when more is known.
    pub(super) fn follow_pull(&self, uri: Uri, generation: u64) {
        let Some(document) = self.projects.document(&uri).filter(|it| it.generation == generation) else {
            return;
        };
        let look = |snapshot: &_, _: &_, document: &_, depth, _: Option<&()>| {
            all_of(snapshot, document, depth);
        };
        self.take_steps(uri, (next_step(document), false), None, look, move |state, uri, depth, _| {
            let project = state.projects.of_mut(&uri);
            if let Some(document) = project.document_mut(&uri).filter(|it| it.generation == generation) {
                document.known = Some(depth);
                state.send(Outgoing::Refresh(Refresh::Diagnostics));
            }
        });
    }

    /// A client that was answered at once is to have the rest when the typing pauses.
    fn ask_to_pull_again(&mut self) {
        let now = Instant::now();
        let typed = |uri: &Uri| self.projects.document(uri).is_some_and(|it| it.typing_until.is_some());
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
    fn publish(&mut self, uri: Uri, generation: u64, depth: Depth, found: Arc<WrittenDiagnostics>) {
        let Some(document) = self.projects.document(&uri).filter(|it| it.generation == generation) else {
            return;
        };
        let version = self.client.diagnostic_versions.then_some(document.version);
        if let Some(sent) = self.publisher.sent.get_mut(&uri) {
            let has_more = sent.generation == generation && sent.depth == Depth::Full;
            if has_more && depth == Depth::AtOnce {
                return;
            }
            (sent.generation, sent.depth) = (generation, depth);
            let is_same = sent.diagnostics.json() == found.json();
            sent.diagnostics = found.clone();
            if is_same {
                return;
            }
        }
        self.outbox.send_body(notification(&uri, found.json(), version));
        self.publisher.sent.insert(uri, Sent { diagnostics: found, generation, depth });
    }

    /// Takes back what the client has of a closed document.
    pub(super) fn clear_diagnostics(&mut self, uri: &Uri) {
        self.publisher.due.remove(uri);
        if self.publisher.sent.remove(uri).is_some_and(|sent| !sent.diagnostics.is_empty()) {
            self.publish_beside_documents(uri, &[]);
        }
    }

    /// Publishes the diagnostics of a file that is not a document of ours.
    pub(super) fn publish_beside_documents(&self, uri: &Uri, diagnostics: &[Diagnostic]) {
        let body = serde_json::to_vec(diagnostics).and_then(|it| notification(uri, &it, None));
        self.outbox.send_body(body);
    }
}

/// The message that publishes diagnostics, which are a list in JSON.
fn notification(uri: &Uri, diagnostics: &[u8], version: Option<i32>) -> serde_json::Result<Vec<u8>> {
    let mut body = Vec::with_capacity(diagnostics.len() + 256);
    body.extend_from_slice(br#"{"jsonrpc":"2.0","method":"#);
    serde_json::to_writer(&mut body, METHOD)?;
    body.extend_from_slice(br#","params":{"uri":"#);
    serde_json::to_writer(&mut body, uri)?;
    body.extend_from_slice(br#","diagnostics":"#);
    body.extend_from_slice(diagnostics);
    if let Some(version) = version {
        body.extend_from_slice(br#","version":"#);
        serde_json::to_writer(&mut body, &version)?;
    }
    body.extend_from_slice(b"}}");
    Ok(body)
}

/// The diagnostics of a document as the client is sent them.
fn written(
    snapshot: &Snapshot,
    uri: &Uri,
    document: &Document,
    depth: Depth,
    before: Option<&WrittenDiagnostics>,
) -> WrittenDiagnostics {
    let mut places = document.places(snapshot.client.encoding);
    WrittenDiagnostics::new(snapshot, (uri, &mut places), &all_of(snapshot, document, depth), before)
}

/// The diagnostics of a document as the protocol has them.
pub(super) fn found(snapshot: &Snapshot, uri: &Uri, document: &Document, depth: Depth) -> Vec<Diagnostic> {
    if !is_short(document, depth) {
        snapshot.analysis.takes_long();
    }
    let _running = running(snapshot, uri, document, depth);
    let mut places = document.places(snapshot.client.encoding);
    let found = all_of(snapshot, document, depth);
    found.iter().map(|it| convert::diagnostic(snapshot, uri, &mut places, it)).collect()
}

/// Announces what may take long: all but an answer to what is being typed.
fn running(snapshot: &Snapshot, uri: &Uri, document: &Document, depth: Depth) -> Option<Running> {
    let is_long = depth == Depth::Full || !is_typing(document);
    is_long.then(|| snapshot.progress.analysing(uri)).flatten()
}

/// Whether that can be looked for on a thread that has other things to do.
fn is_short(document: &Document, depth: Depth) -> bool {
    depth != Depth::Full && document.len() <= LARGE_FILE_BYTES
}

/// The diagnostics of a document that are sent to the client.
fn all_of(snapshot: &Snapshot, document: &Document, depth: Depth) -> Vec<analysis::Diagnostic> {
    let others = snapshot.config.most_hints;
    let most = Most { errors: MOST_ERRORS, others, near: document.last_edit };
    let mut found = snapshot.analysis.some_diagnostics(document.file, depth, most);
    if found.iter().any(|it| it.code == UNKNOWN_DIALECT) {
        snapshot.dialects.want();
    }
    // Omitted diagnostics have to be sent later.
    let client = &snapshot.client;
    let comes_later = !client.pulls_diagnostics || client.refreshes.contains(&Refresh::Diagnostics);
    if is_typing(document) && comes_later {
        found.retain(|it| it.range.end() != document.last_edit || !OF_NAMES.contains(&it.code));
    }
    found
}

/// Codes of names of operations: nothing is said of one that is still typed.
const OF_NAMES: [&str; 3] = ["unknown-operation", "unqualified-operation", UNKNOWN_DIALECT];

fn is_typing(document: &Document) -> bool {
    document.typing_until.is_some_and(|it| Instant::now() < it)
}

/// How far to look for a client that asks: while the user types, only for quick diagnostics, and when a document was
/// opened, as far as it has been looked at already, if the client can be asked to pull again.
pub(super) fn depth_to_pull(snapshot: &Snapshot, document: &Document) -> Depth {
    match document.known {
        _ if !snapshot.client.refreshes.contains(&Refresh::Diagnostics) => Depth::Full,
        _ if is_typing(document) => Depth::AtOnce,
        None if document.len() <= NEARBY_BYTES => Depth::Full,
        None => Depth::Nearby,
        Some(depth) => depth,
    }
}

#[cfg(test)]
mod tests {
    use analysis::STACK_BYTES;
    use memchr::memmem;
    use tower_lsp::ls_types::TextDocumentContentChangeEvent;

    use super::*;
    use crate::lsp::message_loop::Outbox;

    const MOST_TRIALS: i32 = 1_000;
    /// Lets a machine that is busy elsewhere finish what was typed before.
    const PAUSE: Duration = Duration::from_millis(10);

    #[test]
    fn what_is_typed_is_answered_before_the_next_message_is_read() {
        let test = std::thread::Builder::new().stack_size(STACK_BYTES).spawn(|| {
            let (outbox, mut bodies) = Outbox::new();
            let turns = State::start(tokio::sync::mpsc::unbounded_channel().0, outbox);
            let uri: Uri = "file:///a.mlir".parse().unwrap();
            let opened = uri.clone();
            turns.take("open", move |state| state.open(opened, 0, "func.func @f() { return }\n"));
            bodies.blocking_recv().unwrap();
            let is_answered_here = |version: i32| {
                let (uri, is_wrong) = (uri.clone(), version % 2 == 1);
                let text = if is_wrong { "func.func @f() { % }\n" } else { "func.func @f() { return }\n" };
                let change =
                    TextDocumentContentChangeEvent { range: None, range_length: None, text: text.to_owned() };
                let is_answer = |it: &Vec<u8>| memmem::find(it, br#""diagnostics":[]"#).is_none() == is_wrong;
                turns.take("change", move |state| state.change(uri, version, vec![change]));
                let is_here = std::iter::from_fn(|| bodies.try_recv().ok()).any(|it| is_answer(&it));
                if !is_here {
                    while !bodies.blocking_recv().is_some_and(|it| is_answer(&it)) {}
                    std::thread::sleep(PAUSE);
                }
                is_here
            };
            // Not where a worker is still at what was typed before, or this thread is stopped for long.
            assert!((1..MOST_TRIALS).any(is_answered_here));
            turns.send("end", State::end);
        });
        test.unwrap().join().unwrap();
    }
}
